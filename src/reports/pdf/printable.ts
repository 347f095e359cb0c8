import type { Tone } from './style.js';

/** Text as it can be set: no control characters but line breaks, no broken surrogates, no word too long for its column. */
export const printable = (text: string, longestWord = 30): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\t/g, ' ')
    .replace(/[^\P{Cc}\n]/gu, '')
    .replace(/[^\s-]+/gu, (word) => breakable(word, longestWord));

/** A line can be broken at a space of no width (U+200B); a word that leaves its column would be cut off at the edge of the page. */
const breakable = (word: string, longest: number): string =>
  word.length <= longest ? word : (word.match(new RegExp(`.{1,${longest / 2}}`, 'gu')) ?? []).join('\u200b');

/** Longest word of a name, in the narrow column that names stand in. */
const LONGEST_IN_NAME = 18;

/** `document_number` as people write it: `Document number`. */
export function inWords(name: string): string {
  const words = printable(name.replace(/[_+]+/g, ' '), LONGEST_IN_NAME)
    .trim()
    .replace(/\p{L}+/gu, (word) => (ABBREVIATIONS.has(word) ? word.toUpperCase() : word));
  return words === '' ? '–' : words.charAt(0).toUpperCase() + words.slice(1);
}

const ABBREVIATIONS = new Set('bic iban id mrz pan pin ssn tin us vat vin w'.split(' '));

/** A value as people write it; a list or an object over several lines. */
export function valueInWords(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(valueInWords).join('\n');
  if (typeof value === 'object') {
    const parts = Object.entries(value).filter(([, part]) => part !== null);
    return parts.map(([name, part]) => `${printable(name)}: ${valueInWords(part)}`).join(' · ');
  }
  return typeof value === 'string' || typeof value === 'number' ? printable(String(value)) : '–';
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** `21 Nov 2026, 09:31:12 UTC`; `–` where there is no time. */
export function timeInWords(timestamp: string | null): string {
  const at = new Date(timestamp ?? NaN);
  if (Number.isNaN(at.getTime())) return '–';
  const time = at.toISOString().slice(11, 19);
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}, ${time} UTC`;
}

/** `1.4 MB`. */
export function sizeInWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${amount.toFixed(amount < 10 ? 1 : 0)} ${unit}`;
}

/** A share of one as `99.8 %`; never rounded up to certainty. */
export const percent = (share: number): string => `${(Math.floor(share * 1000) / 10).toFixed(1).replace(/\.0$/, '')} %`;

/** Below this a value deserves a look, and below the other hardly any trust: confidences are calibrated, so they are shares of right values. */
const DOUBTFUL = 0.9;
const WEAK = 0.6;

/** How a confidence is judged. */
export const confidenceTone = (confidence: number): Tone =>
  confidence >= DOUBTFUL ? 'plain' : confidence >= WEAK ? 'doubt' : 'bad';

/** Who did something: `API key 9e107d9d-…`. */
export function actorInWords(actor: string | null): string {
  if (actor === null) return '–';
  const [kind, ...rest] = actor.split(':');
  const name = printable(rest.join(':'));
  if (kind === 'key') return `API key ${name}`;
  return kind === 'worker' ? `Attest (${name})` : kind === 'system' ? 'Attest' : printable(actor);
}

const SOURCES: { readonly [source: string]: string } = {
  mrz: 'MRZ',
  barcode: 'Barcode',
  text_layer: 'PDF text',
  ocr: 'OCR',
};

/** Where a value came from. */
export const sourceInWords = (source: string | null): string =>
  source === null ? '–' : (SOURCES[source] ?? inWords(source));

/** `1 document`, `3 documents`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Whether a text holds letters that the fonts of the report lack. */
export const isBeyondFonts = (text: string): boolean =>
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u.test(text);
