/** Digits behind the point of what stands under a name, however deep. Boxes are fractions of a page, the others go from 0 to 1. */
const DIGITS: ReadonlyMap<string, number> = new Map([
  ...(['box'] as const).map((name) => [name, 4] as const),
  ...(['confidence', 'confidences', 'field_confidences', 'score'] as const).map((name) => [name, 3] as const),
]);

/** Values of documents and of callers: what is written under these is theirs, whatever it is called. */
const THEIRS = new Set(['extracted', 'extractions', 'raw', 'values', 'before', 'after', 'metadata', 'corrections']);

/** A decimal that stands as text. */
const DECIMAL = /^\d+\.\d+$/;

/** An answer whose numbers have as many digits as mean something. For what is shown alone: what is kept has all of them. */
export function rounded<Shown>(shown: Shown): Shown {
  return round(shown, undefined) as Shown;
}

function round(value: unknown, digits: number | undefined): unknown {
  if (typeof value === 'number') return digits === undefined ? value : toDigits(value, digits);
  if (typeof value === 'string') return digits !== undefined && DECIMAL.test(value) ? roundText(value, digits) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((entry) => round(entry, digits));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      THEIRS.has(name) ? (member as unknown) : round(member, DIGITS.get(name) ?? digits),
    ]),
  );
}

/** A number with so many digits behind the point at most. */
export const toDigits = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

const roundText = (text: string, digits: number): string =>
  text.length - text.indexOf('.') - 1 > digits ? String(toDigits(Number(text), digits)) : text;
