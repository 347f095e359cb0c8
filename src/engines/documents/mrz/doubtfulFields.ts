import { isIcaoCountry } from './icaoCountries.js';
import { lookalikesOf } from './mrzCharacters.js';
import { numberHolds, type FoundMrz } from './mrzEvidence.js';
import type { LayoutField, MrzSpan } from './mrzLayout.js';
import type { MrzFieldName } from './mrzReading.js';
import type { MrzRow } from './mrzRows.js';
import type { ParsedField } from './parseMrz.js';

/** Letters of a name or a country that no second reading bears out have to be read with this at least, each of them. */
const SURE_LETTER = 0.8;
/** The same of a code that stands for no country: specimens have such. */
const BEYOND_DOUBT = 0.95;
/** A character that was read with less was not seen; fillers of which nothing was to be seen are read with next to nothing. */
const SEEN = 0.4;
/** A line begins within this many characters of where the others of its zone begin. */
const SAME_START = 0.75;
/** A name has ended where this many fillers follow it: one alone parts names (ICAO Doc 9303-3, 4.6). */
const ENDING = 2;

/**
 * Names and countries that what was read does not bear out. No check digit covers them, and half a line fits a layout as a whole one
 * does, only that it then says something else: a letter hidden in front makes another country, one hidden behind another name. So they
 * count only where a reading of the line begins at the zone's margin, goes on without a gap to the end of the field, and is sure of
 * every letter of it, or another reading says the same. The thresholds are from zones that this project renders (`specimens/zones.ts`).
 */
export function doubtfulFields(found: FoundMrz): MrzFieldName[] {
  const doubtful = (Object.entries(found.parsed.fields) as [MrzFieldName, ParsedField][])
    .filter(([name, field]) => {
      const kind = kindOf(found, name);
      if (kind === 'country')
        return !isBorneOut(found, field.span, standsForCountry(field)) || isOddNationality(found, field);
      if (kind === 'names') return !isBorneOut(found, withEnding(found, field.span));
      return kind === 'name' && !isBorneOut(found, wholeOf(found, name) ?? field.span);
    })
    .map(([name]) => name);
  return mayHideGivenNames(found) ? [...doubtful, 'given_names'] : doubtful;
}

const standsForCountry = ({ raw }: ParsedField): boolean => isIcaoCountry(raw.replace(/<+$/, ''));

/** Where a country has issued the zone, its holder is of a country too: a letter of the code was misread, or hidden. */
const isOddNationality = ({ parsed: { fields } }: FoundMrz, field: ParsedField): boolean =>
  field === fields.nationality &&
  !standsForCountry(field) &&
  fields.issuing_country !== undefined &&
  standsForCountry(fields.issuing_country);

/** Nothing stands where given names begin, and it was not seen to be a filler either. */
function mayHideGivenNames(found: FoundMrz): boolean {
  const { surname, given_names: given } = found.parsed.fields;
  if (given || !surname || kindOf(found, 'surname') !== 'names') return false;
  const [line, , end] = surname.span;
  const first = end + ENDING;
  return first < (found.layout.lines[line]?.length ?? 0) && !isBorneOut(found, [line, end, first + 1]);
}

/** Given names stand in the field of the surname where a layout has one for both. */
function kindOf({ layout }: FoundMrz, name: MrzFieldName): LayoutField['kind'] | undefined {
  const own = layout.fields.find((field) => field.name === name);
  return own?.kind ?? (name === 'given_names' ? 'names' : undefined);
}

const wholeOf = ({ layout }: FoundMrz, name: MrzFieldName): MrzSpan | undefined =>
  layout.fields.find((field) => field.name === name)?.span;

/** A name with the fillers that show where it ends, as far as the line goes. */
function withEnding({ layout }: FoundMrz, [line, start, end]: MrzSpan): MrzSpan {
  return [line, start, Math.min(end + ENDING, layout.lines[line]?.length ?? end)];
}

function isBorneOut(found: FoundMrz, span: MrzSpan, isKnown = true): boolean {
  const margin = marginOf(found);
  const looks = new Set<number>();
  let sure = 0;
  for (const row of found.readings[span[0]] ?? []) {
    const least = leastConfidence(row, found, span, margin);
    if (least === undefined) continue;
    looks.add(row.look);
    sure = Math.max(sure, least);
  }
  // In half a zone, any letters stand where its country should.
  if (!isKnown) return found.parsed.valid && sure >= BEYOND_DOUBT;
  return sure >= SURE_LETTER || looks.size > 1;
}

/** Where the lines of a zone begin: the first character of the row furthest to the left. */
const marginOf = ({ rows }: FoundMrz): number => Math.min(...rows.map((row) => row.cells[0]?.x ?? row.left));

/** How sure a row is of the letters of a span that it least is sure of; `undefined` where it says something else or leaves some out. */
function leastConfidence(
  row: MrzRow,
  found: FoundMrz,
  [line, start, end]: MrzSpan,
  margin: number,
): number | undefined {
  const [text, length] = [found.lines[line] ?? '', found.layout.lines[line]?.length ?? 0];
  if (row.text.length !== length && (!row.exact || !numberHolds(found))) return undefined;
  if (row.cut) return undefined;
  const pitch = pitchOf(row);
  if (Math.abs((row.cells[0]?.x ?? Infinity) - margin) > SAME_START * pitch) return undefined;
  let least = 1;
  for (let position = 0; position < end; position++) {
    const cell = row.cells[position];
    const before = row.cells[position - 1];
    if (!cell || (before && cell.x - before.x > GAP * pitch)) return undefined;
    const [read, meant] = [row.text.charAt(position), text.charAt(position)];
    if (position < start) continue;
    if (read !== meant && !lookalikesOf(read).includes(meant)) return undefined;
    if (cell.confidence < SEEN) return undefined;
    if (meant !== '<') least = Math.min(least, cell.confidence);
  }
  return least;
}

/** Two characters further apart than this many pitches had another between them. */
const GAP = 1.6;

function pitchOf({ cells }: MrzRow): number {
  const distances = cells.slice(1).map((cell, index) => cell.x - cells[index]!.x).sort((one, other) => one - other); // prettier-ignore
  return distances[distances.length >> 1] ?? 0;
}
