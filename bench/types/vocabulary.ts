import { readdir, readFile } from 'node:fs/promises';
import type { EngineDocumentType } from '../../src/engines/documents/documentEngine.js';
import { labelsInGuidance } from '../../src/engines/documents/extract/fieldPlan.js';

/** What is printed on documents of each kind, in one language: titles first, then labels, legal formulas, goods, units. */
export interface Vocabulary {
  language: string;
  /** By kind of document; `shared` stands on all of them, and those of `TEXTS` on what is no document of any kind. */
  phrases: ReadonlyMap<string, readonly string[]>;
}

/** The language of the phrases that the shipped types give themselves: many, mixed. */
export const OF_TYPES = 'types';

const FOLDER = new URL('vocabulary/', import.meta.url);

/** Reads the word lists: a file per language, a line per kind, phrases by semicolons. From general knowledge, not from files. */
export async function readVocabularies(types: readonly EngineDocumentType[]): Promise<Vocabulary[]> {
  const names = (await readdir(FOLDER)).sort();
  const lists = await Promise.all(
    names.map(async (name) => ({
      language: name.replace(/\.txt$/, ''),
      phrases: parseList(await readFile(new URL(name, FOLDER), 'utf8')),
    })),
  );
  return [...lists, { language: OF_TYPES, phrases: phrasesOfTypes(types) }];
}

/** Lines of one kind add up. */
function parseList(text: string): Map<string, string[]> {
  const phrases = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [, kind, list] = /^(\w+): (.*)$/.exec(line) ?? [];
    if (!kind || !list) continue;
    const some = list.split(';').map((phrase) => phrase.trim()); // prettier-ignore
    phrases.set(kind, [...new Set([...(phrases.get(kind) ?? []), ...some.filter((phrase) => phrase !== '')])]);
  }
  return phrases;
}

/** The hints and printed labels of the shipped types, by their kind. */
function phrasesOfTypes(types: readonly EngineDocumentType[]): Map<string, string[]> {
  const phrases = new Map<string, string[]>();
  for (const { describes, classify_hints, output_schema, prompt_hint } of types) {
    const kind = describes?.kind;
    if (!kind) continue;
    const labels = [...labelsInGuidance(prompt_hint, Object.keys(output_schema)).values()].flat();
    phrases.set(kind, [...new Set([...(phrases.get(kind) ?? []), ...classify_hints, ...labels])]);
  }
  return phrases;
}
