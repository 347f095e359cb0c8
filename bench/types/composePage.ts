import type { MachineReadings } from '../../src/engines/documents/extract/extraction.js';
import { NO_KIND } from '../../src/engines/documents/classify/learntKinds.js';
import type { Page } from '../../src/engines/documents/reading/page.js';
import { looksOf, type Looks } from './looks.js';
import { misread } from './misread.js';
import { pageOfRows } from './pageOfRows.js';
import type { Random } from '../../specimens/random.js';
import { amount, inventedName, someNumber, valueBeside } from './values.js';
import { OF_TYPES, type Vocabulary } from './vocabulary.js';
import { zoneOf } from './zoneOf.js';

/** A page of random composition, of a kind or of none. */
export interface ComposedPage {
  kind: string;
  language: string;
  /** Rows of segments, as they are read. */
  rows: string[][];
  size: { width: number; height: number };
  page: Page;
  readings: MachineReadings;
}

/** Lists of what is no document of any kind, `prose` first. */
const TEXTS = ['prose', 'recipe', 'menu', 'manual', 'code'];

/**
 * Composes a page of a kind (`NO_KIND` for none) out of the words that are typical of it. No two pages have the same choice of
 * them; of half of all pages the title is missing, because that is what real pages lack.
 */
export function composePage(random: Random, vocabularies: readonly Vocabulary[], kind: string): ComposedPage {
  const looks = looksOf(kind);
  const vocabulary = vocabularyFor(random, vocabularies, kind);
  const rows =
    kind === NO_KIND ? rowsOfNoKind(random, vocabularies) : rowsOfKind(random, vocabularies, vocabulary, kind);
  const size = sizeOf(random, looks);
  const read = misread(random, rows);
  return {
    ...{ kind, language: vocabulary.language, size, rows: read },
    page: pageOfRows(read, size),
    readings: zoneOf(random, kind),
  };
}

/** The shipped types' own words are of many languages at once, so they count like one more language. */
function vocabularyFor(random: Random, vocabularies: readonly Vocabulary[], kind: string): Vocabulary {
  const having = vocabularies.filter(({ phrases }) => (phrases.get(kind)?.length ?? 0) > 0);
  return random.pick(having.length > 0 ? having : vocabularies);
}

function rowsOfKind(random: Random, all: readonly Vocabulary[], vocabulary: Vocabulary, kind: string): string[][] {
  const looks = looksOf(kind);
  const own = vocabulary.phrases.get(kind) ?? [];
  const language = vocabulary.language === OF_TYPES ? random.pick(all) : vocabulary;
  const shared = language.phrases.get('shared') ?? [];
  const titles = random.chance(0.5) ? [] : random.some(own.slice(0, 3), 1);
  const typical = random.some(random.chance(0.35) ? own.slice(3) : own, random.whole(...looks.phrases));
  const second = random.chance(0.15) ? random.some(random.pick(all).phrases.get(kind) ?? [], 6) : [];
  const strange = random.chance(0.4) ? strangePhrases(random, all, random.whole(1, 4)) : [];
  const common = random.some(shared, random.whole(0, Math.ceil(looks.phrases[1] / 2)));
  const labels = random.some([...typical, ...second, ...strange, ...common], 500);
  const amounts = Array.from({ length: random.whole(...looks.amounts) }, () => [
    random.chance(0.6) ? inventedName(random) : random.pick([...own, ...shared]),
    amount(random, vocabulary.language),
  ]);
  const prose = proseRows(random, language, looks, own);
  const head = random.chance(0.8) ? [[inventedName(random)], [someNumber(random)]] : [];
  return [...titles.map((title) => [title]), ...head, ...labelRows(random, labels), ...amounts, ...prose];
}

/** Labels beside values, in columns, or as the heading of a table. */
function labelRows(random: Random, labels: readonly string[]): string[][] {
  const rows: string[][] = [];
  for (let at = 0; at < labels.length;) {
    const count = random.chance(0.6) ? 1 : random.whole(2, 4);
    const some = labels.slice(at, at + count);
    rows.push(count === 1 && random.chance(0.6) ? [some[0]!, valueBeside(random)] : some);
    at += count;
  }
  return rows;
}

/** Running text: the small words of a language with some of the kind's among them. */
function proseRows(random: Random, { phrases }: Vocabulary, looks: Looks, own: readonly string[]): string[][] {
  const small = [...(phrases.get('prose') ?? []), ...(phrases.get('shared') ?? [])];
  if (small.length === 0) return [];
  const word = (): string => (random.chance(0.12) && own.length > 0 ? random.pick(own) : random.pick(small));
  return Array.from({ length: random.whole(...looks.prose) }, () => [
    Array.from({ length: random.whole(5, 11) }, word).join(' '),
  ]);
}

const strangePhrases = (random: Random, all: readonly Vocabulary[], count: number): string[] =>
  Array.from({ length: count }, () => {
    const { phrases } = random.pick(all);
    return random.pick([...phrases.values()].flatMap((some) => (some.length > 0 ? [random.pick(some)] : [])));
  });

/** Letters, menus, recipes, newspapers, programs, forms of kinds that nobody knows, and pages of hardly a word. */
function rowsOfNoKind(random: Random, all: readonly Vocabulary[]): string[][] {
  const { phrases, language } = random.pick(all.filter((one) => one.phrases.has('prose')));
  const shape = random.next();
  if (shape < 0.08) return Array.from({ length: random.whole(0, 3) }, () => [someNumber(random)]);
  if (shape < 0.2) return labelRows(random, [...random.some(phrases.get('shared') ?? [], random.whole(2, 15)), inventedName(random)]); // prettier-ignore
  if (shape < 0.35) {
    const strange = strangePhrases(random, all, random.whole(3, 12));
    return labelRows(random, random.some([...strange, ...random.some(phrases.get('shared') ?? [], 10)], 500));
  }
  const text = phrases.get(random.pick(TEXTS.filter((name) => phrases.has(name)))) ?? [];
  const words = [...text, ...text, ...(phrases.get('prose') ?? []), ...(phrases.get('shared') ?? [])];
  const isMenu = text === phrases.get('menu');
  const strange = random.chance(0.5) ? strangePhrases(random, all, random.whole(1, 3)) : [];
  return [
    ...strange.map((one) => [one]),
    ...Array.from({ length: random.whole(3, 40) }, () => [
      Array.from({ length: random.whole(isMenu ? 1 : 4, isMenu ? 4 : 11) }, () => random.pick(words)).join(' '),
      ...(isMenu && random.chance(0.7) ? [amount(random, language)] : []),
    ]),
  ];
}

function sizeOf(random: Random, { ratios }: Looks): { width: number; height: number } {
  // A photo shows a table besides the document, and shows it lying or standing.
  const [least, most] = random.chance(0.5) ? [0.6, 1.8] : ratios;
  return { width: 1000, height: Math.round(1000 * (least + random.next() * (most - least))) };
}
