import { type FieldValue, type FoundBy, MOST_FIELDS, MOST_TITLES, type ProposedField, type TypeProposal } from '../../../domain/documents/index.js'; // prettier-ignore
import type { EngineDocumentType, PageText } from '../documentEngine.js';
import { planFields } from '../extract/fieldPlan.js';
import { readValues } from '../extract/readValue.js';
import { type ReadingContext, readingContext } from '../extract/readingContext.js';
import { allLabelWords, withoutNull } from '../propose/labelVocabulary.js';
import { couldBeTitle, hasWordOf, wordsOfTypes } from '../propose/titles.js';
import { isLabel, mayBeName, nameOf } from '../propose/unknownLabels.js';
import { compactText } from '../text/fold.js';
import { type FoundPrint, findOnPage, type SearchablePages, searchablePages } from './findOnPage.js';
import { isAlike } from './joinReadings.js';
import type { StatedFields } from './proposalQuestion.js';

/** A proposal that two readers made, and what each field of the second one came to. */
export interface JoinedProposal {
  proposal: TypeProposal;
  /** Fields that both found alike. */
  agreed: string[];
  /** Fields that both found with different values: the engine's stays. */
  differing: string[];
  /** Fields that the model alone found. */
  added: string[];
  /** How many fields it named whose value stands on no page, or that nothing on the page or in a known type gives a name: none of them was taken. */
  refused: number;
}

/** What a proposal is joined by. */
export interface ProposedFrom {
  text: readonly PageText[];
  candidates: readonly EngineDocumentType[];
  /** ISO date. */
  today: string;
}

/** What a model says of a field that stands on the page. */
interface StatedField {
  /** Undefined where the label that it names stands on no page. */
  label: FoundPrint | undefined;
  value: FoundPrint;
  name: string | null;
  form: StatedFields['fields'][number]['form'];
}

/**
 * Joins what a language model says a document states to what the engine proposes for it. Only what stands on a page is taken, and no word of the model's own: a field is called by its printed
 * label, or as a type that is known calls one.
 */
export function joinProposals(before: TypeProposal, said: StatedFields, from: ProposedFrom): JoinedProposal {
  const pages = searchablePages(from.text);
  const segments = from.text.flatMap(({ lines }) => lines);
  const values = said.fields.flatMap(({ value }) => (value === null ? [] : [String(value)]));
  const knowledge = knowledgeOf(from, values, readingContext({ segments }, { mrz: [], barcodes: [] }, from.today));
  const fields = before.fields.map((field): ProposedField => ({ ...field, found_by: 'engine' }));
  const joined = { agreed: [] as string[], differing: [] as string[], added: [] as string[], refused: 0 };
  for (const one of said.fields.slice(0, MOST_FIELDS)) {
    if (one.value === null || one.value === '') continue;
    const value = findOnPage(String(one.value), pages);
    const label = one.label === null ? undefined : findOnPage(String(one.label), pages);
    const stated = value && { ...one, value, label };
    const known = stated && meantBy(stated, fields, knowledge);
    if (known) {
      if (known.found_by === 'engine') known.found_by = foundBy(stated, known, knowledge);
      continue;
    }
    const made = stated && fieldOf(stated, knowledge);
    const isTaken = fields.some(({ name }) => name === made?.name);
    if (made && !isTaken && fields.length < MOST_FIELDS) fields.push(made);
    else if (!made) joined.refused++;
  }
  for (const { name, found_by } of fields) {
    if (found_by === 'both') joined.agreed.push(name);
    else if (found_by === 'differing') joined.differing.push(name);
    else if (found_by === 'model') joined.added.push(name);
  }
  const titles = titlesWith(before.titles, said.title, fields, pages, knowledge);
  return { ...joined, proposal: { ...before, fields, titles } };
}

/** What is known beside the page. */
interface Knowledge {
  /** Hints by the names that types have for their fields. */
  hints: ReadonlyMap<string, string>;
  /** Every word of every label that is known, and of what documents are called: what else is capitalised may be somebody's name. */
  words: ReadonlySet<string>;
  /** What documents are called by. */
  called: ReadonlySet<string>;
  /** What the model says that fields have: what one has is no label of another. */
  values: readonly string[];
  context: ReadingContext;
}

function knowledgeOf({ candidates }: ProposedFrom, values: readonly string[], context: ReadingContext): Knowledge {
  const hints = new Map<string, string>();
  for (const { output_schema } of candidates)
    for (const [name, hint] of Object.entries(output_schema)) if (!hints.has(name)) hints.set(name, withoutNull(hint));
  const called = wordsOfTypes(candidates);
  return { hints, words: new Set([...allLabelWords(candidates), ...called]), called, values, context };
}

/** The field that a model means: by its label or its name, else one that says the same and that it has not named yet. */
function meantBy(
  stated: StatedField,
  fields: readonly ProposedField[],
  knowledge: Knowledge,
): ProposedField | undefined {
  const label = stated.label && compactText(stated.label.raw);
  const isCalled = ({ name, labels }: ProposedField): boolean =>
    name === stated.name || (label !== undefined && labels.some((one) => compactText(one) === label));
  return (
    fields.find(isCalled) ?? fields.find((field) => field.found_by === 'engine' && isSaid(stated, field, knowledge))
  );
}

const foundBy = (stated: StatedField, field: ProposedField, knowledge: Knowledge): FoundBy =>
  isSaid(stated, field, knowledge) ? 'both' : 'differing';

/** Whether print says what the engine read of a field, as it is printed or as the engine reads such print. */
const isSaid = ({ value }: StatedField, { name, hint, value: known }: ProposedField, knowledge: Knowledge): boolean =>
  isAlike(known, value.raw) || (hint !== 'string' && isAlike(known, valueOf(value, name, hint, knowledge) ?? ''));

/** A weekday or a currency may stand beside a value; more letters are a sentence, in which it only occurs. */
const MOST_BESIDE = 10;

/** What a piece of print states, read as a field of that name and form; undefined where it states more, or nothing. */
function valueOf(print: FoundPrint, name: string, hint: string, { context }: Knowledge): FieldValue | undefined {
  const [plan] = planFields({ output_schema: { [name]: hint }, prompt_hint: '' });
  const text = print.raw.replaceAll('\n', ' ');
  const [read] = plan ? readValues(text, plan, context) : [];
  if (!read) return undefined;
  const beside = compactText(text.slice(0, read.start) + text.slice(read.end)).length;
  return hint === HINTS.text || beside <= MOST_BESIDE ? read.value : undefined;
}

const HINTS = { text: 'string', date: 'date YYYY-MM-DD', amount: 'amount' } as const;

/** A field of what the model alone found; undefined where nothing but its own words gives it a name, or it has no value of any form. */
function fieldOf({ label, value, name: said, form }: StatedField, knowledge: Knowledge): ProposedField | undefined {
  const { hints, words, values } = knowledge;
  const isNaming =
    label && isLabel(label.raw) && !mayBeName(label.raw, words) && !values.some((one) => isAlike(one, label.raw));
  const printed = isNaming ? nameOf(label.raw) : undefined;
  const name = said !== null && hints.has(said) ? said : printed;
  if (name === undefined) return undefined;
  const labels = label && printed !== undefined ? [label.raw] : [];
  for (const hint of [hints.get(name) ?? HINTS[form], HINTS.text]) {
    const read = valueOf(value, name, hint, knowledge);
    if (read !== undefined) return { name, hint, labels, value: read, found_by: 'model' };
  }
  return undefined;
}

/** The headings with the one that the model names, behind those that the engine found, where it is one of the first page. */
function titlesWith(
  titles: readonly string[],
  said: string | null,
  fields: readonly ProposedField[],
  pages: SearchablePages,
  { words, called, values }: Knowledge,
): string[] {
  const found = said === null ? undefined : findOnPage(said, pages.slice(0, 1))?.raw.trim();
  const isTitle =
    found !== undefined &&
    couldBeTitle(found) &&
    hasWordOf(found, called) &&
    !mayBeName(found, words) &&
    !values.some((one) => isAlike(one, found)) &&
    !titles.some((title) => isAlike(title, found)) &&
    !fields.some(({ value, labels }) => isAlike(value, found) || labels.some((label) => isAlike(label, found)));
  return isTitle ? [...titles, found].slice(0, MOST_TITLES) : [...titles];
}
