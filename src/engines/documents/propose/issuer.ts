import type { EngineDocumentType } from '../documentEngine.js';
import type { Candidate } from '../extract/candidate.js';
import { headerAddress } from '../extract/header/address.js';
import { headerCompanies } from '../extract/header/company.js';
import { LEGAL_FORM } from '../extract/header/headerWords.js';
import type { Layout, Row, Segment } from '../extract/layout.js';
import { fieldText } from '../text/fieldText.js';
import { foldText } from '../text/fold.js';
import { couldBeTitle, hasWordOf, wordsOfTypes } from './titles.js';
import type { FieldOfPage } from './fieldOfPage.js';

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
  const sureness = name && surenessOf(name, called);
  if (!name || !at || !sureness) return [];
  const address = headerAddress(layout, name, announces);
  const isAddressed = address !== null && isUnder(address, at);
  const isHeaded = sureness === 'alone' || isAddressed || isTitleUnder(layout, at.row, called);
  if (sureness !== 'named' && !(at.row === 0 && isHeaded)) return [];
  const fields = [{ name: 'issuer_name', hint: 'string', labels: [], at }];
  const its = address?.spans[0]?.segment;
  return isAddressed && its ? [...fields, { name: 'issuer_address', hint: 'string', labels: [], at: its }] : fields;
}

/** How surely a head is a name: by its own words, over a title or an address, or whatever stands under it. */
type Sureness = 'named' | 'headed' | 'alone';

/**
 * How surely a text is a name; undefined where it is none. Some word of a name is its own, neither what documents are called by nor a legal
 * form; where a title begins or ends with what documents are called by, a name has two.
 */
function surenessOf({ value, form }: Candidate, called: ReadonlySet<string>): Sureness | undefined {
  const text = fieldText(value);
  const legal = LEGAL_FORM.exec(text)?.[0] ?? '';
  const words = text.replace(legal, '').split(/\s+/).filter((word) => word.replace(/[^\p{L}]/gu, '').length >= LEAST_LETTERS); // prettier-ignore
  const own = words.filter((word) => !called.has(foldText(word)));
  const capital = words.filter((word) => /^\p{Lu}/u.test(word));
  if (!couldBeTitle(text) || /[.] \p{Lu}/u.test(text) || own.length === 0) return undefined;
  // A sentence.
  if (2 * capital.length < words.length) return undefined;
  // `ab` is a word, `AB` a Swedish company.
  if (form >= NAMED_BY_ITS_WORDS && (legal === '' || /\p{Lu}/u.test(legal))) return 'named';
  const isFramed = [words[0], words.at(-1)].some((word) => !own.includes(word!));
  if (words.length < 2 || (isFramed && own.length < 2)) return undefined;
  const isProper = words.every((word) => /^\p{Lu}.*\p{Ll}/u.test(word));
  return isProper && !isFramed ? 'alone' : 'headed';
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
