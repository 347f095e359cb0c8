import type { Language } from '../../cases/index.js';
import { STEP_WORDS } from './chatWords.js';
import { type Clause, clausesOf, foldedWords, languageOfChat, means, wordsFor } from './clauses.js';

/** What a message asks for, in its order. */
export type ChatIntent =
  | { intent: 'set_name'; name: string }
  | { intent: 'set_goal'; goal: string }
  | { intent: 'add_document_type' | 'remove_document_type'; context_id: string }
  /** Described in words, as a type is generated. */
  | { intent: 'create_document_type'; description: string }
  | { intent: 'set_pipeline'; pipeline: string[] }
  | { intent: 'set_cross_match'; enabled?: boolean; match_fields?: string[]; min_doc_types?: number }
  | { intent: 'set_option'; intelligence_level?: number; allow_cloud?: boolean }
  | { intent: 'next' | 'back' | 'cancel' }
  | { intent: 'build'; deploy: boolean }
  | { intent: 'help' | 'status' | 'types' | 'greet' }
  /** A type that is asked for and that there is not. */
  | { intent: 'unknown_type'; said: string };

/** Something that can be named in a message, by any of the words it is called by, folded. */
export interface Nameable {
  id: string;
  called: readonly string[];
}

/** What a message is understood by. */
export interface ChatContext {
  types: readonly Nameable[];
  /** Fields of the types of the draft. */
  fields: readonly Nameable[];
}

/** What a message was understood as. */
export interface Understood {
  language: Language;
  /** Empty where nothing of it was understood. */
  intents: ChatIntent[];
}

/** Takes a message in one of six languages for what it asks for. The same message is always understood in the same way. */
export function interpret(message: string, context: ChatContext): Understood {
  const language = languageOfChat(message);
  const names = { types: namesOf(context.types), fields: namesOf(context.fields) };
  const intents = clausesOf(message, language).flatMap((clause) => intentsOf(clause, language, names));
  return { language, intents: together(intents) };
}

/** `Build it` and `deploy it` are one order; a greeting before something else is only polite. */
function together(intents: ChatIntent[]): ChatIntent[] {
  const more = intents.filter(({ intent }) => intent !== 'greet');
  const kept = more.length > 0 ? more : intents.slice(0, 1);
  const builds = kept.filter((one) => one.intent === 'build');
  if (builds.length < 2) return kept;
  const [first] = builds;
  const deploy = builds.some((one) => one.deploy);
  return kept
    .filter((one) => one.intent !== 'build' || one === first)
    .map((one) => (one === first ? { ...first, deploy } : one));
}

function intentsOf(clause: Clause, language: Language, names: Names): ChatIntent[] {
  const { folded, isQuestion } = clause;
  const says = (name: Parameters<typeof means>[2]): boolean => means(folded, language, name);
  if (isQuestion || (startsAsQuestion(folded, language) && !says('polite'))) return answersTo(says);
  for (const read of READERS) {
    const intents = read({ clause, language, names, says });
    if (intents) return intents;
  }
  return answersTo(says);
}

/** What is asked, where something is: nothing is done for a question. */
function answersTo(says: (name: 'types' | 'status' | 'help' | 'greet' | 'question') => boolean): ChatIntent[] {
  if (says('types')) return [{ intent: 'types' }];
  if (says('status')) return [{ intent: 'status' }];
  if (says('help') || says('question')) return [{ intent: 'help' }];
  return says('greet') ? [{ intent: 'greet' }] : [];
}

const startsAsQuestion = (folded: string, language: Language): boolean =>
  wordsFor(language, 'question').exec(folded)?.index === 0;

interface Reading {
  clause: Clause;
  language: Language;
  names: Names;
  says: (name: Parameters<typeof means>[2]) => boolean;
}

type Reader = (reading: Reading) => ChatIntent[] | undefined;

/** In this order: what says more comes first. */
const READERS: readonly Reader[] = [
  ({ clause, says }) =>
    says('create_document_type')
      ? [{ intent: 'create_document_type', description: descriptionIn(clause.text) }]
      : undefined,
  ({ clause, language, says }) => {
    const name = says('set_name') ? behind(clause.text, language, 'set_name') : '';
    return name === '' ? undefined : [{ intent: 'set_name', name }];
  },
  ({ clause, language, says }) => {
    const goal = says('set_goal') ? goalOf(behind(clause.text, language, 'set_goal')) : '';
    return goal === '' ? undefined : [{ intent: 'set_goal', goal }];
  },
  ({ clause: { folded }, says }) => {
    const pipeline = stepsIn(folded);
    return says('set_pipeline') && pipeline.length > 0 ? [{ intent: 'set_pipeline', pipeline }] : undefined;
  },
  (reading) => (reading.says('set_cross_match') ? [crossMatchIn(reading)] : undefined),
  ({ clause: { folded }, says }) => {
    const level = says('intelligence') ? /[0-3](?= )/.exec(folded)?.[0] : undefined;
    const cloud = says('cloud');
    if (level === undefined && !cloud) return undefined;
    const option = {
      ...(level !== undefined && { intelligence_level: Number(level) }),
      ...(cloud && { allow_cloud: !says('not') }),
    };
    return [{ intent: 'set_option', ...option }];
  },
  typesIn,
  ({ says }) => {
    const [builds, deploys, not] = [says('build'), says('deploy'), says('not')];
    if (builds) return not && !deploys ? [] : [{ intent: 'build', deploy: deploys && !not }];
    if (deploys) return [{ intent: 'build', deploy: !not }];
    return undefined;
  },
  ({ says }) => {
    const move = (['cancel', 'back', 'next'] as const).find((name) => says(name));
    if (!move) return undefined;
    return says('not') ? [] : [{ intent: move }];
  },
];

/** Types that a clause names: to add, to remove; and where none is named though it asks for one, what it calls it. */
function typesIn({ clause, language, names, says }: Reading): ChatIntent[] | undefined {
  const named = namedIn(clause.folded, names.types);
  const removes = (says('remove') || says('not')) && !says('forget');
  const intent = removes ? 'remove_document_type' : 'add_document_type';
  if (named.length > 0) return named.map((context_id) => ({ intent, context_id }));
  const asks = says('add') || says('remove');
  if (!asks || (['build', 'deploy', 'cancel', 'next', 'back', 'status', 'help'] as const).some(says)) return undefined;
  const said = behind(clause.text, language, removes ? 'remove' : 'add').slice(0, 100);
  return said === '' ? undefined : [{ intent: 'unknown_type', said }];
}

/** Words without what makes them several, or of another gender: `passports`, `passaporti`, `buste paga`. Short ones stay as they are. */
const stemmed = (folded: string): string =>
  folded.replace(/[\p{L}\p{N}]{5,}/gu, (word) => word.replace(/^(.{4,}?)[seinoa]+$/u, '$1'));

/** A name that something is called by, stemmed. */
interface Name {
  id: string;
  name: string;
}

interface Names {
  types: readonly Name[];
  fields: readonly Name[];
}

/** All names, the longest first: of two that are in a text the longer one is meant. */
const namesOf = (nameables: readonly Nameable[]): Name[] =>
  nameables
    .flatMap(({ id, called }) => called.map((name) => ({ id, name: stemmed(name) })))
    .sort((one, other) => other.name.length - one.name.length || (one.id < other.id ? -1 : 1));

/** What is named in a text, each part of it once, in its order. */
function namedIn(folded: string, names: readonly Name[]): string[] {
  let rest = stemmed(folded);
  const found: { id: string; at: number }[] = [];
  for (const { id, name } of names) {
    const at = rest.indexOf(` ${name} `);
    if (at < 0) continue;
    found.push({ id, at });
    rest = `${rest.slice(0, at + 1)}${'#'.repeat(name.length)}${rest.slice(at + 1 + name.length)}`;
  }
  const ids = found.sort((one, other) => one.at - other.at).map(({ id }) => id);
  return [...new Set(ids)];
}

function crossMatchIn({ clause: { folded }, names, says }: Reading): ChatIntent {
  const match_fields = namedIn(folded, names.fields);
  const least = /(?:^| )(?:at least|mindestens|au moins|al menos|pelo menos|almeno|from|ab|desde|da) (\d{1,2}) /.exec(
    folded,
  )?.[1];
  return {
    intent: 'set_cross_match',
    enabled: !says('not'),
    ...(match_fields.length > 0 && !says('not') && { match_fields }),
    ...(least !== undefined && { min_doc_types: Number(least) }),
  };
}

const stepsIn = (folded: string): string[] =>
  Object.entries(STEP_WORDS)
    .map(([step, words]) => ({ step, at: folded.search(new RegExp(` (?:${words}) `, 'u')) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at)
    .map(({ step }) => step);

/** What stands in quotes, else what follows the words that announce it, without the marks around it. */
function behind(text: string, language: Language, name: 'set_name' | 'set_goal' | 'add' | 'remove'): string {
  const quoted = /["“„«»'‘]([^"“”„«»'’]{1,200})["”“«»'’]/u.exec(text)?.[1];
  if (quoted !== undefined) return quoted.trim();
  const words = text.trim().split(/\s+/);
  for (let from = 1; from <= words.length; from++) {
    const before = foldedWords(words.slice(0, from).join(' '));
    const more = foldedWords(words.slice(0, from + 1).join(' '));
    const found = wordsFor(language, name).exec(before);
    const goesOn = (wordsFor(language, name).exec(more)?.[0].length ?? 0) > (found?.[0].length ?? 0);
    if (found && !goesOn)
      return words
        .slice(from)
        .join(' ')
        .replace(/^[:=]\s*|[.!?;,\s]+$/gu, '')
        .trim();
  }
  return '';
}

const goalOf = (words: string): string =>
  foldedWords(words)
    .trim()
    .replace(/[^a-z0-9_]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 64);

/** What a type is called and has, without the order to make it. */
const descriptionIn = (text: string): string =>
  text
    .replace(
      /^.*?\b\p{L}*(?:type?|typ|tipo)\b(?:\s+(?:de documento?|de document|di documento|called|named|namens))?\s*/iu,
      '',
    )
    .trim();
