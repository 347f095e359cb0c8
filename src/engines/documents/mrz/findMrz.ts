import { alignLine, type Alignment } from './alignLine.js';
import { MRZ_LAYOUTS, type MrzLayout } from './mrzLayout.js';
import type { MrzRow } from './mrzRows.js';
import { cleanNamesOf } from './namesLine.js';
import { hasMrzEvidence, type FoundMrz } from './mrzEvidence.js';
import { parseMrz } from './parseMrz.js';
import { repairMrz } from './repairMrz.js';

/** What a failing check digit weighs against the costs of fitting and repairing. */
const FAILING = 1.5;

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

/** How much speaks against a zone: what had to be changed, check digits that fail, and how unsure the reading was. */
export function weight({ parsed, cost, rows }: FoundMrz): number {
  const failing = parsed.checks.filter((check) => !check.ok).length;
  const unsure = rows.reduce((sum, row) => sum + 1 - row.confidence, 0);
  return cost + FAILING * failing + unsure;
}

function fit(layout: MrzLayout, rows: MrzRow[], ways: Alignment[][], today: Date): FoundMrz | undefined {
  let best: FoundMrz | undefined;
  const choices = ways.map((line, index) => (isChecked(layout, index) ? line : line.slice(0, 1)));
  for (const chosen of combinations(choices)) {
    const cleaned = cleanNamesOf(layout, chosen.map((way) => way.text)); // prettier-ignore
    const repaired = repairMrz(layout, cleaned.lines);
    const found: FoundMrz = {
      layout,
      rows,
      lines: repaired.lines,
      parsed: parseMrz(layout, repaired.lines, today),
      replaced: chosen.reduce((sum, way) => sum + way.replaced, 0),
      cleaned: cleaned.replaced,
      exchanges: repaired.exchanges,
      cost: repaired.cost + chosen.reduce((sum, way) => sum + way.cost, 0),
    };
    if (!hasMrzEvidence(found, cleaned.lines)) continue;
    if (!best || weight(found) < weight(best)) best = found;
    if (found.parsed.valid && found.exchanges.length === 0) break;
  }
  return best;
}

/** Runs of rows that stand below each other as the lines of a zone do. */
function* stacks(
  rows: readonly MrzRow[],
  layout: MrzLayout,
  ways: (row: MrzRow, line: number) => Alignment[],
): Generator<MrzRow[]> {
  const grow = function* (stack: MrzRow[]): Generator<MrzRow[]> {
    if (stack.length === layout.lines.length) {
      yield stack;
      return;
    }
    const above = stack.at(-1);
    for (const row of rows) {
      if (above && !follows(above, row)) continue;
      if (ways(row, stack.length).length > 0) yield* grow([...stack, row]);
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
    const downwards = [...rows].sort((one, other) => one.middle - other.middle);
    let best: FoundMrz | undefined;
    for (const layout of MRZ_LAYOUTS) {
      const ways = (row: MrzRow, line: number): Alignment[] => fitted(row, layout.lines[line] ?? '');
      for (const stack of stacks(downwards, layout, ways)) {
        const found = fit(layout, stack, stack.map(ways), today);
        if (found && (!best || weight(found) < weight(best))) best = found;
      }
    }
    return best;
  };
}
