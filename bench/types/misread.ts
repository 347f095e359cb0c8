import type { Random } from '../../specimens/random.js';
import type { Line, Page } from '../../src/engines/documents/reading/page.js';

/** Letters that readers take for another. */
const CONFUSED: { [letter: string]: string } = { l: '1', o: '0', i: 'l', e: 'c', s: '5', m: 'rn', a: 'o', u: 'v' };

/** Rows as a reader makes them out: letters lost or mistaken, spaces lost, rows missing; some pages badly, most hardly. */
export function misread(random: Random, rows: readonly string[][]): string[][] {
  const badness = badnessOf(random);
  return rows
    .filter(() => !random.chance(badness))
    .map((row) => row.map((text) => misreadText(random, withCase(random, text), badness)));
}

/** The same of a page that was read: its lines stay where they are. */
export function misreadPage(random: Random, page: Page): Page {
  const badness = badnessOf(random);
  const lines = page.lines
    .filter(() => !random.chance(badness))
    .map((line): Line => {
      const words = line.words.map((word) => ({
        ...word,
        text: random.chance(badness) ? misreadWord(random, word.text) : word.text,
      }));
      return { ...line, words, text: words.map(({ text }) => text).join(' ') };
    });
  return { ...page, lines };
}

const badnessOf = (random: Random): number => (random.chance(0.5) ? 0 : random.next() * 0.12);

function misreadText(random: Random, text: string, badness: number): string {
  if (badness === 0) return text;
  const words = text.split(' ').map((word) => (random.chance(badness) ? misreadWord(random, word) : word));
  return words.reduce((line, word) => (random.chance(badness / 2) ? line + word : `${line} ${word}`));
}

function misreadWord(random: Random, word: string): string {
  if (word.length < 3) return word;
  const at = random.whole(0, word.length - 1);
  const letter = random.chance(0.5) ? '' : (CONFUSED[word.charAt(at)] ?? '');
  return word.slice(0, at) + letter + word.slice(at + 1);
}

const withCase = (random: Random, text: string): string => (random.chance(0.4) ? text.toUpperCase() : text);
