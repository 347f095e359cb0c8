import { alignLine, type Alignment } from './alignLine.js';
import { countriesByOtherReadings } from './countryOfLine.js';
import { isIcaoCountry } from './icaoCountries.js';
import { MRZ_LAYOUTS, type MrzLayout } from './mrzLayout.js';
import type { MrzRow } from './mrzRows.js';
import { cleanNamesOf } from './namesLine.js';
import { hasMrzEvidence, type FoundMrz } from './mrzEvidence.js';
import { parseMrz, type ParsedMrz } from './parseMrz.js';
import { repairMrz } from './repairMrz.js';

// What speaks against a zone, weighed against the costs of fitting and repairing: a check digit that fails, a country that there is not,
// a row of another length than the line (for each character, and at all), a gap between letters; and for it, another reading that
// says the same.
const FAILING = 1.5;
const NO_COUNTRY = 0.5;
/** For each character of a country taken from another reading. */
const OTHER_COUNTRY = 0.1;
const OFF_LENGTH = 0.05;
const ANY_OFF_LENGTH = 0.1;
const GAP = 0.3;
const AGREEING = 0.25;
/** Looking again is for what the page did not show; where both are in order, the page read better more often than not. */
const LOOKED_AGAIN = 0.15;

/** Lines of a zone are this many of their heights apart, from middle to middle. */
const APART = { least: 0.5, most: 4.5 };

/** Rows of one zone start and end within this many heights of each other, where they are whole. */
const heightsAlike = (one: MrzRow, other: MrzRow): boolean =>
  Math.max(one.height, other.height) < 2.2 * Math.min(one.height, other.height);

function follows(above: MrzRow, below: MrzRow): boolean {
  const height = Math.max(above.height, below.height);
  const apart = below.middle - above.middle;
  const overlap = Math.min(above.right, below.right) - Math.max(above.left, below.left);
  return (
    heightsAlike(above, below) &&
    apart > APART.least * height &&
    apart < APART.most * height &&
    overlap > 0.5 * Math.min(above.right - above.left, below.right - below.left)
  );
}

/** Fits rows to the lines of layouts, each pair once. */
function createFitter(): (row: MrzRow, pattern: string) => Alignment[] {
  const known = new Map<string, Alignment[]>();
  return (row, pattern) => {
    const key = `${pattern} ${row.text}`;
    let ways = known.get(key);
    if (!ways) {
      ways = alignLine(row.text, pattern);
      known.set(key, ways);
    }
    return ways;
  };
}

/** Every choice of one way per line. */
function combinations(ways: readonly Alignment[][]): Alignment[][] {
  return ways.reduce<Alignment[][]>(
    (chosen, line) => chosen.flatMap((before) => line.map((way) => [...before, way])),
    [[]],
  );
}

/** Which lines of a layout hold something that a check digit covers: of the others one way is enough. */
function isChecked(layout: MrzLayout, line: number): boolean {
  return layout.checks.some((check) => check.over.some((span) => span[0] === line));
}

/** Rows that are looked at on one page; of more, those with the most fillers. */
const MOST_ROWS = 100;

/** All rows that were read and how they fit a layout. Rows at the same place are readings of the same line. */
interface Pool {
  rows: readonly MrzRow[];
  fitted: (row: MrzRow, pattern: string) => Alignment[];
}

function isSamePlace(one: MrzRow, other: MrzRow): boolean {
  const apart = Math.abs(one.middle - other.middle);
  return apart < Math.min(one.height, other.height) / 2 && one.left < other.right && other.left < one.right;
}

/**
 * How much speaks against these rows as readings of their lines: how unsure they are, gaps and lengths that show where a thin letter was
 * lost; and for them, that other readings say the same.
 */
function doubt(layout: MrzLayout, rows: readonly MrzRow[], chosen: readonly Alignment[], pool: Pool): number {
  let sum = 0;
  rows.forEach((row, line) => {
    const others = pool.rows.filter((other) => other !== row && isSamePlace(row, other));
    const pattern = layout.lines[line] ?? '';
    const off = Math.abs(row.text.length - pattern.length);
    const agreeing = others.filter((other) => pool.fitted(other, pattern)[0]?.text === chosen[line]?.text).length;
    sum += 1 - row.confidence + OFF_LENGTH * off - AGREEING * agreeing;
    if (off > 0) sum += ANY_OFF_LENGTH;
    if (row.gap) sum += GAP;
    if (row.look > 0) sum += LOOKED_AGAIN;
  });
  return sum;
}

/** What was read of the same line elsewhere, as far as it fits. */
function otherReadings(row: MrzRow, pattern: string, { rows, fitted }: Pool): string[] {
  return rows
    .filter((other) => other !== row && isSamePlace(row, other))
    .flatMap((other) => fitted(other, pattern)[0]?.text ?? []);
}

function unknownCountries({ fields }: ParsedMrz): number {
  const codes = [fields.issuing_country, fields.nationality].map((field) => field?.raw.replace(/<+$/, ''));
  return codes.filter((code) => code !== undefined && !isIcaoCountry(code)).length;
}

function fit(layout: MrzLayout, rows: MrzRow[], pool: Pool, today: Date): FoundMrz | undefined {
  let best: FoundMrz | undefined;
  const ways = rows.map((row, line) => pool.fitted(row, layout.lines[line] ?? ''));
  const readings = rows.map((row, line) => otherReadings(row, layout.lines[line] ?? '', pool));
  const choices = ways.map((line, index) => (isChecked(layout, index) ? line : line.slice(0, 1)));
  for (const chosen of combinations(choices)) {
    const countries = countriesByOtherReadings(layout, chosen.map((way) => way.text), readings); // prettier-ignore
    const cleaned = cleanNamesOf(layout, countries.lines);
    const repaired = repairMrz(layout, cleaned.lines);
    const parsed = parseMrz(layout, repaired.lines, today);
    const cost = repaired.cost + OTHER_COUNTRY * countries.replaced + chosen.reduce((sum, way) => sum + way.cost, 0);
    const failing = parsed.checks.filter((check) => !check.ok).length;
    const found: FoundMrz = {
      layout,
      rows,
      readings: rows.map((row) => pool.rows.filter((other) => isSamePlace(row, other))),
      lines: repaired.lines,
      parsed,
      replaced: chosen.reduce((sum, way) => sum + way.replaced, 0),
      cleaned: cleaned.replaced,
      exchanges: repaired.exchanges,
      cost,
      weight: cost + FAILING * failing + NO_COUNTRY * unknownCountries(parsed) + doubt(layout, rows, chosen, pool),
    };
    if (!hasMrzEvidence(found, cleaned.lines)) continue;
    if (!best || found.weight < best.weight) best = found;
    if (parsed.valid && found.exchanges.length === 0) break;
  }
  return best;
}

/** Runs of rows that stand below each other as the lines of a zone do. */
function* stacks(layout: MrzLayout, { rows, fitted }: Pool): Generator<MrzRow[]> {
  const grow = function* (stack: MrzRow[]): Generator<MrzRow[]> {
    if (stack.length === layout.lines.length) {
      yield stack;
      return;
    }
    const above = stack.at(-1);
    for (const row of rows) {
      if (above && !follows(above, row)) continue;
      if (fitted(row, layout.lines[stack.length] ?? '').length > 0) yield* grow([...stack, row]);
    }
  };
  yield* grow([]);
}

/**
 * Finds the zone among rows of text, in any order: every layout on every stack of rows that can be its lines, the one whose characters
 * had to be changed least and whose check digits hold best. `undefined` where nothing gives enough evidence of being a zone.
 */
export type MrzFinder = (rows: readonly MrzRow[]) => FoundMrz | undefined;

/**
 * A finder that remembers how rows fit layouts, as the same rows are looked at again with others.
 * @param today decides the century of two-digit years
 */
export function createMrzFinder(today: Date): MrzFinder {
  const fitted = createFitter();
  return (rows) => {
    const pool: Pool = { rows: mostTelling(rows), fitted };
    let best: FoundMrz | undefined;
    for (const layout of MRZ_LAYOUTS) {
      for (const stack of stacks(layout, pool)) {
        const found = fit(layout, stack, pool, today);
        if (found && (!best || found.weight < best.weight)) best = found;
      }
    }
    return best;
  };
}

function mostTelling(rows: readonly MrzRow[]): readonly MrzRow[] {
  if (rows.length <= MOST_ROWS) return rows;
  const fillers = (row: MrzRow): number => row.text.split('<').length;
  return [...rows].sort((one, other) => fillers(other) - fillers(one)).slice(0, MOST_ROWS);
}
