import type { Span } from '../candidate.js';
import type { Layout, Row, Segment } from '../layout.js';

/**
 * A field of a card that is announced by its number: driving licences of the European Union (Directive 2006/126/EC, annex I)
 * and of North America (AAMVA DL/ID Card Design Standard 2020, annex A).
 */
export interface NumberedField {
  /** `1`, `4a`, `9a`, or `1,2` where one label speaks for both. */
  number: string;
  /** The number itself; what follows it in its segment is label or value. */
  token: Span;
  /** Where text of the field may stand in the segment of the token: up to the next number, or the end. */
  end: number;
}

/** Whether a segment begins with the number of a field. */
export const beginsWithNumber = (segment: Segment, fields: readonly NumberedField[]): boolean =>
  fields.some(({ token }) => token.segment === segment && token.start === 0);

interface Token extends NumberedField {
  /** Its number has a letter or is followed by a dot: hardly anything else is written so. */
  plain: boolean;
}

const NUMBER = '4[a-d]|9a|1[0-9]|[1-9]';
/** `4a.`, `4a`, `1.`, `1`, `1,2`: a word of its own. */
const OWN_WORD = new RegExp(`^(1[,.&/]2|${NUMBER})([.:)]?|,)$`, 'i');
/** `4bEXP`, `3DOB`, `15SEX`: the reader lost the space before a label; labels of cards are set in capitals. */
const BEFORE_LABEL = /^(4[a-d]|9a|1[0-9]|[1-9])(?=\p{Lu}{3}|DL\b|DD\b)/u;
/** `1.LEFÈVRE`, `4a.08/02/2016`, `3.25/10/1992`: the reader lost the space behind the dot. */
const BEFORE_VALUE =
  /^(?:(4[a-d])[.:]?(?=[\p{L}\d])|([1-35-9])\.(?=\p{L}{2})|(3)\.(?=\d\d[./-]\d\d[./-]\d\d)|(5)\.(?=[\dA-Z]{6}))/iu;
/** So many fields, and those that nobody else numbers so, make a card of numbered fields. */
const FEWEST_NUMBERS = 4;
/** Numbers begin in one line, within so many heights. */
const GLUED_LEFT_HEIGHTS = 0.7;
const TELLING = ['4a', '4b', '4d'];

/** The fields of a page that are announced by their number; none where too few are for the card to be a numbered one. */
export function numberedFields(layout: Layout): NumberedField[] {
  const tokens = layout.rows.flatMap((row) => tokensOfRow(row));
  const telling = tokens.filter(({ plain }) => plain);
  const numbers = new Set(tokens.map(({ number }) => number));
  if (numbers.size < FEWEST_NUMBERS || !telling.some(({ number }) => TELLING.includes(number))) return [];
  const left = median(telling.map(({ token }) => token.segment.left));
  const byNumber = new Map<string, Token>();
  for (const token of tokens) {
    const rival = byNumber.get(token.number);
    if (!rival || isLikelier(token, rival, left)) byNumber.set(token.number, token);
  }
  const gluedAddress = byNumber.has('8') ? undefined : addressBehindGluedNumber(layout, byNumber);
  return [...byNumber.values(), ...(gluedAddress ? [gluedAddress] : [])];
}

/** `8123 MAIN ST`: the 8 stands where the other numbers stand, and the reader took it for the first digit of the house number. */
function addressBehindGluedNumber(layout: Layout, byNumber: ReadonlyMap<string, Token>): NumberedField | undefined {
  const column = ['1', '2'].flatMap((number) => byNumber.get(number)?.token.segment ?? []);
  const segment = layout.segments.find(
    ({ text, left, height }) =>
      /^8\d{1,5}\s\p{L}/u.test(text) &&
      column.length === 2 &&
      column.every((other) => Math.abs(other.left - left) < GLUED_LEFT_HEIGHTS * height),
  );
  return segment && { number: '8', token: { segment, start: 0, end: 1 }, end: segment.text.length };
}

/** A number with its dot is the field's rather than one without; of two alike the one that stands in line with the others. */
function isLikelier(one: Token, other: Token, left: number): boolean {
  if (one.plain !== other.plain) return one.plain;
  const away = ({ token }: Token): number => Math.abs(token.segment.left - left);
  return away(one) < away(other) - one.token.segment.height;
}

function tokensOfRow({ segments }: Row): Token[] {
  return segments.flatMap((segment) => {
    const found = segment.words.flatMap((word, i) => {
      const at = segment.offsets[i]!;
      const token = tokenOf(word.text, at === 0);
      return token ? [{ ...token, start: at, stop: at + token.length }] : [];
    });
    return found.map(({ number, plain, start, stop }, i) => ({
      number,
      plain,
      token: { segment, start, end: stop },
      end: found[i + 1]?.start ?? segment.text.length,
    }));
  });
}

/** Readers of many scripts take a letter for one of the script around it, and a 1 before a dot for a letter. */
const LOOKALIKES: [RegExp, string][] = [
  [/(?<=^4)[аαɑ]/u, 'a'],
  [/(?<=^4)[ьвβЬ]/u, 'b'],
  [/(?<=^4)[сςϲ]/u, 'c'],
  [/^[Il|](?=\.)/u, '1'],
];

const inLatin = (word: string): string =>
  LOOKALIKES.reduce((result, [letter, latin]) => result.replace(letter, latin), word);

/** Within a line only numbers with a letter or a dot count: the others are house numbers and days. */
function tokenOf(printed: string, leads: boolean): { number: string; plain: boolean; length: number } | null {
  const word = inLatin(printed);
  const own = OWN_WORD.exec(word);
  if (own) {
    const number = own[1]!.toLowerCase().replace(/^1[,.&/]2$/, '1,2');
    const plain = /\D/.test(word);
    return plain || leads ? { number, plain, length: word.length } : null;
  }
  const label = BEFORE_LABEL.exec(word);
  if (label) return { number: label[1]!.toLowerCase(), plain: true, length: label[0].length };
  const value = leads || /^4/.test(word) ? BEFORE_VALUE.exec(word) : null;
  const number = value?.slice(1).find(Boolean);
  if (!value || !number) return null;
  const length = word[value[0].length] === '.' ? value[0].length + 1 : value[0].length;
  return { number: number.toLowerCase(), plain: true, length };
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
