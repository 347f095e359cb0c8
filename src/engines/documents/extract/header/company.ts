import { wholeOf, type Candidate } from '../candidate.js';
import { candidate } from '../fieldCandidates.js';
import type { Layout, Row } from '../layout.js';
import { correctConfusions } from '../values/digits.js';
import { headRows } from './headRows.js';
import { ADDRESS_SIGN } from './addressWords.js';
import { correctWords } from '../values/correctWords.js';
import {
  BUSINESS_WORD,
  CONTINUES_NAME,
  LEGAL_FORM,
  NOT_NAME_OR_ADDRESS,
  REGISTRATION_NUMBER,
  WORDS_OF_TRADE,
} from './headerWords.js';
import { lettersOf } from '../../text/lettersOf.js';

/** Issuers print their name in the first rows. */
const ROWS_OF_HEAD = 10;
/** `(M SDN BHD`: the reader lost the parenthesis that closes. */
const UNCLOSED_PLACE = /\(([^()\s]{1,12}) (?=S[DO0]N)/iu;
/** A name takes at most this many rows. */
const MOST_ROWS = 3;

/** Weights of the signals that a row of the head is the issuer's name, in the units of the score. */
const WEIGHTS = {
  base: 0.45,
  perRowDown: -0.04,
  legalForm: 0.4,
  businessWord: 0.2,
  addressWord: -0.35,
  somethingElse: -0.3,
  /** Print is in capitals; a row of small letters alone at the top is handwriting, a slogan or a greeting. */
  smallLettersOnly: -0.2,
  larger: 0.1,
};

/**
 * The candidates for the name of who issued the document, from the head of its first page, best first.
 *
 * @param announces whether a row begins with the label of some field
 */
export function headerCompanies(layout: Layout, announces: (row: Row) => boolean): Candidate[] {
  const head = headRows(layout).slice(0, ROWS_OF_HEAD);
  const usualHeight = median(layout.rows.map(({ height }) => height));
  return head
    .flatMap((row, i) => {
      if (lettersOf(row.text) < 4 || announces(row)) return [];
      const first = firstRowOfName(head, i);
      const name = nameFrom(head.slice(first, i + 1));
      if (lettersOf(name) < 3) return [];
      const score = scoreOf(row, i, usualHeight);
      const spans = head.slice(first, i + 1).flatMap(({ segments }) => segments.map(wholeOf));
      const raw = spans.map(({ segment }) => segment.text).join(' ');
      const form = LEGAL_FORM.test(name) ? 1 : BUSINESS_WORD.test(name) ? 0.8 : 0.5;
      const read = { value: name, raw, start: 0, end: raw.length, form };
      return [{ ...candidate(read, spans, 'header', 0), score: Math.max(0, score) }];
    })
    .sort((a, b) => b.score - a.score);
}

function scoreOf(row: Row, index: number, usualHeight: number): number {
  const { text } = row;
  return (
    WEIGHTS.base +
    WEIGHTS.perRowDown * index +
    (LEGAL_FORM.test(text) ? WEIGHTS.legalForm : 0) +
    (isNamedByBusiness(text) ? WEIGHTS.businessWord : 0) +
    (ADDRESS_SIGN.test(text) && !LEGAL_FORM.test(text) ? WEIGHTS.addressWord : 0) +
    (NOT_NAME_OR_ADDRESS.test(text) ? WEIGHTS.somethingElse : 0) +
    (!/\p{Lu}/u.test(text) ? WEIGHTS.smallLettersOnly : 0) +
    (row.height > 1.3 * usualHeight ? WEIGHTS.larger : 0)
  );
}

/** `BAKERY & CAFE` alone says what a shop is, not what it is called. */
const isNamedByBusiness = (text: string): boolean =>
  BUSINESS_WORD.test(text) && lettersOf(text.replace(new RegExp(BUSINESS_WORD, 'giu'), '')) >= 3;

/** A name that begins above: its row starts with what names end with, or closes a parenthesis it did not open. */
function firstRowOfName(head: readonly Row[], last: number): number {
  let first = last;
  while (first > 0 && last - first + 1 < MOST_ROWS) {
    const { text } = head[first]!;
    const above = head[first - 1]!;
    const goesOn = CONTINUES_NAME.test(text) || opens(text) < 0 || isOnlyLegalForm(text);
    if (!goesOn || !couldBeName(above)) break;
    first--;
  }
  return first;
}

const isOnlyLegalForm = (text: string): boolean => LEGAL_FORM.test(text) && lettersOf(text.replace(LEGAL_FORM, '')) < 3;

const couldBeName = (row: Row): boolean =>
  lettersOf(row.text) >= 3 &&
  !NOT_NAME_OR_ADDRESS.test(row.text) &&
  !LEGAL_FORM.test(row.text) &&
  /\p{Lu}/u.test(row.text);

/** How many more parentheses a text opens than it closes. */
const opens = (text: string): number => (text.match(/\(/g) ?? []).length - (text.match(/\)/g) ?? []).length;

function nameFrom(rows: readonly Row[]): string {
  const text = rows.map((row) => row.text).join(' ');
  return withoutTail(correctWords(correctConfusions(text), WORDS_OF_TRADE))
    .replace(REGISTRATION_NUMBER, '')
    .replace(UNCLOSED_PLACE, '($1) ')
    .replace(/(?<!\p{L})S[DO0]N(\.?\s*)[B8][HRN]D(?!\p{L})/iu, (_, gap: string) => `SDN${gap || ' '}BHD`)
    .replace(/\)(?=\p{L}{2})/gu, ') ')
    .replace(/ &(?=\p{L}{2})|(?<=\p{L}{2})& /gu, ' & ')
    .replace(/\s+/g, ' ')
    .replace(/^[^\p{L}\p{N}(]+|(?<![\s,:;*\-])[\s,:;*\-]+$/gu, '')
    .replace(/ [.|'_]$/u, '');
}

/** After the legal form come registration numbers, specks and the like, never more of the name. */
function withoutTail(text: string): string {
  const form = LEGAL_FORM.exec(text);
  const end = form ? form.index + form[0].length : text.length;
  const tail = text.slice(end);
  return /\d/.test(tail) || lettersOf(tail) === 0 || opens(tail) < 0 ? text.slice(0, end) : text;
}
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
