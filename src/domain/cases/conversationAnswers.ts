import type { CaseDocument } from './caseDocument.js';
import { type Heard, readAmong } from './heard.js';
import { checkOfRule, fieldMeaning, type FieldValue, maskText, valueOfMeaning } from '../documents/index.js';
import {
  checkWords,
  DEFAULT_LANGUAGE,
  fieldIn,
  type Language,
  type OwnTypeNames,
  typeIn,
  wordingOf,
} from './wording/index.js';
import { dated } from './wording/forms.js';
import { understand } from './wording/understanding.js';

/** Most values that one answer lists. */
const MOST_VALUES = 20;
/** Longest text of a value in an answer, in characters. */
const LONGEST_VALUE = 200;

/** How an agent speaks in a case. */
export interface Speech {
  language: Language;
  /** Types that go by names of their own. */
  own?: OwnTypeNames | undefined;
}

/** Sentences one after the other; those that are empty are left out. */
export const sentences = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');

/**
 * Answers a question about what was read from the documents of a case, or says nothing where it asks for something else.
 * Values of masked fields are masked.
 * @param speech that of the question and of the answer
 */
export function answerAbout(
  documents: readonly CaseDocument[],
  question: string,
  speech: Speech = { language: DEFAULT_LANGUAGE },
): string | undefined {
  const { language } = speech;
  const read = readAmong(documents);
  const about = meant(read, question, speech);
  const asked = meaningsIn(about, question, language);
  if (asked.length > 0) {
    if (read.length === 0) return wordingOf(language).reply.nothingRead;
    return sentences(...asked.map((meaning) => valueSentence(about, meaning, speech)));
  }
  if (read.length === 0) return undefined;
  const { by, text } = understand(language, question);
  if (by.everything.test(text)) return sentences(...about.map((document) => allValues(document, speech)));
  return by.problems.test(text) ? sentences(...about.map((document) => problems(document, speech))) : undefined;
}

/** Answers what a language model takes a question for, from what was read; says nothing where that is something else. */
export function answerHeard(
  documents: readonly CaseDocument[],
  { topic, fields }: Heard,
  speech: Speech,
): string | undefined {
  const read = readAmong(documents);
  if (fields.length > 0) return sentences(...fields.map((meaning) => valueSentence(read, meaning, speech)));
  if (read.length === 0 || (topic !== 'everything' && topic !== 'problems')) return undefined;
  const about = topic === 'everything' ? allValues : problems;
  return sentences(...read.map((document) => about(document, speech)));
}

/** The documents of the type that a question names, else all. */
function meant(
  documents: readonly CaseDocument[],
  question: string,
  { language, own }: Speech,
): readonly CaseDocument[] {
  const words = plain(question);
  // People may also say the name that configurations have.
  const names = (type: string): string[] => [typeIn(language, type, own), typeIn(DEFAULT_LANGUAGE, type)];
  const ofType = documents.filter(({ document_type }) =>
    names(document_type).some((one) => words.includes(plain(one))),
  );
  return ofType.length > 0 ? ofType : documents;
}

function meaningsIn(documents: readonly CaseDocument[], question: string, language: Language): string[] {
  const words = plain(question);
  const wording = wordingOf(language);
  const fields = documents.flatMap(({ extracted }) => Object.keys(extracted));
  // People may also say the name that a schema has.
  const names = (field: string): string[] => [fieldIn(wording, field), fieldIn({ fields: {} }, field)];
  const byName = fields.filter((field) => names(field).some((one) => words.includes(plain(one)))).map(fieldMeaning);
  const { by, text } = understand(language, question);
  const byWord = by.asked.flatMap(([pattern, meaning]) => (pattern.test(text) ? [meaning] : []));
  return [...new Set([...byName, ...byWord])];
}

function valueSentence(documents: readonly CaseDocument[], meaning: string, { language, own }: Speech): string {
  const wording = wordingOf(language);
  const found = documents.flatMap((document) => {
    const stated = valueOfMeaning(document.extracted, meaning);
    if (!stated) return [];
    const value = shown(document, stated.field, stated.value, language);
    return [wording.reply.valueOn(value, typeIn(language, document.document_type, own))];
  });
  const what = fieldIn(wording, meaning);
  return found.length > 0 ? wording.reply.valuesAre(what, found) : wording.reply.valueNotRead(what);
}

function allValues(document: CaseDocument, { language, own }: Speech): string {
  const wording = wordingOf(language);
  const values = Object.entries(document.extracted).filter(([, value]) => value !== null);
  const parts = values
    .slice(0, MOST_VALUES)
    .map(([field, value]) => `${fieldIn(wording, field)}: ${shown(document, field, value, language)}`);
  const type = typeIn(language, document.document_type, own);
  if (parts.length === 0) return wording.reply.nothingReadFrom(type);
  return wording.reply.allRead(type, parts, values.length - parts.length);
}

function problems({ document_type, valid, violations }: CaseDocument, { language, own }: Speech): string {
  const wording = wordingOf(language);
  const type = typeIn(language, document_type, own);
  if (valid) return wording.reply.nothingWrong(type);
  const broken = violations.map(({ rule, message }) => checkWords(wording, checkOfRule(rule), message));
  return sentences(wording.reply.wrong(type), ...(language === DEFAULT_LANGUAGE ? broken : new Set(broken)));
}

/** `field` is the document's name of it, or two of them with a `+`. */
function shown({ masked_fields }: CaseDocument, field: string, value: FieldValue, language: Language): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const masked = field.split('+').some((name) => masked_fields.includes(name));
  return (masked ? maskText(text) : dated(language, text)).slice(0, LONGEST_VALUE);
}

/** Words with single spaces around them, so that whole words can be looked for. */
const plain = (text: string): string =>
  ` ${text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;
