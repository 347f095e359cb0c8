import { checkOf, type DocumentCheck } from '../../../../domain/documents/index.js';
import { boxOf } from '../place.js';
import type { DrawnWord, PageMarks } from './pageMarks.js';

/** Finds the name of a font of the document, such as `ABCDEF+Helvetica-Bold`; undefined where it has none. */
export type FontNames = (font: string) => string | undefined;

/** Sizes that are this close are the same role in a document; a heading or a superscript is further off. */
const SAME_ROLE = 0.15;
/** Runs nearer than this share of their size stand in one word. */
const ONE_WORD = 0.12;
/** Base lines of one word are this close, in sizes; what is raised is smaller too. */
const ONE_BASELINE = 0.05;
/** A look that this share of the page's characters has at most is one that a single value has. */
const RARE = 0.05;
/** Words that are compared on a page, each with each on its row and in its column. */
const MOST_WORDS = 2500;

/** A word with digits, and how it looks. */
interface Value extends DrawnWord {
  family: string;
}

/**
 * A value whose glyphs come from another font, size or base line than those it stands with. Bold and plain of one family are the same,
 * and only digits are compared: fonts that lack a sign borrow it.
 */
export function fontDiffers(page: number, marks: PageMarks, names: FontNames): DocumentCheck[] | undefined {
  const visible = marks.words.filter((word) => word.visible);
  if (visible.length > MOST_WORDS) return undefined;
  const families = new Map([...new Set(visible.map(({ font }) => font))].map((font) => [font, familyOf(names(font))]));
  const looked = visible.flatMap((word): Value[] => {
    const family = families.get(word.font);
    return family === undefined ? [] : [{ ...word, family }];
  });
  const values = looked.filter(({ text }) => /\d/.test(text));
  const [odd, beside] = oddPartOfWord(values) ?? oddValue(values, looked) ?? [];
  if (!odd || !beside) return [];
  return [
    checkOf(
      'font_differs_in_value',
      'failed',
      'A value is set in another font, size or base line than those beside it.',
      {
        ...{ page, box: boxOf(odd.extent, marks), values: [lookOf(odd), lookOf(beside)] },
      },
    ),
  ];
}

const lookOf = ({ family, size }: Value): string => `${family} ${size.toFixed(1)} pt`;

/** `ABCDEF+Helvetica-BoldMT` is of the family `helvetica`. */
function familyOf(name: string | undefined): string | undefined {
  const plain = name
    ?.replace(/^[A-Z]{6}\+/, '')
    .replace(
      /(?:bold|italic|oblique|regular|roman|medium|light|semi|demi|black|book|narrow|cond(?:ensed)?|ps|mt)/gi,
      '',
    )
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  return plain || undefined;
}

const sizesAgree = (one: Value, other: Value): boolean =>
  Math.abs(one.size - other.size) <= SAME_ROLE * Math.max(one.size, other.size);

const isOneRow = (one: Value, other: Value): boolean => Math.abs(one.baseline - other.baseline) < 0.4 * one.size;

/** Two runs of digits that touch and do not look the same. */
function oddPartOfWord(values: readonly Value[]): [Value, Value] | undefined {
  for (const one of values) {
    for (const next of values) {
      const gap = next.extent[0] - one.extent[2];
      if (one === next || Math.abs(gap) > ONE_WORD * one.size || !isOneRow(one, next)) continue;
      if (!/\d$/.test(one.text.replace(/[.,]$/, '')) || !/^[.,]?\d/.test(next.text)) continue;
      if (!sizesAgree(one, next)) continue;
      const lifted = Math.abs(one.baseline - next.baseline) > ONE_BASELINE * one.size;
      const resized = Math.abs(one.size - next.size) > 0.05 * one.size;
      if (one.family !== next.family || lifted || resized) return [next, one];
    }
  }
  return undefined;
}

/** A value whose look nothing but values has, and hardly any of them, among others of the same role on its row or in its column. */
function oddValue(values: readonly Value[], words: readonly Value[]): [Value, Value] | undefined {
  const characters = new Map<string, { all: number; inWords: number }>();
  for (const word of words) {
    const counted = characters.get(lookOf(word)) ?? { all: 0, inWords: 0 };
    counted.all += word.text.length;
    if (!/\d/.test(word.text)) counted.inWords += word.text.length;
    characters.set(lookOf(word), counted);
  }
  const total = words.reduce((sum, { text }) => sum + text.length, 0);
  const isRare = (word: Value): boolean => {
    const counted = characters.get(lookOf(word));
    return counted !== undefined && counted.all <= RARE * total && counted.inWords === 0;
  };
  for (const value of values.filter(isRare)) {
    const beside = values.find(
      (other) =>
        lookOf(other) !== lookOf(value) && !isRare(other) && sizesAgree(value, other) &&
        (isOneRow(value, other) || isOneColumn(value, other)),
    ); // prettier-ignore
    if (beside) return [value, beside];
  }
  return undefined;
}

/** Flush left or right, on one of the next three rows. */
const isOneColumn = (one: Value, other: Value): boolean =>
  Math.abs(one.baseline - other.baseline) < 6 * one.size &&
  Math.min(Math.abs(one.extent[0] - other.extent[0]), Math.abs(one.extent[2] - other.extent[2])) < 2;
