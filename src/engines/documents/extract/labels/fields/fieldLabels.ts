import { phrasesOf } from '../concept.js';
import { ENGLISH } from './english.js';
import { DUTCH } from './dutch.js';
import { FRENCH } from './french.js';
import { GERMAN } from './german.js';
import { ITALIAN } from './italian.js';
import { POLISH } from './polish.js';
import { PORTUGUESE } from './portuguese.js';
import { SPANISH } from './spanish.js';
import type { LabelsByField } from './labelsByField.js';
import { SWEDISH } from './swedish.js';

const LANGUAGES: readonly LabelsByField[] = [
  ENGLISH,
  FRENCH,
  GERMAN,
  SPANISH,
  ITALIAN,
  PORTUGUESE,
  DUTCH,
  POLISH,
  SWEDISH,
];

/**
 * The labels that forms print for a field of this name, in every language there is a list of; empty where none knows the
 * name. Unlike the labels of concepts they say nothing of documents that have no such field.
 */
export const labelsOfField = (field: string): string[] =>
  LANGUAGES.flatMap((labels) => (Object.hasOwn(labels, field) ? phrasesOf(labels[field]!) : []));
