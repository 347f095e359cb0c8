import type { Content, TableCell } from 'pdfmake';
import type { CaseReport } from '../caseReport.js';
import type { ReportedDocument, ReportedField } from '../reportedDocument.js';
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
import { confidenceTone, inWords, printable } from './printable.js';
import type { Speech } from './speech.js';
import { UNKNOWN_TYPE } from '../../domain/documents/index.js';

/** Each document: its pictures, what is known of the file, what was read and where. */
export function documents({ documents: all }: CaseReport, pictures: ReportPictures, speech: Speech): Content[] {
  const { documentsTitle, documents: say } = speech.words;
  return [
    heading(documentsTitle, { pageBreak: 'before' }),
    remark(say.explanation),
    ...(all.length === 0 ? [{ text: say.none }] : []),
    ...leftOut(pictures, speech),
    ...all.flatMap((document) => [
      head(document, all, pictures.of.get(document.doc_id) ?? [], speech),
      ...furtherPictures(pictures.of.get(document.doc_id) ?? [], speech),
      ...violations(document, speech),
      ...values(document, speech),
      ...checksOf(document, speech),
    ]),
  ];
}

function head(
  document: ReportedDocument,
  all: readonly ReportedDocument[],
  pictures: readonly ReportPicture[],
  speech: Speech,
): Content {
  const { word, tone } = standing(document, speech);
  return {
    margin: [0, 8, 0, 6],
    headlineLevel: 3,
    stack: [
      {
        columns: [
          { text: `${document.doc_index + 1}   ${titleOf(document, speech)}`, style: 'documentTitle', outline: true },
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
          { width: FIRST_WIDTH, stack: firstPicture(pictures, speech) },
          { width: '*', stack: [facts(factsOf(document, all, speech), 70)] },
        ],
      },
    ],
  };
}

function titleOf({ document_type, status }: ReportedDocument, { words: { documents: say }, type }: Speech): string {
  if (document_type === UNKNOWN_TYPE) return say.fitsNoType;
  if (document_type !== '') return type(document_type);
  return status === 'failed' ? say.couldNotBeRead : say.notRead;
}

function standing(
  { status, document_type, valid }: ReportedDocument,
  { words: { documents: say } }: Speech,
): { word: string; tone: Tone } {
  if (status === 'failed') return { word: say.failed, tone: 'bad' };
  if (status === 'pending' || status === 'processing') return { word: say.statuses[status], tone: 'doubt' };
  if (status !== 'done') return { word: inWords(status), tone: 'doubt' };
  if (document_type === UNKNOWN_TYPE || valid === null) return { word: say.notJudged, tone: 'plain' };
  return valid ? { word: say.rulesKept, tone: 'good' } : { word: say.rulesBroken, tone: 'bad' };
}

function factsOf(document: ReportedDocument, all: readonly ReportedDocument[], speech: Speech): [string, Content][] {
  const { filename, label, confidence, duplicate_of, truncated, error, evidence, status } = document;
  const { words } = speech;
  const say = words.documents;
  const rows: [string, Content][] = [
    [say.file, `${printable(filename ?? '–')}  (${document.mime_type}, ${speech.size(document.size_bytes)})`],
    [say.received, speech.time(document.received_at)],
    [status === 'failed' ? say.failed : say.read, speech.time(document.finished_at)],
  ];
  if (label !== null && label !== '') rows.push([say.sentAs, printable(label)]);
  if (confidence !== '') {
    rows.push([words.type, say.typeAndConfidence(titleOf(document, speech), speech.percent(Number(confidence)))]);
  }
  if (evidence.length > 0)
    rows.push([
      say.knownBy,
      evidence
        .slice(0, 3)
        .map(({ detail }) => printable(detail))
        .join('; '),
    ]);
  if (duplicate_of !== null) {
    const original = all.find(({ doc_id }) => doc_id === duplicate_of);
    rows.push([say.sameFileAs, original ? say.documentOf(original.doc_index + 1) : duplicate_of]);
  }
  if (truncated) rows.push([say.pages, say.firstPages(truncated.pages_read, truncated.pages_total)]);
  if (error !== null) rows.push([say.error, { text: failureOf(document, error, speech), color: toneColour('bad') }]);
  rows.push(
    [words.document, { text: document.doc_id, style: 'code' }],
    ['SHA-256', { text: document.sha256, style: 'code' }],
  );
  return rows;
}

/** Why a document could not be read: in the language of the report by its reason, and more exactly as the engine said it. */
function failureOf({ error_code }: ReportedDocument, error: string, { words: { documents: say } }: Speech): string {
  const known = say.failures && error_code !== null ? say.failures[error_code] : undefined;
  return known === undefined ? printable(error) : `${known} (${printable(error)})`;
}

/** The shipped types on whose documents it was measured how often values are right (`docs/engine.md`, how sure it is). */
const MEASURED_TYPES = new Set(['receipt', 'passport', 'identity_card', 'visa']);

function values({ fields, document_type }: ReportedDocument, speech: Speech): Content[] {
  const { words } = speech;
  const head = [words.field, words.value, words.confidence, words.source, words.place];
  const found = fields.filter(({ value }) => value !== null);
  const missing = fields.filter(({ value }) => value === null);
  return [
    ...(found.length > 0
      ? [
          table(
            [104, '*', 54, 56, 82],
            head,
            found.map((one) => fieldRow(one, speech)),
          ),
        ]
      : []),
    ...(found.length > 0 && !MEASURED_TYPES.has(document_type) ? [remark(words.documents.notMeasured)] : []),
    ...(missing.length > 0
      ? [remark(words.documents.notFound(missing.map(({ field }) => speech.field(field)).join(', ')))]
      : []),
  ];
}

function fieldRow(
  { field, value, raw, confidence, source, page, box, masked }: ReportedField,
  { words: { documents: say }, ...speech }: Speech,
): TableCell[] {
  const text = speech.value(value);
  const printed = raw === null ? '' : printable(raw).trim();
  const more = [
    ...(printed !== '' && printed !== text ? [say.printed(printed.replace(/\n/g, ' / '))] : []),
    ...(masked ? [say.masked] : []),
  ];
  return [
    speech.field(field),
    {
      stack: [{ text }, ...(more.length > 0 ? [{ text: more.join(' · '), fontSize: 7, color: COLOURS.grey }] : [])],
    },
    confidence === null ? '–' : judged(speech.percent(confidence), confidenceTone(confidence)),
    speech.source(source),
    page === null || !box ? '–' : `${say.page(page)}: ${Math.round(box[0]! * 100)} %, ${Math.round(box[1]! * 100)} %`,
  ];
}

const violations = ({ violations: broken }: ReportedDocument, { words, ...speech }: Speech): Content[] =>
  broken.length === 0
    ? []
    : [
        subheading(words.documents.brokenRules(broken.length)),
        {
          ul: broken.map(({ field, rule, message }) => ({
            text: [judged(speech.field(field), 'bad'), ` (${printable(rule)}): ${printable(message)}`],
          })),
          margin: [0, 0, 0, 6],
        },
      ];
