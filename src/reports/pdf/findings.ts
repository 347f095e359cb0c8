import type { Content, TableCell } from 'pdfmake';
import type { CaseReport, ReportedMatch } from '../caseReport.js';
import { COLOURS, heading, judged, remark, table, toneColour } from './style.js';
import { inWords, printable } from './printable.js';
import type { Speech } from './speech.js';

/** What the documents were judged by: the rules of their types, each other, and for a replay what was before. */
export const findings = (report: CaseReport, speech: Speech): Content[] => [
  ...validation(report, speech),
  ...crossMatch(report, speech),
  ...replay(report, speech),
];

/** Number of a document as people count them. */
const numberOf = ({ documents }: CaseReport, docId: string): string =>
  String((documents.find((one) => one.doc_id === docId)?.doc_index ?? 0) + 1);

function validation(report: CaseReport, { words, ...speech }: Speech): Content[] {
  if (report.validation.length === 0) return [];
  const { findings: say } = words;
  const verdict = (valid: boolean) => (valid ? judged(say.kept, 'good') : judged(say.broken, 'bad'));
  const rows = report.validation.map(
    ({ doc_id, document_type, valid, still_valid, violations, new_violations }): TableCell[] => [
      `${numberOf(report, doc_id)}   ${speech.type(document_type)}`,
      verdict(valid),
      still_valid === null ? '–' : verdict(still_valid),
      [...violations, ...new_violations].map(({ message }) => printable(message)).join('\n') || '–',
    ],
  );
  return [
    heading(say.validation),
    remark(say.validationSays),
    table([130, 60, 72, '*'], [words.document, say.whenRead, say.atCompletion, say.whatWasBroken], rows),
  ];
}

function crossMatch(report: CaseReport, speech: Speech): Content[] {
  const { findings: say } = speech.words;
  const { judged: wasJudged, fields, unmatched, differences } = report.cross_match;
  if (!wasJudged && differences.length === 0) {
    return report.validation.length === 0 ? [] : [heading(say.crossMatch), remark(say.notCompared)];
  }
  return [
    heading(say.crossMatch),
    remark(say.crossMatchSays),
    ...fields.flatMap((field) => fieldMatch(report, field, speech)),
    ...(unmatched.length > 0 ? [remark(say.unmatched(unmatched.map((id) => numberOf(report, id)).join(', ')))] : []),
    ...differingWithin(report, speech),
  ];
}

function fieldMatch(
  report: CaseReport,
  { field, kind, agreed, score, values, comparisons }: ReportedMatch,
  { words, ...speech }: Speech,
): Content[] {
  const { findings: say } = words;
  const compared = comparisons.length > 0;
  const verdict = compared
    ? judged((agreed ? say.agrees : say.differs)(speech.percent(score)), agreed ? 'good' : 'bad')
    : judged(say.statedByFew, 'plain');
  const scores = (docId: string): Content => ({
    stack: comparisons
      .filter(({ documents }) => documents.includes(docId))
      .map((one) => {
        const other = one.documents.find((id) => id !== docId) ?? docId;
        const tone = one.agreed ? 'good' : 'bad';
        return {
          text: [
            `${say.with(numberOf(report, other))}: `,
            { text: speech.percent(one.score), color: toneColour(tone) },
          ],
        };
      }),
  });
  return [
    {
      text: [
        { text: speech.field(field), style: 'strong' },
        { text: `  (${say.kinds[kind] ?? kind})   `, color: COLOURS.grey },
        verdict,
      ],
      margin: [0, 5, 0, 2],
      headlineLevel: 2,
    },
    table(
      [118, 96, '*', 78],
      [words.document, words.field, words.value, say.likeness],
      values.map((one): TableCell[] => [
        `${numberOf(report, one.doc_id)}   ${speech.type(one.document_type)}`,
        speech.field(one.field),
        speech.value(one.value),
        compared ? { stack: [scores(one.doc_id)] } : '–',
      ]),
    ),
  ];
}

function differingWithin(report: CaseReport, { words, ...speech }: Speech): Content[] {
  const { differences } = report.cross_match;
  if (differences.length === 0) return [];
  const rows = differences.map(({ document_type, field, score, values }): TableCell[] => [
    speech.type(document_type),
    speech.field(field),
    values.map((one) => `${numberOf(report, one.doc_id)}:  ${speech.value(one.value)}`).join('\n'),
    speech.percent(score),
  ]);
  return [
    remark(words.findings.differing),
    table(
      [118, 96, '*', 78],
      [words.type, words.field, words.findings.documentAndValue, words.findings.likeness],
      rows,
    ),
  ];
}

function replay({ replay: replayed }: CaseReport, { words: { findings: say }, ...speech }: Speech): Content[] {
  if (!replayed) return [];
  const { comparison } = replayed;
  return [
    heading(say.replay),
    remark(say.replaySays(replayed.replay_of)),
    ...(comparison
      ? [
          table(
            [118, '*'],
            ['', say.whatChanged],
            Object.entries(comparison).map(([name, value]) => [inWords(name), speech.value(value)]),
          ),
        ]
      : []),
  ];
}
