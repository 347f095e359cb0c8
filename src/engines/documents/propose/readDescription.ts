import {
  BEFORE_NAME,
  BEHIND_NAME,
  KIND_ALONE,
  LIST_FOLLOWS,
  MASKED,
  OPTIONAL,
  PICTURE,
  REQUIRED,
} from './descriptionWords.js';

/** A field as a description names it. */
export interface DescribedField {
  /** Its words, without articles and remarks. */
  words: string;
  required: boolean;
  optional: boolean;
  masked: boolean;
  /** The values that it may have; empty where nothing is said. */
  options: string[];
}

/** What a description says of a document. */
export interface ReadDescription {
  /** What the document is called, in the words of the description; empty where it has none. */
  name: string;
  fields: DescribedField[];
  isPicture: boolean;
  /** Whether nothing is to be read of it but what it is. */
  kindAlone: boolean;
}

/** Most fields that a description names. */
const MOST_FIELDS = 80;
/** A name has at most so many words, and a field. */
const MOST_WORDS = 8;
/** More articles and verbs than this stand before no name. */
const MOST_BEFORE_NAME = 5;

/** Takes a description apart: what the document is called, and the fields that it lists. Each character is looked at a few times. */
export function readDescription(description: string): ReadDescription {
  const text = description.normalize('NFC').replace(/[\p{Cf}\p{Cc}]+/gu, (c) => (c.includes('\n') ? '\n' : ' '));
  const kindAlone = KIND_ALONE.test(text);
  const { head, list } = kindAlone ? { head: text, list: '' } : splitAtList(text);
  const fields = itemsOf(list).map(fieldOf).filter((field) => field !== undefined); // prettier-ignore
  return { name: nameIn(head), fields: fields.slice(0, MOST_FIELDS), isPicture: PICTURE.test(head), kindAlone };
}

/** The list begins behind a colon, or a word that says so and has more than one item behind it. */
function splitAtList(text: string): { head: string; list: string } {
  const colon = text.search(/:|\n\s*[-*•]/);
  if (colon >= 0) return { head: text.slice(0, colon), list: text.slice(colon + 1) };
  const marker = LIST_FOLLOWS.exec(text);
  if (!marker) return { head: text, list: '' };
  const list = text.slice(marker.index + marker[0].length);
  return itemsOf(list).length > 1 ? { head: text.slice(0, marker.index), list } : { head: text, list: '' };
}

/** Splits a list at commas, lines and the word `and`, but not inside brackets. */
function itemsOf(list: string): string[] {
  const items: string[] = [''];
  let depth = 0;
  for (const token of list.split(/([,;\n()•]|(?<=\s)(?:and|und|sowie|et|y|e|ed|as well as)(?=\s))/u)) {
    if (token === '(') depth++;
    if (token === ')') depth = Math.max(0, depth - 1);
    if (depth === 0 && /^(?:[,;\n•]|and|und|sowie|et|y|e|ed|as well as)$/u.test(token)) items.push('');
    else items.push(`${items.pop() ?? ''}${token}`);
  }
  return items.map((item) => item.trim()).filter((item) => /\p{L}/u.test(item));
}

function fieldOf(item: string): DescribedField | undefined {
  const remark = /\(([^)]*)\)/.exec(item)?.[1] ?? '';
  const bare = item.replace(/\([^)]*\)?/g, ' ');
  const words = withoutArticle(
    [REQUIRED, OPTIONAL, MASKED]
      .reduce((rest, word) => rest.replace(word, ' '), bare.replace(/\.(?:\s.*)?$/s, ''))
      .replace(/\s(?:in|en|em)\s(?:euros?|eur|usd|dollars?|chf|gbp|pounds?|dólares|dollari)\s*$/iu, '')
      .replace(/['’]s\b/giu, '')
      .replace(/^[\s*•-]+/, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  if (words === '' || words.split(' ').length > MOST_WORDS) return undefined;
  const said = `${bare} ${remark}`;
  return {
    words,
    required: REQUIRED.test(said),
    optional: OPTIONAL.test(said),
    masked: MASKED.test(said),
    options: optionsIn(remark),
  };
}

/** `one of open, closed` and `open/closed` are values; a remark is none. */
function optionsIn(remark: string): string[] {
  const listed = /^\s*(?:one of|eines von|l'un de|uno de|um de|uno tra)\s+(.+)$/isu.exec(remark)?.[1];
  const values = (listed ?? (/[/|]/.test(remark) ? remark : '')).split(/[,/|]|\s(?:or|oder|ou|o)\s/u);
  const clean = values.map((value) => value.trim().replace(/[()|]/g, '')).filter((value) => value !== '');
  return clean.length > 1 ? clean.slice(0, 50) : [];
}

const withoutArticle = (words: string): string => {
  let rest = words;
  for (let times = 0; times < 2; times++) {
    rest = rest.replace(
      /^(?:the|an?|its|their|der|die|das|den|eine?|le|la|les|une?|el|los|las|o|os|as|uma?|il|lo|gli|i)\s+|^l['’]\s*/iu,
      '',
    );
  }
  return rest;
};

function nameIn(head: string): string {
  let name = head
    .split(/[.,;:\n(]/)[0]!
    .split(LIST_FOLLOWS)[0]!
    .trim()
    .replace(PICTURE, ' ')
    .trim();
  for (let times = 0; times < MOST_BEFORE_NAME; times++) name = name.replace(BEFORE_NAME, '').trim();
  const behind = BEHIND_NAME.exec(name);
  if (behind && behind.index > 0) name = name.slice(0, behind.index).trim();
  return name.split(/\s+/).slice(0, MOST_WORDS).join(' ');
}
