import type { Content, TableCell } from 'pdfmake';
import type { CaseReport, ReportedMatch } from '../caseReport.js';
import { COLOURS, heading, judged, remark, table, toneColour } from './style.js';
import { inWords, percent, printable, valueInWords } from './wording.js';

/** What the documents were judged by: the rules of their types, each other, and for a replay what was before. */
export const findings = (report: CaseReport): Content[] => [
  ...validation(report),
  ...crossMatch(report),
  ...replay(report),
];

/** Number of a document as people count them. */
const numberOf = ({ documents }: CaseReport, docId: string): string =>
  String((documents.find((one) => one.doc_id === docId)?.doc_index ?? 0) + 1);

function validation(report: CaseReport): Content[] {
  if (report.validation.length === 0) return [];
  const rows = report.validation.map(
    ({ doc_id, document_type, valid, still_valid, violations, new_violations }): TableCell[] => [
      `${numberOf(report, doc_id)}   ${inWords(document_type)}`,
      valid ? judged('kept', 'good') : judged('broken', 'bad'),
      still_valid === null ? '–' : still_valid ? judged('kept', 'good') : judged('broken', 'bad'),
      [...violations, ...new_violations].map(({ message }) => printable(message)).join('\n') || '–',
    ],
  );
  return [
    heading('Validation'),
    remark(
      'The documents that count, by the rules of their type when they were read, and when the case was completed.',
    ),
    table([130, 60, 72, '*'], ['Document', 'When read', 'At completion', 'What was broken'], rows),
  ];
}

function crossMatch(report: CaseReport): Content[] {
  const { judged: wasJudged, fields, unmatched, differences } = report.cross_match;
  if (!wasJudged && differences.length === 0) {
    return report.validation.length === 0
      ? []
      : [
          heading('Cross-match'),
          remark('The documents were not compared: the agent names no fields, or there were too few.'),
        ];
  }
  return [
    heading('Cross-match'),
    remark('What the documents say of the same thing, and how alike every two of them are: 100 % is the same.'),
    ...fields.flatMap((field) => fieldMatch(report, field)),
    ...(unmatched.length > 0
      ? [
          remark(
            `Nothing ties these documents to the others: ${unmatched.map((id) => numberOf(report, id)).join(', ')}.`,
          ),
        ]
      : []),
    ...differingWithin(report),
  ];
}

function fieldMatch(report: CaseReport, { field, kind, agreed, score, values, comparisons }: ReportedMatch): Content[] {
  const compared = comparisons.length > 0;
  const verdict = compared
    ? judged(`${agreed ? 'agrees' : 'differs'}, ${percent(score)} at the lowest`, agreed ? 'good' : 'bad')
    : judged('stated by fewer than two documents', 'plain');
  const scores = (docId: string): Content => ({
    stack: comparisons
      .filter(({ documents }) => documents.includes(docId))
      .map((one) => {
        const other = one.documents.find((id) => id !== docId) ?? docId;
        const tone = one.agreed ? 'good' : 'bad';
        return { text: [`with ${numberOf(report, other)}: `, { text: percent(one.score), color: toneColour(tone) }] };
      }),
  });
  return [
    {
      text: [{ text: inWords(field), style: 'strong' }, { text: `  (${kind})   `, color: COLOURS.grey }, verdict],
      margin: [0, 5, 0, 2],
      headlineLevel: 2,
    },
    table(
      [118, 96, '*', 78],
      ['Document', 'Field', 'Value', 'Likeness'],
      values.map((one): TableCell[] => [
        `${numberOf(report, one.doc_id)}   ${inWords(one.document_type)}`,
        inWords(one.field),
        printable(one.value),
        compared ? { stack: [scores(one.doc_id)] } : '–',
      ]),
    ),
  ];
}

function differingWithin(report: CaseReport): Content[] {
  const { differences } = report.cross_match;
  if (differences.length === 0) return [];
  const rows = differences.map(({ document_type, field, score, values }): TableCell[] => [
    inWords(document_type),
    inWords(field),
    values.map((one) => `${numberOf(report, one.doc_id)}:  ${printable(one.value)}`).join('\n'),
    percent(score),
  ]);
  return [
    remark('Documents of one type that state a field differently; the later value counts.'),
    table([118, 96, '*', 78], ['Type', 'Field', 'Document: value', 'Likeness'], rows),
  ];
}

function replay({ replay: replayed }: CaseReport): Content[] {
  if (!replayed) return [];
  const { comparison } = replayed;
  return [
    heading('Replay'),
    remark(`This case reads the documents of the case ${replayed.replay_of} again.`),
    ...(comparison
      ? [
          table(
            [118, '*'],
            ['', 'What changed'],
            Object.entries(comparison).map(([name, value]) => [inWords(name), valueInWords(value)]),
          ),
        ]
      : []),
  ];
}
