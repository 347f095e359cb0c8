import type { OpenApiDocument } from '../documentation/openApiDocument.js';

/** A word of a sentence, of a name, or of a value. */
export const WORD = /[\p{L}\p{M}\p{N}_]+/gu;

/** The words of a text, in small letters. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

/** Words that sentences are made of: they say nothing, whoever wrote them. */
const IN_SENTENCES = wordsOf(
  'a an and any are at be by field for form has have header holds in is it its key many more most must names no not of one only or parameter request ' +
    'body than that the there this to twice used uses value which with you your 0 1 type json application content x api idempotency version range host',
);

/**
 * The words that the API itself is made of: names of its fields and parameters, parts of its paths, and values that it lists. Whoever sends one says
 * nothing by it that is not in the description. Examples are not among them: they are of people, if of none that live.
 */
export function ownWordsOf({ paths, components }: Pick<OpenApiDocument, 'paths' | 'components'>): ReadonlySet<string> {
  const words = new Set(IN_SENTENCES);
  const take = (text: unknown): void => {
    if (typeof text === 'string') for (const word of wordsOf(text)) words.add(word);
  };
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk);
    if (typeof node !== 'object' || node === null) return;
    for (const [key, member] of Object.entries(node)) {
      if (key === 'example' || key === 'examples') continue;
      if (key === 'properties') Object.keys(member as object).forEach(take);
      else if (key === 'enum') (member as unknown[]).forEach(take);
      else if (key === 'name' || key === 'const') take(member);
      walk(member);
    }
  };
  Object.keys(paths).forEach(take);
  walk(paths);
  walk(components);
  return words;
}
