import type { Content, TableCell } from 'pdfmake';
import type { ReportedCheck, ReportedDocument } from '../caseReport.js';
import { COLOURS, judged, remark, subheading, table, type Tone } from './style.js';
import { inWords, printable } from './wording.js';

const TONES: { readonly [status in ReportedCheck['status']]: Tone } = {
  failed: 'bad',
  warned: 'doubt',
  passed: 'good',
  not_run: 'plain',
};

/** What stands out first. */
const ORDER: readonly ReportedCheck['status'][] = ['failed', 'warned', 'passed'];

/** What was looked for on a document and what came of it, as a table with its evidence; what was not looked at is named below it. */
export function checksOf({ checks }: ReportedDocument): Content[] {
  if (checks.length === 0) return [];
  const made = ORDER.flatMap((status) => checks.filter((check) => check.status === status));
  const notRun = checks.filter(({ status }) => status === 'not_run').map(({ code }) => inWords(code));
  return [
    subheading('Checks'),
    ...(made.length > 0 ? [table([112, 46, 50, '*', 82], HEAD, made.map(checkRow))] : []),
    ...(notRun.length > 0 ? [remark(`Not looked at: ${notRun.join(', ')}.`)] : []),
  ];
}

const HEAD = ['Looked for', 'Outcome', 'Weight', 'What was found', 'Place'];

function checkRow({ code, status, weight, detail, field, page, box, values }: ReportedCheck): TableCell[] {
  const about = field === null || field === '' ? [] : [{ text: inWords(field), fontSize: 7, color: COLOURS.grey }];
  const compared = values.length === 0 ? [] : [{ text: values.map((value) => printable(value)).join('  |  ') }];
  return [
    { stack: [{ text: inWords(code) }, ...about] },
    judged(WORDS[status], TONES[status]),
    weight,
    { stack: [{ text: printable(detail) }, ...compared] },
    page === null ? '–' : `p. ${page}${box ? `: ${percentOf(box[0])}, ${percentOf(box[1])}` : ''}`,
  ];
}

const WORDS: { readonly [status in ReportedCheck['status']]: string } = {
  failed: 'found',
  warned: 'doubtful',
  passed: 'not so',
  not_run: 'not run',
};

const percentOf = (share = 0): string => `${Math.round(share * 100)} %`;
