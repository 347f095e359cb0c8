import { asPassportsWrite, spellingKey, toLatin } from '../documents/text/latinLetters.js';
import { similarity, wordsOf } from './fold.js';

/* The words of these lists are general knowledge of how names are written, without a list that they were taken from. */

/** What stands before a name and is none. */
const TITLES = new Set('mr mrs ms miss mx dr prof sir madam herr frau mme mlle monsieur madame sr sra srta'.split(' '));
/** Begins a name at birth that follows the name in use. */
const NAME_AT_BIRTH = new Set('nee geb geborene born'.split(' '));
/** Parts of names that documents leave out or write together. */
const PARTICLES = new Set(
  'de da do dos das del della di du la le el al van von der den ter ten zu bin binti ibn y e'.split(' '),
);
/** Forms of companies: one company is written with and without. */
const COMPANY_FORMS = new Set(
  'limited ltd inc incorporated llc llp plc corp corporation co company gmbh ag kg ohg ug sa sas sarl srl spa bv nv ab as oy sp zoo pty the'.split(
    ' ',
  ),
);

/** More words than this no name has; the rest of a text that is no name need not be compared. */
const MOST_WORDS = 12;
/** A letter that stands for a name says less than the name. */
const INITIAL = 0.9;
/** The same name in another spelling. */
const OTHER_SPELLING = 0.97;
/** An edit in a short name makes another name (`Maria`, `Marta`), in a long one it is a misreading. */
const WEIGHT_OF_EDIT = 1.2;
/** Each name that only one document states, three at most: middle names come and go. */
const NAME_LEFT_OUT = 0.97;
/** One word of a whole name, or initials alone, could be anyone's. */
const TOO_VAGUE = 0.7;

/** How names are to be taken. */
export type NamePart = 'whole' | 'part' | 'company';

/** A word of a name in the two ways in which it may be written, each with its spelling made one. */
interface Word {
  latin: string;
  passport: string;
  keys: readonly [string, string];
}

const wordOf = (latin: string, passport: string): Word => ({
  latin,
  passport,
  keys: [spellingKey(latin), spellingKey(passport)],
});

/**
 * How alike two names are, 0 to 1, as people and offices write them: case, accents, script, order, hyphens, titles, initials
 * and left-out middle names make no or little difference.
 * @param part `whole` for a full name, which must not be matched by one word of it; `part` for a surname or given names
 */
export function compareNames(one: string, other: string, part: NamePart): number {
  const [ours, theirs] = [wordsOfName(one, part), wordsOfName(other, part)];
  if (ours.length === 0 || theirs.length === 0) return 0;
  const optional = part === 'company' ? COMPANY_FORMS : PARTICLES;
  const [left, right] = [joinedAs(theirs, ours), joinedAs(ours, theirs)];
  return compareWords(needed(left, right, optional), needed(right, left, optional), part);
}

function wordsOfName(text: string, part: NamePart): Word[] {
  // Both ways part a text into the same words: they only write letters differently.
  const passport = wordsOf(asPassportsWrite(text));
  const words = wordsOf(toLatin(text)).map((latin, index) => wordOf(latin, passport[index] ?? latin));
  if (part === 'company') return words.slice(0, MOST_WORDS);
  const birth = words.findIndex(({ latin }, index) => index > 0 && NAME_AT_BIRTH.has(latin));
  const named = (birth > 0 ? words.slice(0, birth) : words).filter(({ latin }) => !TITLES.has(latin));
  return (named.length > 0 ? named : words).slice(0, MOST_WORDS);
}

/**
 * A full name in the one form that its spellings share: case, accents, script, order, hyphens, titles and the letters that passports write
 * as two make no difference. Names that are merely alike have other forms. Empty where there is no word in it.
 */
export const nameKey = (text: string): string =>
  wordsOfName(text, 'whole')
    .map(({ keys: [, passport] }) => passport)
    .sort()
    .join(' ');

/** The words, with neighbours joined that the other name writes as one word: `Anna Maria` where it has `Annamaria`. */
function joinedAs(other: readonly Word[], words: readonly Word[]): Word[] {
  for (const size of [3, 2]) {
    for (let start = 0; start + size <= words.length; start++) {
      const group = words.slice(start, start + size);
      const one = wordOf(group.map(({ latin }) => latin).join(''), group.map(({ passport }) => passport).join(''));
      if (!other.some((word) => sameWord(one, word) > 0)) continue;
      return [...joinedAs(other, words.slice(0, start)), one, ...joinedAs(other, words.slice(start + size))];
    }
  }
  return [...words];
}

/** The words without those that may be left out and that the other name lacks. */
function needed(words: readonly Word[], other: readonly Word[], optional: ReadonlySet<string>): readonly Word[] {
  const left = words.filter((word) => !optional.has(word.latin) || other.some((one) => sameWord(word, one) > 0));
  return left.length > 0 ? left : words;
}

/** Pairs the words, the most alike first; the least alike pair is what the names are worth. */
function compareWords(one: readonly Word[], other: readonly Word[], part: NamePart): number {
  const [few, many] = [sorted(one), sorted(other)].sort(shorterFirst) as [Word[], Word[]];
  const pairs = few
    .flatMap((ours, i) => many.map((theirs, j) => ({ i, j, score: compareWord(ours, theirs) })))
    .sort((a, b) => b.score - a.score);
  const matched = new Set<number>();
  const chosen = new Map<number, { j: number; score: number }>();
  for (const { i, j, score } of pairs) {
    if (chosen.has(i) || matched.has(j)) continue;
    chosen.set(i, { j, score });
    matched.add(j);
  }
  const alike = Math.min(...[...chosen.values()].map(({ score }) => score));
  const leftOut = many.length - few.length;
  const oneWordOfMore = leftOut > 0 && few.length === 1 && part === 'whole';
  const initialsAlone = ![...chosen].some(([i, { j }]) => few[i]!.latin.length > 1 && many[j]!.latin.length > 1);
  if (oneWordOfMore || (initialsAlone && alike < 1)) return alike * TOO_VAGUE;
  return alike * NAME_LEFT_OUT ** Math.min(leftOut, 3);
}

// In one order, so that it does not matter which name came first.
const sorted = (words: readonly Word[]): Word[] => words.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
const key = ({ latin, passport }: Word): string => `${latin} ${passport}`;
const shorterFirst = (a: readonly Word[], b: readonly Word[]): number =>
  a.length - b.length || (a.map(key).join(' ') < b.map(key).join(' ') ? -1 : 1);

function compareWord(one: Word, other: Word): number {
  const same = sameWord(one, other);
  if (same > 0) return same;
  if (one.latin.length === 1 || other.latin.length === 1) return one.latin[0] === other.latin[0] ? INITIAL : 0;
  const closest = Math.max(similarity(one.latin, other.latin), similarity(one.passport, other.passport));
  return Math.max(0, 1 - WEIGHT_OF_EDIT * (1 - closest));
}

/** 1 for the same word, a little less for it in another spelling, 0 for another word. */
function sameWord(one: Word, other: Word): number {
  const ours = [one.latin, one.passport];
  if (ours.includes(other.latin) || ours.includes(other.passport)) return 1;
  return one.keys.some((key) => other.keys.includes(key)) ? OTHER_SPELLING : 0;
}
