import { type Glyph, type PrintedRun, quantile } from './glyphs.js';

/** A date as it is printed, and the digits that could be cut out of it. */
interface PrintedDate {
  digits: readonly Glyph[];
}

/** A date whose print is unlike that of all other dates of its page, while those are alike. */
export interface OddPrint extends PrintedDate {
  /** How far its digits are from the same digits of the others. */
  distance: number;
  /** The same of the other dates, at most. */
  elsewhere: number;
  /** How much more of its digits is ink than of the others', as a share of their size: it is positive for bold print. */
  heavier: number;
}

/** Day, month and year in digits, in either order, or with the month as a word. */
const DATE =
  /(?<![\d.,/])(?:\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d{2})|\d{4}-\d{2}-\d{2}|\d{1,2}[ -]\p{L}{3,9}\.?[ -]\d{4})(?![\d/])/u;

/** Dates that are compared on a page, each with each. */
const MOST_DATES = 40;
/** Digits of a date that must stand in others too. */
const LEAST_DIGITS = 3;
/** How many of these must differ from each other: one that was read wrongly is not to judge alone. */
const LEAST_DIFFERENT = 2;
/** Other dates that must be alike. */
const LEAST_OTHERS = 2;
/** Pixels that digits must be high: in smaller ones, where pixels happen to lie makes the same digit look otherwise. */
const LEAST_HEIGHT = 10;
/** Digits whose heights are further apart than this are not of one size of print, and not compared. */
const SAME_SIZE = 1.22;

/** Whether a text has a date that could be judged. */
export const hasDate = (text: string): boolean => DATE.test(text);

/** The date whose print is furthest from that of the others; undefined where there are too few to tell. */
export function oddestPrint(runs: readonly PrintedRun[]): OddPrint | undefined {
  const dates = runs.flatMap(datesOf).slice(0, MOST_DATES);
  const found = dates.map((date) => ({ date, ...distanceFrom(date, dates) }));
  const [odd] = found.sort((one, other) => (other.distance ?? -1) - (one.distance ?? -1));
  if (odd?.distance === undefined || odd.heavier === undefined) return undefined;
  const rest = dates.filter((date) => date !== odd.date);
  const others = rest.flatMap((date) => distanceFrom(date, rest)?.distance ?? []);
  if (others.length < LEAST_OTHERS) return undefined;
  return { digits: odd.date.digits, distance: odd.distance, heavier: odd.heavier, elsewhere: Math.max(...others) };
}

const datesOf = ({ text, glyphs }: PrintedRun): PrintedDate[] =>
  [...text.matchAll(new RegExp(DATE, 'gu'))].map((match) => ({
    digits: glyphs.filter(
      ({ place, character, extent }) =>
        /\d/.test(character) &&
        place >= match.index &&
        place < match.index + match[0].length &&
        extent[3] - extent[1] >= LEAST_HEIGHT,
    ),
  }));

/** How far the digits of a date are from the nearest of the same digits of others: a quarter of them is nearer. */
function distanceFrom(
  date: PrintedDate,
  all: readonly PrintedDate[],
): Pick<OddPrint, 'distance' | 'heavier'> | undefined {
  const others = all.flatMap((other) => (other === date ? [] : other.digits));
  const nearest = date.digits.flatMap((digit) => {
    const same = others
      .filter(({ character }) => character === digit.character)
      .flatMap((other) => {
        const distance = glyphDistance(digit, other);
        return distance === undefined ? [] : [{ digit, distance, heavier: inkOf(digit) - inkOf(other) }];
      });
    return same.length > 0 ? [same.reduce((best, one) => (one.distance < best.distance ? one : best))] : [];
  });
  const different = new Set(nearest.map(({ digit }) => digit.character)).size;
  if (nearest.length < LEAST_DIGITS || different < LEAST_DIFFERENT) return undefined;
  const of = (key: 'distance' | 'heavier', share: number): number => quantile(nearest.map((one) => one[key]), share); // prettier-ignore
  return { distance: of('distance', 0.25), heavier: of('heavier', 0.5) };
}

/**
 * How unlike two characters look: root mean square of what their ink differs by when both are made as wide and high, and how much wider for
 * its height one is, as a logarithm; undefined where they are not of one size.
 */
export function glyphDistance(one: Glyph, other: Glyph): number | undefined {
  const [oneHeight, otherHeight] = [one, other].map(({ extent }) => extent[3] - extent[1]) as [number, number];
  if (oneHeight > SAME_SIZE * otherHeight || otherHeight > SAME_SIZE * oneHeight) return undefined;
  let squares = 0;
  for (let cell = 0; cell < one.shape.length; cell++) squares += (one.shape[cell]! - other.shape[cell]!) ** 2;
  const [oneWidth, otherWidth] = [one, other].map(({ extent }) => extent[2] - extent[0]) as [number, number];
  const wider = Math.abs(Math.log((oneWidth * otherHeight) / (otherWidth * oneHeight)));
  return Math.sqrt(squares / one.shape.length) + wider;
}

const inkOf = ({ shape }: Glyph): number => shape.reduce((sum, ink) => sum + ink, 0) / shape.length;
