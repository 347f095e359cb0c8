import { fieldMeaning, UNKNOWN_TYPE } from '../documents/index.js';
import type { Case } from './case.js';
import type { CaseDocument } from './caseDocument.js';
import { fieldIn, wordingOf } from './wording/index.js';

/** What a message can ask for, or be, at every level of conversation. */
export const TOPICS = ['progress', 'help', 'thanks', 'greeting'] as const;

/** What it can ask for besides, where the agent answers about what was read. */
export const TOPICS_OF_READING = ['everything', 'problems'] as const;

/** What a message can be about. */
export type Topic = (typeof TOPICS)[number] | (typeof TOPICS_OF_READING)[number];

/**
 * What a language model takes a message for that the agent's own words do not cover: which of its answers is asked for. It chooses, and the templates answer: none of its own words is said to anybody.
 */
export interface Heard {
  /** Null where it is about none of them. */
  topic: Topic | null;
  /** Meanings of the fields whose values are asked for (`fieldMeaning`). */
  fields: string[];
}

/** What of a case can be asked about, as a language model is told it: names, never a value. */
export interface Askable {
  topics: readonly Topic[];
  /** Meanings of the fields that its documents have, with what they are called in English. */
  fields: readonly { name: string; called: string }[];
}

/** What can be asked in a case. @param answers whether its agent answers about what was read */
export function askableIn({ documents }: Pick<Case, 'documents'>, answers: boolean): Askable {
  if (!answers) return { topics: TOPICS, fields: [] };
  const meanings = new Set(readAmong(documents).flatMap(({ extracted }) => Object.keys(extracted).map(fieldMeaning)));
  const wording = wordingOf('en');
  return {
    topics: [...TOPICS, ...TOPICS_OF_READING],
    fields: [...meanings].map((name) => ({ name, called: fieldIn(wording, name) })),
  };
}

/** The documents that something was read from. */
export const readAmong = (documents: readonly CaseDocument[]): CaseDocument[] =>
  documents.filter(({ status, document_type }) => status === 'done' && document_type !== UNKNOWN_TYPE);
