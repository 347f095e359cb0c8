import { canBeName } from '../../../domain/core/forms.js';
import type { Layout, Segment } from '../extract/layout.js';
import { foldText } from '../text/fold.js';
import { parseAmounts } from '../extract/values/amount.js';
import { parseDates } from '../extract/values/date.js';
import { findEmails, findIbans, findPhones, findUrls } from '../extract/values/patterns.js';
import type { SoughtField } from '../../../domain/documents/index.js';
import { hasWordOf } from './titles.js';

/** A label has at most so many words, and so many letters: what is longer is a sentence. */
const MOST_WORDS = 6;
const MOST_LETTERS = 48;

/**
 * Labels that no type knows, told by what stands around them: a colon behind them, or a column of labels with a column of values
 * beside it.
 * @param isKnown whether a segment begins with a label that is known
 * @param words those that labels are made of
 */
export function unknownLabels(
  layout: Layout,
  isKnown: (segment: Segment) => boolean,
  words: ReadonlySet<string>,
): SoughtField[] {
  const found = new Map<string, SoughtField>();
  for (const segment of layout.segments) {
    if (isKnown(segment)) continue;
    const pair = pairOf(segment, layout);
    const name = pair && !mayBeName(pair.label, words) ? nameOf(pair.label) : undefined;
    if (!pair || !name || found.has(name)) continue;
    found.set(name, { name, hint: hintOfValue(pair.value), labels: [pair.label] });
  }
  return [...found.values()];
}

interface Pair {
  label: string;
  value: string;
}

function pairOf(segment: Segment, layout: Layout): Pair | undefined {
  const colon = /^([^:]{2,60}?)\s*:\s*(.*)$/su.exec(segment.text);
  if (colon) {
    const [, label = '', behind = ''] = colon;
    const value = behind.trim() || (neighbour(segment, layout)?.text ?? '');
    return isLabel(label) && isValue(value) ? { label: label.trim(), value } : undefined;
  }
  const value = neighbour(segment, layout);
  if (!value || !isLabel(segment.text) || !isValue(value.text) || !isInColumn(segment, layout)) return undefined;
  return { label: segment.text.trim(), value: value.text };
}

const neighbour = (segment: Segment, { rows }: Layout): Segment | undefined => {
  const { segments } = rows[segment.row]!;
  return segments[segments.indexOf(segment) + 1];
};

/** A label is words: no figures, not too many, and not only one letter. */
export function isLabel(text: string): boolean {
  const words = text.trim().split(/\s+/);
  return (
    words.length <= MOST_WORDS &&
    text.trim().length <= MOST_LETTERS &&
    !/\d/.test(text) &&
    /\p{L}{3}/u.test(text) &&
    /^[\p{L}(]/u.test(text.trim())
  );
}

/** What stands between the names of people in languages of Latin letters: `van der`, `de la`, `bin`, `ben`, `af`, `zu`. */
const PARTICLE =
  /^(?:a[bf]|al|b[ei]n|bint|d[aeiou]|de[lnr]|dell[ao]|do[ns]?|d[ao]s|el|ibn|l[ae]|las|los|te[nr]|tot|v[ao]n|vom|y|zu[mr]?|'t)$/;

/** `Anna Schmidt: …` is somebody who says something: names of people become no names of fields. */
export function mayBeName(label: string, words: ReadonlySet<string>): boolean {
  // In `Anna van der Berg` nobody is called by the words between.
  const parts = label
    .trim()
    .split(/\s+/)
    .filter((part, at) => at === 0 || !PARTICLE.test(part));
  const isCapitalised = parts.every((part) => /^\p{Lu}/u.test(part));
  return parts.length > 1 && isCapitalised && !hasWordOf(parts.join(' '), words);
}

const isValue = (text: string): boolean => /[\p{L}\p{N}]/u.test(text) && !/:\s*$/.test(text);

/** Whether the row has two parts, and another one above or below has too, that begin at the same places. */
function isInColumn(segment: Segment, { rows }: Layout): boolean {
  const row = rows[segment.row]!;
  if (row.segments.length !== 2 || row.segments[0] !== segment) return false;
  return [segment.row - 1, segment.row + 1].some((index) => {
    const other = rows[index];
    if (other?.page !== segment.page || other.segments.length !== 2) return false;
    return other.segments.every((one, at) => Math.abs(one.left - row.segments[at]!.left) < 0.5 * segment.height);
  });
}

/** The name of a field that a label announces; undefined where its letters give none. */
export function nameOf(label: string): string | undefined {
  const words = foldText(label).replace(/[^a-z0-9 ]/g, '').trim().split(/\s+/).filter(Boolean); // prettier-ignore
  const name = words.join('_').slice(0, 64).replace(/_+$/, '');
  return /^[a-z]/.test(name) && name.length >= 2 && canBeName(name) ? name : undefined;
}

/** What its form says of a value. */
function hintOfValue(text: string): string {
  const value = text.trim();
  const isAll = (raw: string | undefined): boolean => raw !== undefined && raw.trim().length >= 0.8 * value.length;
  const reading = { monthFirst: false, twoDigitYearPivot: 50 };
  if (isAll(parseDates(value, reading)[0]?.raw)) return 'date YYYY-MM-DD';
  if ([findEmails, findIbans, findPhones, findUrls].some((find) => isAll(find(value)[0]?.raw))) return 'string';
  const amount = parseAmounts(value)[0];
  // The currency stands before or behind it, as a sign or three letters (ISO 4217).
  if (!amount || !/^\W*(?:[A-Z]{3})?\W*$/.test(value.replace(amount.raw, ''))) return 'string';
  return amount.hasDecimals || amount.currency !== undefined ? 'amount' : 'string';
}
