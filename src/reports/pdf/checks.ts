import type { Content, TableCell } from 'pdfmake';
import type { ReportedCheck, ReportedDocument } from '../reportedDocument.js';
import { COLOURS, judged, remark, subheading, table, type Tone } from './style.js';
import { printable } from './printable.js';
import type { Speech } from './speech.js';

const TONES: { readonly [status in ReportedCheck['status']]: Tone } = {
  failed: 'bad',
  warned: 'doubt',
  passed: 'good',
  not_run: 'plain',
};

/** What stands out first. */
const ORDER: readonly ReportedCheck['status'][] = ['failed', 'warned', 'passed'];

/** What was looked for on a document and what came of it, as a table with its evidence; what was not looked at is named below it. */
export function checksOf({ checks }: ReportedDocument, speech: Speech): Content[] {
  if (checks.length === 0) return [];
  const made = ORDER.flatMap((status) => checks.filter((check) => check.status === status));
  const notRun = checks.filter(({ status }) => status === 'not_run').map(({ code }) => speech.check(code));
  const { documents: words, place } = speech.words;
  const head = [words.lookedFor, words.outcome, words.weight, words.whatWasFound, place];
  return [
    subheading(words.checks),
    ...(made.length > 0
      ? [
          table(
            [112, 52, 54, '*', 76],
            head,
            made.map((check) => checkRow(check, speech)),
          ),
        ]
      : []),
    ...(notRun.length > 0 ? [remark(words.notLookedAt(notRun.join(', ')))] : []),
  ];
}

function checkRow(
  { code, status, weight, detail, field, page, box, values }: ReportedCheck,
  { words: { documents: words }, ...speech }: Speech,
): TableCell[] {
  const about = field === null || field === '' ? [] : [{ text: speech.field(field), fontSize: 7, color: COLOURS.grey }];
  const compared = values.length === 0 ? [] : [{ text: values.map((value) => printable(value)).join('  |  ') }];
  return [
    { stack: [{ text: speech.check(code) }, ...about] },
    judged(words.checkStatuses[status], TONES[status]),
    words.weights[weight],
    { stack: [{ text: printable(detail) }, ...compared] },
    page === null ? '–' : `${words.page(page)}${box ? `: ${percentOf(box[0])}, ${percentOf(box[1])}` : ''}`,
  ];
}

const percentOf = (share = 0): string => `${Math.round(share * 100)} %`;
