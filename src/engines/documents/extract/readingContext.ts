import type { FieldPlan } from './fieldPlan.js';
import type { MachineReadings } from './extraction.js';
import type { Layout } from './layout.js';
import type { DateReading } from './values/date.js';

/** What the rest of the document says about how to read a value. */
export interface ReadingContext {
  /** Dates are written as in the United States. */
  monthFirst: boolean;
  /** Today's year, all four digits. */
  thisYear: number;
}

/** Documents are issued for at most about this many years ahead; what a document is dated by is past, but for a little. */
const YEARS_AHEAD = 20;
const YEARS_AHEAD_OF_ITS_DATE = 1;
const NUMERIC_DATE = /(?<![\d.])([0-3]?\d)([-/.])([0-3]?\d)\2(?:\d{4}|\d{2})(?![\d.])/g;
/** The country by name, or a state before a postal code (USPS Publication 28, appendix B). */
const UNITED_STATES =
  /\bUSA\b|UNITED STATES|,\s?(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])\s\d{5}\b/;

/** Judges how dates are written: by dates that can be read in one way only, else by whether the document is American. */
export function readingContext(
  { segments }: { segments: readonly Pick<Layout['segments'][number], 'text'>[] },
  { mrz, barcodes }: MachineReadings,
  today: string,
): ReadingContext {
  let votes = 0;
  for (const { text } of segments) {
    for (const [, first, , second] of text.matchAll(NUMERIC_DATE)) {
      if (Number(first) > 12) votes--;
      if (Number(second) > 12) votes++;
    }
  }
  const isAmerican = (): boolean =>
    mrz.some(({ fields }) => fields.issuing_country?.value === 'USA') ||
    barcodes.some(({ aamva }) => aamva?.mapped.issuing_country?.value === 'USA') ||
    segments.some(({ text }) => UNITED_STATES.test(text));
  return { monthFirst: votes === 0 ? isAmerican() : votes > 0, thisYear: Number(today.slice(0, 4)) };
}

/** How to read the dates of a field: nobody is born in the future, everything else may reach a little into it. */
export function datesOf(plan: FieldPlan, { monthFirst, thisYear }: ReadingContext): DateReading {
  const isBirth = plan.concept === 'birth_date' || /birth|\bdob\b/.test(plan.name);
  const ahead = isBirth ? 0 : plan.concept === 'date' ? YEARS_AHEAD_OF_ITS_DATE : YEARS_AHEAD;
  return { monthFirst, twoDigitYearPivot: (thisYear % 100) + ahead };
}
