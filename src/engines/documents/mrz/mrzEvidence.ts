import { isIcaoCountry } from './icaoCountries.js';
import { allows, lookalikesOf } from './mrzCharacters.js';
import { isMrzDate } from './mrzDate.js';
import type { MrzLayout, MrzSpan } from './mrzLayout.js';
import type { MrzRow } from './mrzRows.js';
import type { Exchange } from './repairMrz.js';
import { charactersOf, checkHolds, type ParsedMrz } from './parseMrz.js';

/** A zone that was found among rows of text. */
export interface FoundMrz {
  layout: MrzLayout;
  /** One per line of the layout. */
  rows: MrzRow[];
  /** Per line every row that was read at its place, the one in `rows` among them. */
  readings: readonly (readonly MrzRow[])[];
  /** Full length, repaired. */
  lines: string[];
  parsed: ParsedMrz;
  /** Characters that were changed because their position takes no other. */
  replaced: number;
  /** Characters among the names that were changed to fillers. */
  cleaned: number;
  /** Characters that were exchanged so that check digits hold. */
  exchanges: readonly Exchange[];
  /** What fitting cost; lower is better (see `alignLine`). */
  cost: number;
  /** All that speaks against it, cost included; the zone with the least is taken. */
  weight: number;
}

/** Fitting may cost this much per line before a zone is doubted. */
const COST_PER_LINE = 3;

/** What a zone whose check digits fail must show at least: fillers that were read, and fitting that cost next to nothing. */
const MANY_FILLERS = 8;
const LITTLE_COST = 0.75;

/** Fillers that a zone shows at least; nothing but a zone prints them in rows. A line of which five characters are fixed may have none. */
const FEW_FILLERS = 2;

/**
 * Whether what was fitted is a machine-readable zone and not other text that happens to fit. Numbers and words of an ordinary page pass
 * one check digit in ten, so the proof is the layout (fillers, dates that are dates, the name of a country) and two check digits that
 * hold as read, before any repair. A zone whose check digits fail, as on a forged document, must show the layout beyond doubt instead.
 * @param asRead the lines before characters were exchanged for the sake of check digits
 */
export function hasMrzEvidence(found: FoundMrz, asRead: readonly string[]): boolean {
  const { layout, rows, parsed, lines, cost } = found;
  if (layout.checks.length === 1) return isWholeAndAsRead(found, asRead);
  const dates = layout.fields.filter((field) => field.kind === 'birth_date' || field.kind === 'expiry_date');
  const fillers = rows.map((row) => row.text.replace(/[^<]/g, '').length).reduce((sum, count) => sum + count, 0);
  if (
    cost > COST_PER_LINE * layout.lines.length ||
    (fillers < FEW_FILLERS && layout.format !== 'FRA_DL') ||
    !parsed.fields.surname
  )
    return false;
  if (!layout.lines.every((pattern, line) => hasItsMarks(lines[line] ?? '', pattern))) return false;

  const readableDates = dates.filter((field) => isMrzDate(charactersOf(lines, field.span))).length;
  const holding = layout.checks.filter(
    (check) => saysSomething(asRead, check.over) && checkHolds(asRead, check),
  ).length;
  const country = isIcaoCountry(parsed.fields.issuing_country?.value.replace('DEU', 'D') ?? '');
  // Half a zone fits a layout that it is not of: its dates hold, and its number and country are anything.
  if (holding >= 2) return country ? readableDates > 0 : readableDates === dates.length && numberHolds(found);
  return (
    country && readableDates === dates.length && fillers >= MANY_FILLERS && cost <= LITTLE_COST * layout.lines.length
  );
}

/**
 * A number that is right as it was read says that the lines of a zone do not begin before what was seen of them. One that fillers had to be
 * put into does not: with enough of them some check digit holds.
 */
export function numberHolds({
  layout,
  rows,
  lines,
  parsed,
}: Pick<FoundMrz, 'layout' | 'rows' | 'lines' | 'parsed'>): boolean {
  const check = layout.checks.find(({ name }) => name === 'document_number');
  if (!check) return parsed.valid;
  const [line, position] = check.at;
  const [read, meant] = [rows[line]?.text ?? '', lines[line] ?? ''];
  const isAsRead = [...meant.slice(0, position + 1)].every(
    (character, i) => read.charAt(i) === character || lookalikesOf(read.charAt(i)).includes(character),
  );
  return isAsRead && checkHolds(lines, check);
}

/** With one check digit and no names or dates a zone has to stand there letter by letter. */
function isWholeAndAsRead({ layout, lines, rows, replaced }: FoundMrz, asRead: readonly string[]): boolean {
  return (
    replaced === 0 &&
    layout.checks.every((check) => checkHolds(asRead, check)) &&
    layout.lines.every((pattern, line) => rows[line]?.text === lines[line] && hasItsMarks(lines[line] ?? '', pattern))
  );
}

/** Fillers and zeros alone give the check digit 0 and prove nothing. */
function saysSomething(lines: readonly string[], over: readonly MrzSpan[]): boolean {
  return over.some((span) => /[^0<]/.test(charactersOf(lines, span)));
}

/** The characters that a layout prescribes, such as the `P` of a passport, stand where they must. */
function hasItsMarks(line: string, pattern: string): boolean {
  return [...pattern].every(
    (positionClass, i) => !/[A-Z1t]/.test(positionClass) || allows(positionClass, line.charAt(i)),
  );
}
