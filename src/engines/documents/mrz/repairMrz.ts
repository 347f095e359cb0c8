import { allows, lookalikesOf } from './mrzCharacters.js';
import type { LayoutCheck, MrzLayout } from './mrzLayout.js';
import { checkHolds } from './parseMrz.js';

/** Lines with look-alikes exchanged so that check digits hold. */
export interface RepairedLines {
  lines: string[];
  /** How many characters were exchanged. */
  exchanged: number;
}

interface Exchange {
  line: number;
  position: number;
  character: string;
}

/** Ways to repair one field that are looked at, fewest exchanges first. */
const WAYS = 12;

function exchanged(lines: readonly string[], exchanges: readonly Exchange[]): string[] {
  const result = [...lines];
  for (const { line, position, character } of exchanges) {
    const text = result[line] ?? '';
    result[line] = text.slice(0, position) + character + text.slice(position + 1);
  }
  return result;
}

/** Every single exchange of a character for its look-alike in the characters that a check digit covers. */
function exchangesWithin(layout: MrzLayout, lines: readonly string[], check: LayoutCheck): Exchange[] {
  const found: Exchange[] = [];
  for (const [line, start, end] of check.over) {
    for (let position = start; position < end; position++) {
      const positionClass = layout.lines[line]?.charAt(position) ?? '';
      for (const character of lookalikesOf(lines[line]?.charAt(position) ?? '')) {
        if (allows(positionClass, character)) found.push({ line, position, character });
      }
    }
  }
  return found;
}

/** The exchanges, of one character or else of two, after which a check digit holds. */
function waysToHold(layout: MrzLayout, lines: readonly string[], check: LayoutCheck): Exchange[][] {
  const singles = exchangesWithin(layout, lines, check);
  const holds = (exchanges: Exchange[]): boolean => checkHolds(exchanged(lines, exchanges), check);
  const ways = singles.map((single) => [single]).filter(holds);
  for (const [index, one] of singles.entries()) {
    for (const other of singles.slice(index + 1)) {
      if (ways.length >= WAYS) return ways;
      const apart = one.line !== other.line || one.position !== other.position;
      if (apart && holds([one, other])) ways.push([one, other]);
    }
  }
  return ways;
}

/**
 * Repairs fields whose check digit fails by exchanging characters for ones that look alike. One check digit in ten holds by chance, so a
 * repair counts only when the composite, which covers the same characters with other weights, then holds as well; a zone without
 * composite is repaired only where a single character can do it in one way.
 * Characters that do not look alike are never exchanged: a digit that was altered by hand stays and its check fails.
 */
export function repairMrz(layout: MrzLayout, lines: readonly string[]): RepairedLines {
  const unrepaired = { lines: [...lines], exchanged: 0 };
  const composite = layout.checks.find((check) => check.name === 'composite');
  const failing = layout.checks.filter((check) => check !== composite && !checkHolds(lines, check));
  if (failing.length === 0) return composite ? repairOpenFields(layout, lines, composite) : unrepaired;
  let repairs: Exchange[][] = [[]];
  for (const check of failing) {
    const ways = waysToHold(layout, lines, check);
    if (!composite && (ways.length !== 1 || ways[0]?.length !== 1)) return unrepaired;
    repairs = repairs.flatMap((repair) => ways.map((way) => [...repair, ...way])).slice(0, WAYS * WAYS);
  }
  repairs.sort((one, other) => one.length - other.length);
  for (const repair of repairs) {
    const repaired = exchanged(lines, repair);
    if (!composite || checkHolds(repaired, composite)) return { lines: repaired, exchanged: repair.length };
  }
  return unrepaired;
}

/** Every field holds but the composite does not: a character in the fields that it alone covers was misread. */
function repairOpenFields(layout: MrzLayout, lines: readonly string[], composite: LayoutCheck): RepairedLines {
  if (checkHolds(lines, composite)) return { lines: [...lines], exchanged: 0 };
  const covered = layout.checks.filter((check) => check !== composite).flatMap((check) => check.over);
  const ways = exchangesWithin(layout, lines, composite)
    .filter(
      ({ line, position }) => !covered.some(([l, start, end]) => l === line && position >= start && position < end),
    )
    .map((exchange) => exchanged(lines, [exchange]))
    .filter((repaired) => layout.checks.every((check) => checkHolds(repaired, check)));
  return ways.length === 1 && ways[0] ? { lines: ways[0], exchanged: 1 } : { lines: [...lines], exchanged: 0 };
}
