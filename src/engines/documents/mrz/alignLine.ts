import { allows, lookalikesOf } from './mrzCharacters.js';

/** One way to fit text that was read to a line of a layout. */
export interface Alignment {
  /** As long as the layout's line. */
  text: string;
  /** What the changes cost; 0 for text that fits as it was read. */
  cost: number;
  /** Characters that were replaced by ones that look alike, because their position takes no other. */
  replaced: number;
}

// Costs of the changes that turn what was read into a line of the layout. Only their order matters: fillers are lost and doubled all
// the time (their number carries no ink of its own), look-alikes are frequent, a lost or spurious character is rare.
const FILLER_IN_RUN = 0.15;
const FILLER_AT_END = 0.02;
const FILLER_ALONE = 0.8;
const LOOKALIKE = 0.35;
const MISREAD_FILLER = 0.1;
const DOUBLED = 0.9;
const SPURIOUS = 1.1;
const MISSING = 1.2;
const MISFIT = 2.5;

/** Text that costs more is not a line of the layout. */
const LIMIT = 6;

/** Ways that cost this much more than the cheapest are not considered: what was read well is left as it is. */
const MARGIN = 0.3;

/** Ways kept per position. More finds no more specimens, fewer loses fillers inside document numbers. */
const WIDTH = 6;

/** Replacing `read` at a position. */
function placed(way: Alignment, read: string, positionClass: string, next: string | undefined): Alignment[] {
  const one = (character: string, cost: number, replaced: number): Alignment => ({
    text: way.text + character,
    cost: way.cost + cost,
    replaced: way.replaced + replaced,
  });
  if (allows(positionClass, read)) {
    const amidFillers = way.text.endsWith('<') && (next === '<' || next === read || next === undefined);
    if (!amidFillers || !lookalikesOf(read).includes('<') || !allows(positionClass, '<')) return [one(read, 0, 0)];
    // Amid fillers stands a filler that was misread, or among names an initial.
    const isFiller = positionClass === 'x';
    return [one(read, isFiller ? MISREAD_FILLER : 0, 0), one('<', isFiller ? 0 : MISREAD_FILLER, 1)];
  }
  const meant = [...lookalikesOf(read)].filter((character) => allows(positionClass, character));
  if (meant.length === 0) return [one(read, MISFIT, 0)];
  return meant.map((character, order) => one(character, LOOKALIKE * (1 + order / 2), 1));
}

/** A position for which nothing was read. */
function filled(way: Alignment, positionClass: string, next: string | undefined): Alignment[] {
  const one = (character: string, cost: number): Alignment => ({
    text: way.text + character,
    cost: way.cost + cost,
    replaced: way.replaced,
  });
  const last = way.text.at(-1);
  const ways: Alignment[] = [];
  if (!allows(positionClass, '<')) ways.push(one('<', MISSING));
  else if (next === undefined) ways.push(one('<', FILLER_AT_END));
  else ways.push(one('<', last === '<' || next === '<' ? FILLER_IN_RUN : FILLER_ALONE));
  if (last && last !== '<' && allows(positionClass, last)) ways.push(one(last, DOUBLED));
  return ways;
}

/** Leaving out a character that was read. */
function dropped(way: Alignment, read: string): Alignment {
  const cost = read !== '<' ? SPURIOUS : way.text.endsWith('<') ? FILLER_IN_RUN : FILLER_ALONE;
  return { ...way, cost: way.cost + cost };
}

/** The cheapest `width` ways of different texts, of those that can still end within the limit. */
function best(ways: Alignment[], width: number, rest: number): Alignment[] {
  const byText = new Map<string, Alignment>();
  for (const way of ways.sort((one, other) => one.cost - other.cost)) {
    if (way.cost + rest > LIMIT) break;
    if (!byText.has(way.text)) byText.set(way.text, way);
    if (byText.size === width) break;
  }
  return [...byText.values()];
}

/**
 * What the rest of a text costs at least on the rest of a pattern, by position and character, without regard to what was placed before. Most
 * text is nothing like a line, and this sees it in a fraction of the time.
 */
function leastCosts(text: string, pattern: string): Float64Array[] {
  const last = new Float64Array(text.length + 1);
  for (let read = text.length - 1; read >= 0; read--) last[read] = last[read + 1]! + leastDrop(text.charAt(read));
  const rows = [last];
  for (let position = pattern.length - 1; position >= 0; position--) {
    const positionClass = pattern.charAt(position);
    const below = rows[0]!;
    const row = new Float64Array(text.length + 1);
    for (let read = text.length; read >= 0; read--) {
      const inRun = read === text.length ? FILLER_AT_END : FILLER_IN_RUN;
      let least = below[read]! + (allows(positionClass, '<') ? inRun : Math.min(MISSING, DOUBLED));
      if (read < text.length) {
        const character = text.charAt(read);
        least = Math.min(
          least,
          below[read + 1]! + leastPlacing(character, positionClass),
          row[read + 1]! + leastDrop(character),
        );
      }
      row[read] = least;
    }
    rows.unshift(row);
  }
  return rows;
}

const leastDrop = (read: string): number => (read === '<' ? FILLER_IN_RUN : SPURIOUS);

function leastPlacing(read: string, positionClass: string): number {
  if (allows(positionClass, read)) return 0;
  return [...lookalikesOf(read)].some((character) => allows(positionClass, character)) ? LOOKALIKE : MISFIT;
}

/**
 * Fits text to a line of a layout: the cheapest ways to replace look-alikes, add and drop fillers so that every character stands where
 * its kind may stand. An edit distance with classes of positions for a pattern, keeping several ways because only the check
 * digits can tell where in a number a lost filler stood.
 * @param text MRZ characters as read, of any length
 * @param pattern a line of an `MrzLayout`
 * @returns the ways that cost about the same, cheapest first; none when the text is nothing like it
 */
export function alignLine(text: string, pattern: string): Alignment[] {
  const rest = leastCosts(text, pattern);
  if (rest[0]![0]! > LIMIT) return [];
  let row: Alignment[][] = [[{ text: '', cost: 0, replaced: 0 }]];
  for (let read = 1; read <= text.length; read++) {
    const ways = row[read - 1]!.map((way) => dropped(way, text.charAt(read - 1)));
    row.push(best(ways, WIDTH, rest[0]![read]!));
  }
  for (let position = 0; position < pattern.length; position++) {
    const positionClass = pattern.charAt(position);
    const next: Alignment[][] = [];
    for (let read = 0; read <= text.length; read++) {
      const ways = row[read]!.flatMap((way) => filled(way, positionClass, text[read]));
      if (read > 0) {
        const character = text.charAt(read - 1);
        for (const way of row[read - 1]!) ways.push(...placed(way, character, positionClass, text[read]));
        for (const way of next[read - 1]!) ways.push(dropped(way, character));
      }
      next.push(best(ways, WIDTH, rest[position + 1]![read]!));
    }
    row = next;
  }
  const ways = row[text.length]!;
  return ways.filter((way) => way.cost <= (ways[0]?.cost ?? 0) + MARGIN);
}
