import { allows } from '../mrz/mrzCharacters.js';
import { MRZ_LAYOUTS } from '../mrz/mrzLayout.js';
import { checkHolds } from '../mrz/parseMrz.js';

/**
 * Whether a text is a whole machine-readable zone (ICAO Doc 9303, and the French layouts): its lines, apart by line breaks,
 * spaces or nothing, fit a format and all its check digits hold.
 */
export function isMachineReadableZone(text: string): boolean {
  const characters = text.toUpperCase().replace(/\s/g, '');
  return MRZ_LAYOUTS.some((layout) => {
    const classes = layout.lines.join('');
    if (characters.length !== classes.length) return false;
    if (![...characters].every((character, i) => allows(classes.charAt(i), character))) return false;
    let end = 0;
    const lines = layout.lines.map((line) => characters.slice(end, (end += line.length)));
    return layout.checks.every((check) => checkHolds(lines, check));
  });
}
