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

/** So often a page has the words that the shipped types give themselves, though its language has some of its own. */
const SHARE_OF_TYPES = 0.15;

/** So often only a piece of a page is there, or the page has a few lines. */
const SHARE_OF_SHORT = 0.2;
const SHORT: Looks = { phrases: [2, 8], amounts: [0, 1], prose: [0, 1], ratios: [0.6, 1.6] };

/** Lists of what is no document of any kind, `prose` first. */
const TEXTS = ['prose', 'recipe', 'menu', 'manual', 'code'];

/**
 * Composes a page of a kind (`NO_KIND` for none) out of the words that are typical of it. No two pages have the same choice of
 * them; of half of all pages the title is missing, because that is what real pages lack.
 */
export function composePage(random: Random, vocabularies: readonly Vocabulary[], kind: string): ComposedPage {
  const looks = random.chance(SHARE_OF_SHORT) ? SHORT : looksOf(kind);
  const around = languageOf(random, vocabularies, kind);
  const vocabulary = vocabularyFor(random, vocabularies, around, kind);
  const rows =
    kind === NO_KIND
      ? rowsOfNoKind(random, vocabularies)
      : rowsOfKind(random, vocabularies, { looks, vocabulary, around, kind });
  const size = sizeOf(random, looks);
  const read = misread(random, rows);
  return {
    ...{ kind, language: around.language, size, rows: read },
    page: pageOfRows(read, size),
    readings: zoneOf(random, kind),
  };
}

/** Of so many kinds a language knows words for each time that it may be picked, besides once. */
const KINDS_FOR_A_TURN = 40;
/** So often it is one of the languages that know the kind, so that what these know is seen often enough. */
const SHARE_OF_KNOWN = 0.3;

/**
 * A language, mostly by how many kinds it knows words of, whichever kind the page is of: that a page is German must hardly speak
 * for the kinds whose German words are known.
 */
function languageOf(random: Random, vocabularies: readonly Vocabulary[], kind: string): Vocabulary {
  const languages = vocabularies.filter(({ language }) => language !== OF_TYPES);
  const known = languages.filter(({ phrases }) => phrases.has(kind));
  if (known.length > 0 && random.chance(SHARE_OF_KNOWN)) return random.pick(known);
  const turns = ({ phrases }: Vocabulary): number => 1 + Math.ceil(phrases.size / KINDS_FOR_A_TURN);
  return random.pick(languages.flatMap((one) => Array.from({ length: turns(one) }, () => one)));
}

/** The words of a kind in a language or, at times and where that has none, the shipped types' own, which are of many languages. */
function vocabularyFor(random: Random, all: readonly Vocabulary[], around: Vocabulary, kind: string): Vocabulary {
  const has = ({ phrases }: Vocabulary): boolean => (phrases.get(kind)?.length ?? 0) > 0;
  const having = all.filter(has);
  if (kind === NO_KIND || (has(around) && !random.chance(SHARE_OF_TYPES))) return around;
  return having.find(({ language }) => language === OF_TYPES) ?? random.pick(having.length > 0 ? having : all);
}

function rowsOfKind(
  random: Random,
  all: readonly Vocabulary[],
  {
    looks,
    vocabulary,
    around: language,
    kind,
  }: { looks: Looks; vocabulary: Vocabulary; around: Vocabulary; kind: string },
): string[][] {
  const own = vocabulary.phrases.get(kind) ?? [];
  const shared = language.phrases.get('shared') ?? [];
  const titles = random.chance(0.5) ? [] : random.some(own.slice(0, 3), 1);
  const typical = random.some(random.chance(0.35) ? own.slice(3) : own, random.whole(...looks.phrases));
  const second = random.chance(0.15) ? random.some(random.pick(all).phrases.get(kind) ?? [], 6) : [];
  const strange = random.chance(0.4) ? strangePhrases(random, all, random.whole(1, 4)) : [];
  const common = random.some(shared, random.whole(0, Math.ceil(looks.phrases[1] / 2)));
  const labels = random.some([...typical, ...second, ...strange, ...common], 500);
  const amounts = Array.from({ length: random.whole(...looks.amounts) }, () => [
    random.chance(0.6) ? inventedName(random) : random.pick([...own, ...shared]),
    amount(random, language.language),
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
  const name = random.pick(TEXTS);
  const { phrases, language } = random.pick(all.filter((one) => one.phrases.has(name)));
  const shape = random.next();
  if (shape < 0.08) return Array.from({ length: random.whole(0, 3) }, () => [someNumber(random)]);
  if (shape < 0.2) return labelRows(random, [...random.some(phrases.get('shared') ?? [], random.whole(2, 15)), inventedName(random)]); // prettier-ignore
  if (shape < 0.35) {
    const strange = strangePhrases(random, all, random.whole(3, 12));
    return labelRows(random, random.some([...strange, ...random.some(phrases.get('shared') ?? [], 10)], 500));
  }
  const text = phrases.get(name) ?? [];
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
