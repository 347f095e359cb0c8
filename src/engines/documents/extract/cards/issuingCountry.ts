import { wholeOf, type Candidate } from '../candidate.js';
import type { SearchedDocument } from '../fieldCandidates.js';
import { countryCode } from '../values/country.js';
import { isLabelled, unlabelled } from './unlabelled.js';

/** Issuers print their country in so much of the upper part of a page. */
const HEAD = 0.3;
const SCORE = 0.6;
/** Characters of a line that names a country and what the document is, in two languages. */
const LONGEST = 80;
/** States of the United States that are also countries. */
const ALSO_STATES = new Set(['GEO']);

/** The country that a card names at its head, in a line or a part of a line of its own (`RÉPUBLIQUE FRANÇAISE`). */
export function issuingCountries({ layout, labels }: SearchedDocument): Candidate[] {
  return layout.segments.flatMap((segment) => {
    const height = layout.pages.get(segment.page)?.height ?? Infinity;
    if (segment.middle > HEAD * height || segment.text.length > LONGEST || isLabelled(segment, labels)) return [];
    const parts = segment.text.split(/\s[-–/|]\s|\s{2,}/).map((part) => part.trim());
    const code = parts
      .filter((part) => part.length > 2)
      .map(countryCode)
      .find((found) => found !== null);
    return code && !ALSO_STATES.has(code) ? [unlabelled(code, [wholeOf(segment)], SCORE)] : [];
  });
}
