import { LANGUAGES, typeNameOf } from '../../cases/index.js';
import { foldedWords } from './clauses.js';
import type { Nameable } from './interpret.js';

/** What of a type tells what it is called. */
export interface NamedType {
  context_id: string;
  display_name: string;
  classify_hints: readonly string[];
}

/** A shorter hint is a word of anything, and a longer one is a sentence of a page. */
const HINT_LETTERS = { least: 5, most: 40 };

/**
 * What types are called in messages: by their names, those of the shipped ones in six languages, and by what they alone are recognised
 * by.
 */
export function nameableTypes(types: readonly NamedType[]): Nameable[] {
  const named = types.map((type) => ({ type, names: namesOf(type) }));
  const taken = new Set(named.flatMap(({ names }) => names));
  const hinted = new Map<string, number>();
  for (const hint of types.flatMap(hintsOf)) hinted.set(hint, (hinted.get(hint) ?? 0) + 1);
  return named.map(({ type, names }) => {
    const own = hintsOf(type).filter((hint) => hinted.get(hint) === 1 && !taken.has(hint));
    return { id: type.context_id, called: [...new Set([...names, ...own])] };
  });
}

function namesOf({ context_id, display_name }: NamedType): string[] {
  const translated = LANGUAGES.map((language) => typeNameOf(language, context_id, {}) ?? '');
  const names = [
    context_id.replaceAll('_', ' '),
    context_id,
    display_name,
    display_name.replace(/\(.*\)/, ''),
    ...translated,
  ];
  return [...new Set(names.map((name) => foldedWords(name).trim()).filter((name) => name.length > 2))];
}

const hintsOf = ({ classify_hints }: NamedType): string[] => [
  ...new Set(
    classify_hints
      .map((hint) => foldedWords(hint).trim())
      .filter(({ length }) => length >= HINT_LETTERS.least && length <= HINT_LETTERS.most),
  ),
];
