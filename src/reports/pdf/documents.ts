import type { Content, TableCell } from 'pdfmake';
import type { CaseReport, ReportedDocument, ReportedField } from '../caseReport.js';
import { checksOf } from './checks.js';
import {
  FIRST_WIDTH,
  firstPicture,
  furtherPictures,
  leftOut,
  type ReportPicture,
  type ReportPictures,
} from './pictures.js';
import { COLOURS, facts, heading, judged, remark, subheading, table, toneColour, type Tone } from './style.js';
import {
  confidenceTone,
  counted,
  inWords,
  percent,
  printable,
  sizeInWords,
  sourceInWords,
  timeInWords,
  valueInWords,
} from './wording.js';

/** Each document: its pictures, what is known of the file, what was read and where. */
export const documents = ({ documents: all }: CaseReport, pictures: ReportPictures): Content[] => [
  heading('Documents', { pageBreak: 'before' }),
  remark(
    'Confidence is the share of values read like this one that are right, as far as that was measured. The place of a ' +
      'value is its page, and how far it stands from the left and from the top of the page.',
  ),
  ...(all.length === 0 ? [{ text: 'No document was received.' }] : []),
  ...leftOut(pictures),
  ...all.flatMap((document) => [
    head(document, all, pictures.of.get(document.doc_id) ?? []),
    ...furtherPictures(pictures.of.get(document.doc_id) ?? []),
    ...violations(document),
    ...values(document),
    ...checksOf(document),
  ]),
];

function head(
  document: ReportedDocument,
  all: readonly ReportedDocument[],
  pictures: readonly ReportPicture[],
): Content {
  const { word, tone } = standing(document);
  return {
    margin: [0, 8, 0, 6],
    headlineLevel: 3,
    stack: [
      {
        columns: [
          { text: `${document.doc_index + 1}   ${titleOf(document)}`, style: 'documentTitle', outline: true },
          {
            text: word,
            style: 'strong',
            color: toneColour(tone),
            alignment: 'right',
            width: 150,
            margin: [0, 2, 0, 0],
          },
        ],
      },
      { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 515, y2: 0, lineWidth: 0.75, lineColor: COLOURS.grey }] },
      {
        columnGap: 14,
        margin: [0, 7, 0, 0],
        columns: [
          { width: FIRST_WIDTH, stack: firstPicture(pictures) },
          { width: '*', stack: [facts(factsOf(document, all), 62)] },
        ],
      },
    ],
  };
}

const titleOf = ({ document_type, status }: ReportedDocument): string => {
  if (document_type === 'unknown') return 'Fits no known type';
  if (document_type !== '') return inWords(document_type);
  return status === 'failed' ? 'Could not be read' : 'Not read';
};

function standing({ status, document_type, valid }: ReportedDocument): { word: string; tone: Tone } {
  if (status === 'failed') return { word: 'Failed', tone: 'bad' };
  if (status !== 'done') return { word: inWords(status), tone: 'doubt' };
  if (document_type === 'unknown') return { word: 'Not judged', tone: 'plain' };
  return valid ? { word: 'Rules kept', tone: 'good' } : { word: 'Rules broken', tone: 'bad' };
}

function factsOf(document: ReportedDocument, all: readonly ReportedDocument[]): [string, Content][] {
  const { filename, label, confidence, duplicate_of, truncated, error, evidence } = document;
  const rows: [string, Content][] = [
    ['File', `${printable(filename ?? '–')}  (${document.mime_type}, ${sizeInWords(document.size_bytes)})`],
    ['Received', timeInWords(document.received_at)],
    [document.status === 'failed' ? 'Failed' : 'Read', timeInWords(document.finished_at)],
  ];
  if (label !== null && label !== '') rows.push(['Sent as', printable(label)]);
  if (confidence !== '') rows.push(['Type', `${titleOf(document)}, confidence ${percent(Number(confidence))}`]);
  if (evidence.length > 0)
    rows.push([
      'Known by',
      evidence
        .slice(0, 3)
        .map(({ detail }) => printable(detail))
        .join('; '),
    ]);
  if (duplicate_of !== null) {
    const original = all.find(({ doc_id }) => doc_id === duplicate_of);
    rows.push(['Same file as', original ? `document ${original.doc_index + 1}` : duplicate_of]);
  }
  if (truncated) rows.push(['Pages', `the first ${truncated.pages_read} of ${truncated.pages_total} were read`]);
  if (error !== null) rows.push(['Error', { text: printable(error), color: toneColour('bad') }]);
  rows.push(
    ['Document', { text: document.doc_id, style: 'code' }],
    ['SHA-256', { text: document.sha256, style: 'code' }],
  );
  return rows;
}

/** The shipped types on whose documents it was measured how often values are right (`docs/engine.md`, how sure it is). */
const MEASURED_TYPES = new Set(['receipt', 'passport', 'identity_card', 'visa']);

function values({ fields, document_type }: ReportedDocument): Content[] {
  const found = fields.filter(({ value }) => value !== null);
  const missing = fields.filter(({ value }) => value === null);
  return [
    ...(found.length > 0
      ? [table([104, '*', 54, 46, 82], ['Field', 'Value', 'Confidence', 'Source', 'Place'], found.map(fieldRow))]
      : []),
    ...(found.length > 0 && !MEASURED_TYPES.has(document_type)
      ? [remark('How often values on documents of this type are right was not measured.')]
      : []),
    ...(missing.length > 0
      ? [remark(`Looked for and not found: ${missing.map(({ field }) => inWords(field)).join(', ')}.`)]
      : []),
  ];
}

function fieldRow({ field, value, raw, confidence, source, page, box, masked }: ReportedField): TableCell[] {
  const text = valueInWords(value);
  const printed = raw === null ? '' : printable(raw).trim();
  const more = [
    ...(printed !== '' && printed !== text ? [`printed ${printed.replace(/\n/g, ' / ')}`] : []),
    ...(masked ? ['masked'] : []),
  ];
  return [
    inWords(field),
    {
      stack: [{ text }, ...(more.length > 0 ? [{ text: more.join(' · '), fontSize: 7, color: COLOURS.grey }] : [])],
    },
    confidence === null ? '–' : judged(percent(confidence), confidenceTone(confidence)),
    sourceInWords(source),
    page === null || !box ? '–' : `p. ${page}: ${Math.round(box[0]! * 100)} %, ${Math.round(box[1]! * 100)} %`,
  ];
}

const violations = ({ violations: broken }: ReportedDocument): Content[] =>
  broken.length === 0
    ? []
    : [
        subheading(counted(broken.length, 'broken rule')),
        {
          ul: broken.map(({ field, rule, message }) => ({
            text: [judged(inWords(field), 'bad'), ` (${printable(rule)}): ${printable(message)}`],
          })),
          margin: [0, 0, 0, 6],
        },
      ];
