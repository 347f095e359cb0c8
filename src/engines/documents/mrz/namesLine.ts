import type { MrzLayout } from './mrzLayout.js';

/** A parting `<<` of which one filler was taken for a letter that looks like it. */
const MISREAD_PARTING = /^([A-Z<]*?[A-Z]{2})<[CKS](?=[A-Z]{2})/;

/** Names that were cleaned of letters that reading made of fillers. */
export interface CleanedLines {
  lines: string[];
  /** How many characters were changed. */
  replaced: number;
}

/**
 * Names have no check digit, but an order (ICAO Doc 9303-3, 4.6): surname, `<<`, given names parted by single fillers, then
 * fillers only. What stands behind that is a filler that was misread, and where no `<<` parts the names one of its fillers was.
 */
function cleanNames(raw: string): string {
  let names = raw.replace(/([CKSELX])\1{2,}/g, (run) => '<'.repeat(run.length));
  // A letter or two behind a long run of fillers are fillers, even where there are no given names.
  names = names.replace(/<{3,}[A-Z]{1,2}(?![A-Z])/g, (run) => '<'.repeat(run.length));
  const ended = names.replace(/<+$/, '');
  if (!ended.includes('<<') && ended.includes('<')) names = names.replace(MISREAD_PARTING, '$1<<');
  const parting = names.indexOf('<<');
  if (parting < 0) return names;
  const given = /^<+[A-Z]+(?:<[A-Z]+)*/.exec(names.slice(parting))?.[0] ?? '';
  const end = parting + given.length;
  return given ? names.slice(0, end) + '<'.repeat(names.length - end) : names;
}

/** Cleans the names of a zone whose lines were fitted to a layout. */
export function cleanNamesOf(layout: MrzLayout, lines: readonly string[]): CleanedLines {
  const cleaned = [...lines];
  let replaced = 0;
  for (const { kind, span } of layout.fields) {
    if (kind !== 'names') continue;
    const [line, start, end] = span;
    const text = cleaned[line] ?? '';
    const names = cleanNames(text.slice(start, end))
      .padEnd(end - start, '<')
      .slice(0, end - start);
    cleaned[line] = text.slice(0, start) + names + text.slice(end);
    for (let i = 0; i < names.length; i++) if (names[i] !== text[start + i]) replaced++;
  }
  return { lines: cleaned, replaced };
}
