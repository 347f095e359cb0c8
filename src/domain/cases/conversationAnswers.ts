import { UNKNOWN_TYPE, type CaseDocument } from './caseDocument.js';
import { listed, named, sentences } from './conversationWords.js';
import { fieldMeaning, type FieldValue, maskText, valueOfMeaning } from '../documents/index.js';

/** Words of a question to what it asks for; names of fields are understood besides. */
const ASKED_FOR: readonly (readonly [RegExp, string])[] = [
  [/\b(expir\w*|run out|valid (until|till|to|thru)|still valid)\b/i, 'expiry_date'],
  [/\b(date of birth|birth ?date|birthday|when .*born|born on|dob|how old|age)\b/i, 'birth_date'],
  [/\b(date of issue|issue date|issued on|when .*issued)\b/i, 'issue_date'],
  [/\b(issued by|who issued|authority|issuer)\b/i, 'issuing_authority'],
  [/\b(nationality|citizen\w*)\b/i, 'nationality'],
  [/\b(surname|last name|family name)\b/i, 'surname'],
  [/\b(first name|given names?|forenames?)\b/i, 'given_names'],
  [/\b(my name|full name|whose|holder|what name|which name|name (is|on|in|of))\b/i, 'full_name'],
  [/\b(address|where .*live|residence)\b/i, 'address'],
  [/\biban\b/i, 'iban'],
  [/\b(tax (number|id))\b/i, 'tax_number'],
  [
    /\b((passport|document|card|licen[cs]e|id|account|policy|invoice|statement) (number|no))\b|\bnumber of (my|the)\b/i,
    'document_number',
  ],
  [/\b(sex|gender)\b/i, 'sex'],
  [/\b(place of birth|birth ?place|where .*born)\b/i, 'birth_place'],
];

const EVERYTHING = /\b(what|which|show|list|tell)\b.*\b(read|extract\w*|found|fields|data|know|see)\b/i;
const PROBLEMS = /\b(wrong|problems?|valid|invalid|violat\w*|errors?|issues?|rejected|accepted|ok|okay)\b/i;

/** Most values that one answer lists. */
const MOST_VALUES = 20;
/** Longest text of a value in an answer, in characters. */
const LONGEST_VALUE = 200;

/**
 * Answers a question about what was read from the documents of a case, or says nothing where it asks for something else.
 * Values of masked fields are masked.
 */
export function answerAbout(documents: readonly CaseDocument[], question: string): string | undefined {
  const read = documents.filter(({ status, document_type }) => status === 'done' && document_type !== UNKNOWN_TYPE);
  const about = meant(read, question);
  const asked = meaningsIn(about, question);
  if (asked.length > 0) {
    if (read.length === 0) return 'No document was read so far.';
    return sentences(...asked.map((meaning) => valueSentence(about, meaning)));
  }
  if (read.length === 0) return undefined;
  if (EVERYTHING.test(question)) return sentences(...about.map(allValues));
  return PROBLEMS.test(question) ? sentences(...about.map(problems)) : undefined;
}

/** The documents of the type that a question names, else all. */
function meant(documents: readonly CaseDocument[], question: string): readonly CaseDocument[] {
  const words = plain(question);
  const ofType = documents.filter(({ document_type }) => words.includes(plain(named(document_type))));
  return ofType.length > 0 ? ofType : documents;
}

function meaningsIn(documents: readonly CaseDocument[], question: string): string[] {
  const words = plain(question);
  const fields = documents.flatMap(({ extracted }) => Object.keys(extracted));
  const byName = fields.filter((field) => words.includes(plain(named(field)))).map(fieldMeaning);
  const byWord = ASKED_FOR.flatMap(([pattern, meaning]) => (pattern.test(question) ? [meaning] : []));
  return [...new Set([...byName, ...byWord])];
}

function valueSentence(documents: readonly CaseDocument[], meaning: string): string {
  const found = documents.flatMap((document) => {
    const stated = valueOfMeaning(document.extracted, meaning);
    if (!stated) return [];
    return [`${shown(document, stated.field, stated.value)} on the ${named(document.document_type)}`];
  });
  const what = named(meaning);
  return found.length > 0 ? `The ${what} is ${listed(found)}.` : `No ${what} was read.`;
}

function allValues(document: CaseDocument): string {
  const values = Object.entries(document.extracted).filter(([, value]) => value !== null);
  const parts = values
    .slice(0, MOST_VALUES)
    .map(([field, value]) => `${named(field)}: ${shown(document, field, value)}`);
  const type = named(document.document_type);
  if (parts.length === 0) return `Nothing was read from the ${type}.`;
  const more = values.length > parts.length ? `; and ${values.length - parts.length} more` : '';
  return `Read from the ${type}: ${parts.join('; ')}${more}.`;
}

function problems({ document_type, valid, violations }: CaseDocument): string {
  const type = named(document_type);
  if (valid) return `Nothing is wrong with the ${type}.`;
  return sentences(`Something is wrong with the ${type}.`, ...violations.map(({ message }) => message));
}

/** `field` is the document's name of it, or two of them with a `+`. */
function shown({ masked_fields }: CaseDocument, field: string, value: FieldValue): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const masked = field.split('+').some((name) => masked_fields.includes(name));
  return (masked ? maskText(text) : text).slice(0, LONGEST_VALUE);
}

/** Words with single spaces around them, so that whole words can be looked for. */
const plain = (text: string): string =>
  ` ${text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;
