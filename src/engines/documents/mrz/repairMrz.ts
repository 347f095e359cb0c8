import { allows, lookalikesOf } from './mrzCharacters.js';
import type { LayoutCheck, MrzLayout } from './mrzLayout.js';
import { charactersOf, checkHolds } from './parseMrz.js';

/** Lines with look-alikes exchanged so that check digits hold. */
export interface RepairedLines {
  lines: string[];
  exchanges: readonly Exchange[];
  /** How unlikely the exchanges are, 0 for none. */
  cost: number;
}

/** A character that was put in the place of one that looks alike. */
export interface Exchange {
  line: number;
  position: number;
  character: string;
}

/** Ways to repair one field that are looked at. */
const WAYS = 12;

// How unlikely an exchange is: letters read for digits are common, the other way round they are not. All zeros count as one.
const TO_DIGIT = 0.5;
const TO_LETTER = 1;
const DIGIT_TO_LETTER = 2;
const MIXED_ZEROS = 2;
/** Letters that look like a digit only when they are badly printed. */
const FAINTLY_ALIKE = { letters: 'ATU', cost: 1.5 };

interface Way {
  exchanges: Exchange[];
  cost: number;
}

function exchanged(lines: readonly string[], exchanges: readonly Exchange[]): string[] {
  const result = [...lines];
  for (const { line, position, character } of exchanges) {
    const text = result[line] ?? '';
    result[line] = text.slice(0, position) + character + text.slice(position + 1);
  }
  return result;
}

/** Whether a character next to it is a letter, or it is the first: numbers have their letters together, mostly in front. */
function isNearLetter(text: string, position: number, start: number): boolean {
  return position === start || /[A-Z]/.test(text.charAt(position - 1)) || /[A-Z]/.test(text.charAt(position + 1));
}

/** Every exchange of a character for its look-alike in the characters that a check digit covers. */
function exchangesWithin(layout: MrzLayout, lines: readonly string[], check: LayoutCheck): Exchange[] {
  const found: Exchange[] = [];
  for (const [line, start, end] of check.over) {
    const text = lines[line] ?? '';
    for (let position = start; position < end; position++) {
      const read = text.charAt(position);
      const positionClass = layout.lines[line]?.charAt(position) ?? '';
      for (const character of lookalikesOf(read)) {
        const unlikely = character === '<' || (/\d/.test(read) && !isNearLetter(text, position, start));
        if (allows(positionClass, character) && !unlikely) found.push({ line, position, character });
      }
    }
  }
  return found;
}

/** Every `O`, `Q` and `D` next to a zero as a zero: reading mixes them up by the row, and issuers avoid them in numbers. */
function zeros(lines: readonly string[], check: LayoutCheck): Exchange[] {
  const found: Exchange[] = [];
  for (const [line, start, end] of check.over) {
    const run = /[OQD0]*0[OQD0]*|[OQ]{2,}/g;
    for (const match of (lines[line] ?? '').slice(start, end).matchAll(run)) {
      [...match[0]].forEach((read, i) => {
        if (read !== '0') found.push({ line, position: start + match.index + i, character: '0' });
      });
    }
  }
  return found;
}

/** The exchanges after which a check digit holds: of one character, of every letter that may be a zero, or of both. */
function waysToHold(layout: MrzLayout, lines: readonly string[], check: LayoutCheck): Way[] {
  const single = (exchange: Exchange): Way => ({ exchanges: [exchange], cost: costOf(lines, exchange) });
  const allZeros: Way = { exchanges: zeros(lines, check), cost: TO_DIGIT };
  const ways = exchangesWithin(layout, lines, check).map(single);
  if (allZeros.exchanges.length > 0) {
    const others = exchangesWithin(layout, exchanged(lines, allZeros.exchanges), check)
      .filter(({ character }) => !'OQD'.includes(character))
      .map(single);
    ways.push(allZeros, ...others.map((other) => together(allZeros, other)));
  }
  return ways
    .filter((way) => checkHolds(exchanged(lines, way.exchanges), check))
    .map((way) => ({ ...way, cost: way.cost + (mixesZeros(exchanged(lines, way.exchanges), check) ? MIXED_ZEROS : 0) }))
    .slice(0, WAYS);
}

/** No issuer puts the letter O beside a zero. */
function mixesZeros(lines: readonly string[], check: LayoutCheck): boolean {
  return check.over.some((span) => /0[OQ]|[OQ]0/.test(charactersOf(lines, span)));
}

const together = (one: Way, other: Way): Way => ({
  exchanges: [...one.exchanges, ...other.exchanges],
  cost: one.cost + other.cost,
});

function costOf(lines: readonly string[], { line, position, character }: Exchange): number {
  const read = lines[line]?.charAt(position) ?? '';
  if (/\d/.test(character)) return FAINTLY_ALIKE.letters.includes(read) ? FAINTLY_ALIKE.cost : TO_DIGIT;
  return /\d/.test(read) ? DIGIT_TO_LETTER : TO_LETTER;
}

/**
 * Repairs fields whose check digit fails by exchanging characters for ones that look alike. One check digit in ten holds by chance, so a
 * repair counts only when the composite, which covers the same characters with other weights, then holds as well; a zone without
 * composite is repaired only where a single character can do it in one way.
 * Characters that do not look alike are never exchanged: a digit that was altered by hand stays and its check fails.
 */
export function repairMrz(layout: MrzLayout, lines: readonly string[]): RepairedLines {
  const composite = layout.checks.find((check) => check.name === 'composite');
  const failing = layout.checks.filter((check) => check !== composite && !checkHolds(lines, check));
  const unrepaired: RepairedLines = { lines: [...lines], exchanges: [], cost: 0 };
  if (failing.length === 0) return composite ? repairOpenFields(layout, lines, composite) : unrepaired;
  let repairs: Way[] = [{ exchanges: [], cost: 0 }];
  for (const check of failing) {
    const ways = waysToHold(layout, lines, check);
    if (!composite && (ways.length !== 1 || ways[0]?.exchanges.length !== 1)) return unrepaired;
    repairs = repairs.flatMap((repair) => ways.map((way) => together(repair, way))).slice(0, WAYS * WAYS);
  }
  repairs.sort((one, other) => one.cost - other.cost);
  for (const { exchanges, cost } of repairs) {
    const repaired = exchanged(lines, exchanges);
    if (!composite || checkHolds(repaired, composite)) return { lines: repaired, exchanges, cost };
  }
  return unrepaired;
}

/** Every field holds but the composite does not: a character in the fields that it alone covers was misread. */
function repairOpenFields(layout: MrzLayout, lines: readonly string[], composite: LayoutCheck): RepairedLines {
  const unrepaired: RepairedLines = { lines: [...lines], exchanges: [], cost: 0 };
  if (checkHolds(lines, composite)) return unrepaired;
  const covered = layout.checks.filter((check) => check !== composite).flatMap((check) => check.over);
  const isCovered = ({ line, position }: Exchange): boolean =>
    covered.some(([l, start, end]) => l === line && position >= start && position < end);
  const ways = exchangesWithin(layout, lines, composite).filter(
    (exchange) =>
      !isCovered(exchange) && layout.checks.every((check) => checkHolds(exchanged(lines, [exchange]), check)),
  );
  return ways.length === 1 ? { lines: exchanged(lines, ways), exchanges: ways, cost: TO_LETTER } : unrepaired;
}
