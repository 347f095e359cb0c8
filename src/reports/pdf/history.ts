import type { Content, TableCell } from 'pdfmake';
import type { CaseReport, ReportedEvent } from '../caseReport.js';
import { facts, heading, remark, subheading, table } from './style.js';
import { printable } from './printable.js';
import type { Speech } from './speech.js';

/** How the case came to where it is, and how to check that this report is what was made of it. */
export function history(report: CaseReport, speech: Speech): Content[] {
  const { history: words } = speech.words;
  return [
    heading(words.trail),
    eventTable(report.decision_trail, speech),
    heading(words.timeline),
    remark(words.timelineSays),
    eventTable(report.timeline, speech),
    ...integrity(report, speech),
  ];
}

const eventTable = (events: readonly ReportedEvent[], { words: { history: words }, ...speech }: Speech): Content =>
  table(
    [18, 118, '*'],
    [words.number, words.time, words.whatHappened],
    events.map(({ revision, at, summary, type, by }): TableCell[] => [
      String(revision),
      speech.time(at),
      { stack: [printable(summary), { text: words.eventBy(type, speech.actor(by)), style: 'caption' }] },
    ]),
  );

function integrity(
  { documents, integrity: { history: stored, report_sha256, proof } }: CaseReport,
  speech: Speech,
): Content[] {
  const { words } = speech;
  const { history: say } = words;
  return [
    {
      unbreakable: true,
      stack: [
        // A break asked for within what must not be broken is where the whole of it gets lost.
        heading(say.integrity, { headlineLevel: undefined }),
        remark(say.integritySays),
        facts(
          [
            [say.report, { text: report_sha256, style: 'code' }],
            [say.history, { text: stored.sha256, style: 'code' }],
            ['', say.events(stored.events, stored.stream)],
            ...logRows(proof, speech),
          ],
          60,
        ),
      ],
    },
    ...(documents.length === 0
      ? []
      : [
          subheading(words.documentsTitle),
          table(
            [18, '*', 300],
            [say.number, words.documents.file, 'SHA-256'],
            documents.map(({ doc_index, filename, sha256 }): TableCell[] => [
              String(doc_index + 1),
              printable(filename ?? '–'),
              { text: sha256, style: 'code' },
            ]),
          ),
        ]),
  ];
}

/** The log that the history is proven to be a part of: by which root, and of how many events. The proof itself is in report.json. */
const logRows = (proof: CaseReport['integrity']['proof'], speech: Speech): [string, Content][] => {
  if (proof === null) return [];
  const { root_hash, tree_size, timestamp } = proof.tree_head;
  const { history: say } = speech.words;
  return [
    [say.log, { text: root_hash, style: 'code' }],
    ['', say.logRoot(tree_size, speech.time(timestamp))],
  ];
};
