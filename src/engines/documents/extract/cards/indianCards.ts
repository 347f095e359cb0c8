import { wholeOf, type Candidate } from '../candidate.js';
import type { SearchedDocument } from '../fieldCandidates.js';
import type { Layout, Segment } from '../layout.js';
import { addressText } from '../values/addressText.js';
import { parseDates } from '../values/date.js';
import { readName } from '../values/printedText.js';
import { lineAbove, lineBelow } from './linesAround.js';
import { isLabelled, isNameLine, unlabelled } from './unlabelled.js';

/** Where an Aadhaar card says when the holder was born; the name stands over it. */
const BIRTH_LINE = /\b(?:DOB|Year of Birth|Date of Birth|YOB)\b/i;
/** Whose child or spouse the holder is, or in whose care: the address begins with it (UIDAI, Aadhaar letter). */
const CARE_OF = /^\s*[SDWC]\s?\/\s?[O0][\s:.]*(?=\p{Lu}\p{L})/u;
/** Postal Index Number: six digits, none of them first 0 (India Post). */
const PIN = /(?<!\d)[1-9]\d{2}\s?\d{3}(?!\d)/;
/** A mobile number of India's numbering plan (ITU-T E.164, notification of India): ten digits, the first 6 to 9. */
const MOBILE = /^[6-9]\d{9}$/;
const MOST_ADDRESS_LINES = 9;
/** The Devanagari before a label is lost to the reader, so that the line begins further right. */
const SAME_LEFT_HEIGHTS = 6;
const NAME = 0.8;
const ADDRESS = 0.95;

/** The holder's name on an Aadhaar card: the Latin line over the birth date, else over the line that names a parent. */
export function aadhaarName({ layout, labels }: SearchedDocument): Candidate[] {
  const below = layout.segments.filter(({ text }) => BIRTH_LINE.test(text) || CARE_OF.test(text));
  return below.flatMap((segment) => {
    const line = lineAbove(segment, layout, SAME_LEFT_HEIGHTS);
    return line && isNameLine(line) && !isLabelled(line, labels)
      ? [unlabelled(line.text.trim(), [wholeOf(line)], NAME)]
      : [];
  });
}

/** What an Aadhaar letter says of where the holder lives; the values share their text. */
export interface AadhaarAddress {
  address: Candidate[];
  guardian: Candidate[];
  postalCode: Candidate[];
  mobile: Candidate[];
}

/**
 * The address of an Aadhaar card, from the parent's name to the postal code, and what it is made of.
 * @param sharedBy names of the fields for address, guardian and postal code
 */
export function aadhaarAddress({ layout }: SearchedDocument, sharedBy: readonly string[]): AadhaarAddress {
  const found: AadhaarAddress = { address: [], guardian: [], postalCode: [], mobile: [] };
  for (const first of layout.segments) {
    const careOf = CARE_OF.exec(first.text);
    if (!careOf) continue;
    const guardian = readName(first.text.slice(careOf[0].length).split(',')[0]!);
    if (guardian) {
      const start = careOf[0].length + guardian.start;
      const span = { segment: first, start, end: start + guardian.raw.length };
      found.guardian.push(unlabelled(guardian.raw, [span], ADDRESS, sharedBy));
    }
    const lines = linesOfAddress(first, layout);
    const last = lines.at(-1);
    const pin = last && PIN.exec(last.text);
    if (!last || !pin) continue;
    const text = addressText(lines.map((line) => line.text).join('\n'));
    found.address.push(unlabelled(text, lines.map(wholeOf), ADDRESS, sharedBy));
    const code = { segment: last, start: pin.index, end: pin.index + pin[0].length };
    found.postalCode.push(unlabelled(pin[0].replace(/\s/g, ''), [code], ADDRESS, sharedBy));
    const under = lineBelow(last, layout);
    if (under && MOBILE.test(under.text.trim()))
      found.mobile.push(unlabelled(under.text.trim(), [wholeOf(under)], NAME));
  }
  return found;
}

function linesOfAddress(first: Segment, layout: Layout): Segment[] {
  const lines = [first];
  while (!PIN.test(lines.at(-1)!.text) && lines.length < MOST_ADDRESS_LINES) {
    const next = lineBelow(lines.at(-1)!, layout);
    if (!next) break;
    lines.push(next);
  }
  return lines;
}

/** What a PAN card says of its holder. */
export interface PanHolder {
  holder: Candidate[];
  father: Candidate[];
  birth: Candidate[];
}

/** Holder, father and date of birth on a PAN card without labels: the lines over the date, the father's nearest. */
export function panNames({ layout, labels }: SearchedDocument): PanHolder {
  const isBare = (segment: Segment): boolean => isNameLine(segment) && !isLabelled(segment, labels);
  for (const segment of layout.segments) {
    const [date] = parseDates(segment.text);
    if (!date || isLabelled(segment, labels)) continue;
    const father = lineAbove(segment, layout);
    const holder = father && lineAbove(father, layout);
    if (!father || !holder || !isBare(father) || !isBare(holder)) continue;
    const name = (line: Segment): Candidate[] => [unlabelled(line.text.trim(), [wholeOf(line)], NAME)];
    const birth = [unlabelled(date.iso, [{ segment, start: date.start, end: date.end }], NAME)];
    return { holder: name(holder), father: name(father), birth };
  }
  return { holder: [], father: [], birth: [] };
}
