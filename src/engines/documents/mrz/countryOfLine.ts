import { isIcaoCountry } from './icaoCountries.js';
import type { MrzLayout } from './mrzLayout.js';
import { charactersOf } from './parseMrz.js';

/** Lines whose countries were corrected. */
export interface CountriesRead {
  lines: string[];
  /** Characters that were replaced. */
  replaced: number;
}

/**
 * Puts a country in the place of a code that stands for none, where another reading of the same line has one: no check digit covers the
 * countries, but there are only some 250 of them.
 * @param readings what else was read of each line, fitted to the layout
 */
export function countriesByOtherReadings(
  layout: MrzLayout,
  lines: readonly string[],
  readings: readonly (readonly string[])[],
): CountriesRead {
  const corrected = [...lines];
  let replaced = 0;
  for (const { kind, span } of layout.fields) {
    if (kind !== 'country') continue;
    const [line, start, end] = span;
    const read = charactersOf(lines, span);
    if (isCountry(read)) continue;
    const other = readings[line]?.map((text) => text.slice(start, end)).find(isCountry);
    if (other === undefined) continue;
    replaced += [...other].filter((character, index) => character !== read.charAt(index)).length;
    corrected[line] = corrected[line]!.slice(0, start) + other + corrected[line]!.slice(end);
  }
  return { lines: corrected, replaced };
}

const isCountry = (code: string): boolean => isIcaoCountry(code.replace(/<+$/, ''));
