import { candidate, type SearchedDocument } from '../fieldCandidates.js';
import type { Candidate } from '../candidate.js';
import { readText } from '../values/printedText.js';

/** What stands beside a date of birth is the place, as licences (`3. 25/10/1992 BESANÇON`) and Italian cards print it. */
const BESIDE_DATE = 0.85;
/** `à : VIENNE (38)` under `Né(e) le : …`, as old French cards print it. */
const FRENCH_AT = /^\s*[àáa]\s*:\s*(?=\p{L})/iu;
const UNDER_DATE = 0.9;

/** The places of birth that need no label of their own: they stand in the line of the date of birth or, in French, under it. */
export function birthPlaces(birthDate: Candidate | undefined, { layout, labels }: SearchedDocument): Candidate[] {
  const [span] = birthDate?.spans ?? [];
  if (!birthDate || !span || birthDate.label === 0) return [];
  const { segment } = span;
  const hits = (labels.get(segment) ?? []).filter(({ strength }) => strength >= BESIDE_DATE);
  const from = Math.max(0, ...hits.filter(({ end }) => end <= span.start).map(({ end }) => end));
  const to = Math.min(segment.text.length, ...hits.filter(({ start }) => start >= span.end).map(({ start }) => start));
  const beside = [
    { start: span.end, end: to },
    { start: from, end: span.start },
  ].flatMap(({ start, end }) => {
    const read = readText(segment.text.slice(start, end));
    if (!read || !/\p{L}{3}/u.test(read.raw)) return [];
    const place = { segment, start: start + read.start, end: start + read.end };
    return [candidate({ ...read, form: 1 }, [place], birthDate.via, birthDate.label * BESIDE_DATE)];
  });
  return [...beside, ...frenchPlace(birthDate, layout)];
}

function frenchPlace({ spans }: Candidate, layout: SearchedDocument['layout']): Candidate[] {
  const { segment } = spans[0]!;
  const below = layout.rows.slice(segment.row, segment.row + 3).flatMap(({ segments }) => segments);
  return below
    .filter((other) => other.page === segment.page)
    .flatMap((other) => {
      const at = FRENCH_AT.exec(other.text);
      const read = at && readText(other.text.slice(at[0].length));
      if (!at || !read) return [];
      const start = at[0].length + read.start;
      return [
        candidate({ ...read, form: 1 }, [{ segment: other, start, end: start + read.raw.length }], 'right', UNDER_DATE),
      ];
    });
}
