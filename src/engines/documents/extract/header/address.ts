import { wholeOf, type Candidate } from '../candidate.js';
import { candidate } from '../fieldCandidates.js';
import type { Layout, Row } from '../layout.js';
import { countryCode } from '../values/country.js';
import { addressText } from '../values/addressText.js';
import { correctConfusions } from '../values/digits.js';
import { ADDRESS_SIGN } from './addressWords.js';
import { headRows } from './headRows.js';
import { LEGAL_FORM, NOT_NAME_OR_ADDRESS, REGISTRATION_NUMBER } from './headerWords.js';
import { lettersOf } from '../../text/lettersOf.js';

/** An address takes at most this many rows. */
const MOST_ROWS = 6;
/** It begins at most this many rows under the name. */
const FURTHEST_FROM_NAME = 6;
const ROWS_OF_HEAD = 14;
/** Of a company, of a tax office, a telephone: no postal code is so long. */
const LONG_NUMBER = /\d(?:[ ./]?\d){8}/;
/** `12, AB3/4C,`: a house number, then something more. */
const NUMBER_AND_STREET = /^\s*(?:no\.?\s*)?\d{1,4}[a-z]?(?:[-/]\d{1,4}[a-z]?)?\s?,/i;
/** Rows further apart than this many heights belong to different blocks. */
const WIDEST_GAP_HEIGHTS = 2.2;

/**
 * The address of who issued the document: the block of rows under its name that reads like an address.
 *
 * @param name the candidate for the issuer's name, `null` when none was found
 * @param announces whether a row begins with the label of some field
 */
export function headerAddress(
  layout: Layout,
  name: Candidate | null,
  announces: (row: Row) => boolean,
): Candidate | null {
  const isOther = (row: Row): boolean => announces(row) || isSomethingElse(row.text);
  const rows = headRows(layout);
  const lastOfName = Math.max(-1, ...(name?.spans.map(({ segment }) => segment.row) ?? []));
  const start =
    startUnder(rows, lastOfName + 1, FURTHEST_FROM_NAME, isOther) ?? startUnder(rows, 0, ROWS_OF_HEAD, isOther);
  if (start === null) return null;
  const block = blockFrom(rows, start, isOther);
  const spans = block.flatMap(({ segments }) => segments.map(wholeOf));
  const text = block.map((row) => row.segments.map((segment) => segment.text).join(' ')).join(' ');
  const hasPostcode = /(?<!\d)\d{5}(?!\d)/.test(correctConfusions(text));
  const form = (hasPostcode ? 1 : 0.6) * (block.length > 1 ? 1 : 0.8);
  const value = addressText(text);
  const raw = block.map((row) => row.text).join('\n');
  return { ...candidate({ value, raw, start: 0, end: raw.length, form }, spans, 'header', 0), score: form };
}

type RowTest = (row: Row) => boolean;

function startUnder(rows: readonly Row[], from: number, within: number, isOther: RowTest): number | null {
  for (let i = from; i < Math.min(from + within, rows.length); i++) {
    const { text } = rows[i]!;
    if (isOther(rows[i]!) || lettersOf(text) < 3) continue;
    const next = rows[i + 1];
    if (isAddress(text) || NUMBER_AND_STREET.test(text)) return i;
    if (/,/.test(text) && next !== undefined && isAddress(next.text)) return i;
  }
  return null;
}

function blockFrom(rows: readonly Row[], start: number, isOther: RowTest): Row[] {
  const block = [rows[start]!];
  for (let i = start + 1; i < Math.min(rows.length, start + MOST_ROWS); i++) {
    const row = rows[i]!;
    const above = rows[i - 1]!;
    const apart = row.top - above.bottom > WIDEST_GAP_HEIGHTS * Math.min(row.height, above.height);
    if (apart || row.page !== above.page || isOther(row) || endsWithCountry(above.text)) break;
    const next = rows[i + 1];
    const leadsOn = next !== undefined && isAddress(next.text) && !isOther(next);
    if (!isAddress(row.text) && !leadsOn && !/,\s*$/.test(above.text)) break;
    block.push(row);
  }
  return block;
}

const isAddress = (text: string): boolean => ADDRESS_SIGN.test(correctConfusions(text));

/** A name, a registration number, or a row that is about something else and says nothing of a place. */
function isSomethingElse(text: string): boolean {
  if (REGISTRATION_NUMBER.test(text) && lettersOf(text.replace(REGISTRATION_NUMBER, '')) < 3) return true;
  if (LEGAL_FORM.test(text) && !/\d{2}/.test(text)) return true;
  return NOT_NAME_OR_ADDRESS.test(text) || LONG_NUMBER.test(text);
}

const endsWithCountry = (text: string): boolean => {
  const last =
    text
      .replace(/(?<![.,\s])[.,\s]+$/, '')
      .split(/[\s,]+/)
      .at(-1) ?? '';
  return last.length > 3 && countryCode(last) !== null;
};
