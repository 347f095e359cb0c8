import { wholeOf, type Candidate } from '../candidate.js';
import type { Layout, Segment } from '../layout.js';
import type { LabelsBySegment } from '../valueSpots.js';
import { addressText } from '../values/addressText.js';
import { lineAbove } from './linesAround.js';
import { isLabelled, isNameLine, unlabelled } from './unlabelled.js';

/** States before a ZIP code (USPS Publication 28, appendix B), provinces before a postal code (Canada Post, Addressing Guidelines). */
const STATE_AND_ZIP =
  /(?:^|[\s,])(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]),?\s\d{5}(?:-\d{4})?$/;
const PROVINCE_AND_CODE = /(?:^|[\s,])(?:AB|BC|MB|N[BLSTU]|ON|PE|QC|SK|YT),?\s{1,2}[A-Z]\d[A-Z]\s?\d[A-Z]\d$/;
const MOST_LINES = 3;
/** The state and its code tell an address; the name above it is only told by that. */
const ADDRESS = 0.8;
const NAME = 0.6;
/** Who lives there has the licence of there. */
const COUNTRY = 0.5;

/** The holder's address, which North American licences print without a label, and the name over it. */
export interface AddressWithName {
  address: Candidate[];
  name: Candidate[];
  country: Candidate[];
}

/** Finds an address by its last line; above its lines stands the name of who lives there. @param addressFields names of the fields that state it */
export function americanAddress(
  layout: Layout,
  labels: LabelsBySegment,
  addressFields: readonly string[],
): AddressWithName {
  const last = layout.segments.find(({ text }) => countryOf(text) !== null);
  if (!last) return { address: [], name: [], country: [] };
  const lines = [last];
  let above = lineAbove(last, layout);
  while (above && lines.length < MOST_LINES && isAddressLine(above) && !isLabelled(above, labels)) {
    lines.unshift(above);
    above = lineAbove(above, layout);
  }
  const text = addressText(lines.map((line) => line.text).join('\n'));
  const over = above;
  const isHolder = over !== undefined && isNameLine(over) && !isLabelled(over, labels);
  return {
    address: [unlabelled(text, lines.map(wholeOf), ADDRESS)],
    country: [unlabelled(countryOf(last.text)!, [wholeOf(last)], COUNTRY, addressFields)],
    name: isHolder ? [unlabelled(over.text.trim(), [wholeOf(over)], NAME)] : [],
  };
}

const countryOf = (text: string): string | null =>
  STATE_AND_ZIP.test(text.trim()) ? 'USA' : PROVINCE_AND_CODE.test(text.trim()) ? 'CAN' : null;

/** `4410 ORCHARD PARK DR`, `Main Street, Springfield,`: a number or a comma, where a name has neither. */
const isAddressLine = ({ text }: Segment): boolean => /\d|,/.test(text) && /\p{L}{2}/u.test(text);
