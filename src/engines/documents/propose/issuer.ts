import type { EngineDocumentType } from '../documentEngine.js';
import type { Candidate } from '../extract/candidate.js';
import { headerAddress } from '../extract/header/address.js';
import { headerCompanies } from '../extract/header/company.js';
import { LEGAL_FORM } from '../extract/header/headerWords.js';
import type { Layout, Row, Segment } from '../extract/layout.js';
import { foldText } from '../text/fold.js';
import { couldBeTitle, hasWordOf, wordsOfTypes } from './titles.js';
import type { FieldOfPage } from './fieldsOfPage.js';

/** The title of a document, or the address of who issued it, stands at most so many rows under the name. */
const ROWS_TO_TITLE = 2;
/** From so well a form on a name is one by its own words: a legal form, a word of trade. */
const NAMED_BY_ITS_WORDS = 0.8;
/** What is longer is a sentence. */
const LONGEST_ADDRESS = 120;
/** Shorter words are `of`, `and`, `für`. */
const LEAST_LETTERS = 4;

/**
 * The name and the address at the head of the first page, where they are sure to be somebody's: a name says so by its own words, or stands at
 * the very top, over a title or an address. What documents are called by is no name.
 * @param isTaken whether a segment is a label with a value, or that value
 */
export function issuerFields(
  layout: Layout,
  types: readonly EngineDocumentType[],
  isTaken: (segment: Segment) => boolean,
): FieldOfPage[] {
  const announces = (row: Row): boolean => row.segments.some(isTaken);
  const called = wordsOfTypes(types);
  const [name] = headerCompanies(layout, announces);
  const at = name?.spans[0]?.segment;
  if (!name || !at || !isName(name, called)) return [];
  const address = headerAddress(layout, name, announces);
  const isAddressed = address !== null && isUnder(address, at);
  const isTop = at.row === 0 && (isAddressed || isTitleUnder(layout, at.row, called));
  if (name.form < NAMED_BY_ITS_WORDS && !isTop) return [];
  const fields = [{ name: 'issuer_name', hint: 'string', labels: [], at }];
  const its = address?.spans[0]?.segment;
  return isAddressed && its ? [...fields, { name: 'issuer_address', hint: 'string', labels: [], at: its }] : fields;
}

/**
 * A word of it is its own, neither what documents are called by nor a legal form; and no such word begins or ends it, where nothing else says
 * that it is a name: the head of a title stands first or last.
 */
function isName({ value, form }: Candidate, called: ReadonlySet<string>): boolean {
  const text = String(value);
  const legal = LEGAL_FORM.exec(text)?.[0];
  // `ab` is a word, `AB` a Swedish company.
  const isNamed = form >= NAMED_BY_ITS_WORDS && (legal === undefined || /\p{Lu}/u.test(legal));
  const words = foldText(legal === undefined ? text : text.replace(legal, '')).split(' ').filter((word) => word.length >= LEAST_LETTERS); // prettier-ignore
  if (!couldBeTitle(text) || /[.] \p{Lu}/u.test(text) || !words.some((word) => !called.has(word))) return false;
  return isNamed || (words.length > 1 && !called.has(words[0]!) && !called.has(words.at(-1)!));
}

/** Under the name, and no more than a line or two. */
function isUnder({ spans, raw }: Candidate, name: Segment): boolean {
  const row = spans[0]?.segment.row ?? -1;
  return row > name.row && row <= name.row + ROWS_TO_TITLE && raw.length <= LONGEST_ADDRESS && /\d/.test(raw);
}

const isTitleUnder = ({ rows }: Layout, row: number, called: ReadonlySet<string>): boolean =>
  rows
    .slice(row + 1, row + 1 + ROWS_TO_TITLE)
    .some(({ text, segments }) => segments.length === 1 && couldBeTitle(text) && hasWordOf(text, called));
