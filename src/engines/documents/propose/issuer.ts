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
  if (!name || !at || !isName(String(name.value), called)) return [];
  const address = headerAddress(layout, name, announces);
  const isAddressed = address !== null && isUnder(address, at);
  const isTop = at.row === 0 && (isAddressed || isTitleUnder(layout, at.row, called));
  if (name.form < NAMED_BY_ITS_WORDS && !isTop) return [];
  const fields = [{ name: 'issuer_name', hint: 'string', labels: [], at }];
  const its = address?.spans[0]?.segment;
  return isAddressed && its ? [...fields, { name: 'issuer_address', hint: 'string', labels: [], at: its }] : fields;
}

/** A word of it is its own: neither what documents are called by nor a legal form. */
const isName = (text: string, called: ReadonlySet<string>): boolean =>
  couldBeTitle(text) &&
  foldText(text.replace(LEGAL_FORM, ''))
    .split(' ')
    .some((word) => word.length >= LEAST_LETTERS && !called.has(word));

const isUnder = ({ spans }: Candidate, name: Segment): boolean => {
  const [first] = spans;
  return first !== undefined && first.segment.row > name.row && first.segment.row <= name.row + ROWS_TO_TITLE;
};

const isTitleUnder = ({ rows }: Layout, row: number, called: ReadonlySet<string>): boolean =>
  rows
    .slice(row + 1, row + 1 + ROWS_TO_TITLE)
    .some(({ text, segments }) => segments.length === 1 && couldBeTitle(text) && hasWordOf(text, called));
