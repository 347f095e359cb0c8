import type { Content, TableCell } from 'pdfmake';
import type { CaseReport, ReportedEvent } from '../caseReport.js';
import { facts, heading, remark, subheading, table } from './style.js';
import { actorInWords, printable, timeInWords } from './wording.js';

/** How the case came to where it is, and how to check that this report is what was made of it. */
export const history = (report: CaseReport): Content[] => [
  heading('Decision trail'),
  eventTable(report.decision_trail),
  heading('Timeline'),
  remark('Every event of the case, in the order in which it was stored. Events are never changed or removed.'),
  eventTable(report.timeline),
  ...integrity(report),
];

const eventTable = (events: readonly ReportedEvent[]): Content =>
  table(
    [18, 118, '*'],
    ['No.', 'Time', 'What happened'],
    events.map(({ revision, at, summary, type, by }): TableCell[] => [
      String(revision),
      timeInWords(at),
      { stack: [printable(summary), { text: `${type}, by ${actorInWords(by)}`, style: 'caption' }] },
    ]),
  );

function integrity({ documents, integrity: { history: stored, report_sha256, proof } }: CaseReport): Content[] {
  return [
    {
      unbreakable: true,
      stack: [
        // A break asked for within what must not be broken is where the whole of it gets lost.
        heading('Integrity', { headlineLevel: undefined }),
        remark(
          'SHA-256 throughout. The hash of a document is that of the file as it was uploaded. The hash of the history covers ' +
            'every stored event of the case, each hashed together with the hash before it. The hash of the report covers the ' +
            'same facts in JSON; they are attached to this PDF as report.json and served by the API.',
        ),
        facts(
          [
            ['Report', { text: report_sha256, style: 'code' }],
            ['History', { text: stored.sha256, style: 'code' }],
            ['', `${stored.events} events of the stream ${stored.stream}`],
            ...logRows(proof),
          ],
          60,
        ),
      ],
    },
    ...(documents.length === 0
      ? []
      : [
          subheading('Documents'),
          table(
            [18, '*', 300],
            ['No.', 'File', 'SHA-256'],
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
const logRows = (proof: CaseReport['integrity']['proof']): [string, Content][] =>
  proof === null
    ? []
    : [
        ['Log', { text: proof.tree_head.root_hash, style: 'code' }],
        [
          '',
          `Root of the tree over ${proof.tree_head.tree_size} events, signed ${timeInWords(proof.tree_head.timestamp)}`,
        ],
      ];
