import { guidanceFor } from '../../../domain/documentTypes/index.js';
import type { Classification } from '../classify/classification.js';
import type { EngineDocumentType } from '../documentEngine.js';
import { labelsInGuidance, type FieldPlan } from '../extract/fieldPlan.js';
import type { Extraction, MachineReadings } from '../extract/extraction.js';
import { extractFields } from '../extract/extractFields.js';
import { findLabels, type LabelHit } from '../extract/labels/findLabels.js';
import { layoutOf, type Layout, type Segment } from '../extract/layout.js';
import type { ReadDocument } from '../reading/page.js';
import { indexPhrases } from '../text/phraseIndex.js';
import { labelVocabulary, mostOf, withoutNull, type LabelVocabulary } from './labelVocabulary.js';
import { MOST_FIELDS, type SoughtField, type TypeProposal } from '../../../domain/documents/index.js';
import { titlesOf } from './titles.js';
import { unknownLabels } from './unknownLabels.js';

/** A label that is less like the print, or stands where labels do not, announces nothing here: nobody has asked for it. */
const SURE_LABEL = 0.75;
/** Values that are less likely than that are left out of a proposal. */
const LEAST_CONFIDENCE = 0.2;
/** A less likely type is taken for one of those that the document is like: a page of no known type is often a little like several. */
const SURE_OF_TYPE = 0.7;
/** How much a type that is nothing like the document says of its labels, next to one that is. */
const UNLIKE = 0.05;

/** What a proposal is made of. */
export interface DocumentToPropose {
  document: Pick<ReadDocument, 'pages'>;
  readings: MachineReadings;
  classification: Classification;
  candidates: readonly EngineDocumentType[];
  /** ISO date. */
  today: string;
}

/**
 * Makes out of a document what a document type for it could be: of a known type its fields that are there, else what labels, machine
 * readable zones and the form of values tell. Every field has a value on the document.
 */
export function proposeType(given: DocumentToPropose): TypeProposal {
  const { document, classification, candidates } = given;
  const layout = layoutOf(document);
  const isSure = classification.confidence >= SURE_OF_TYPE;
  const known = isSure ? candidates.find(({ context_id }) => context_id === classification.document_type) : undefined;
  const tried = known ? fieldsOfType(known) : fieldsOfPage(given, layout);
  const found = extractFields(document, typeOf(tried), given.readings, given);
  const fields = tried.filter(({ name }) => isThere(name, found)).slice(0, MOST_FIELDS);
  const valueOf = ({ name }: SoughtField) => found.extracted[name] ?? null;
  return {
    known: known ? { context_id: known.context_id, confidence: classification.confidence } : null,
    fields: inOrderOfPage(fields, found).map((field) => ({ ...field, value: valueOf(field) })),
    titles: titlesOf(layout, candidates, isPartOf(found)),
  };
}

/** A type of the proposed fields alone: what the engine makes of it is what it will make of the type when it is stored. */
const typeOf = (fields: readonly SoughtField[]): Pick<EngineDocumentType, 'output_schema' | 'prompt_hint'> => ({
  output_schema: Object.fromEntries(fields.map(({ name, hint }) => [name, hint])),
  prompt_hint: guidanceFor(fields),
});

function fieldsOfType({ output_schema, prompt_hint }: EngineDocumentType): SoughtField[] {
  const labels = labelsInGuidance(prompt_hint, Object.keys(output_schema));
  return Object.entries(output_schema).map(([name, hint]) => ({
    ...{ name, hint: withoutNull(hint), labels: labels.get(name) ?? [] },
  }));
}

/** What the labels on the pages announce, each under the name that most types give it. */
function fieldsOfPage({ classification, candidates, readings }: DocumentToPropose, layout: Layout): SoughtField[] {
  const likely = new Map(
    [classification, ...classification.alternatives].map((one) => [one.document_type, one.confidence]),
  );
  const likeness = (id: string): number => UNLIKE + (likely.get(id) ?? 0);
  const onPage = indexPhrases(layout.segments.map(({ search }) => search));
  const vocabulary = labelVocabulary(candidates, likeness, onPage);
  const hits = findLabels(layout, plansOf(vocabulary)).filter(
    (hit) => hit.strength >= SURE_LABEL && !isEndOfLabel(hit),
  );
  const labelled = new Set(hits.map(({ segment }) => segment));
  const fields = new Map<string, SoughtField>();
  const add = ({ name, hint, labels }: SoughtField): void => {
    const before = fields.get(name);
    const all = [...new Set([...(before?.labels ?? []), ...labels])];
    fields.set(name, { name, hint: before?.hint ?? hint, labels: all });
  };
  for (const name of machineFields(readings)) add({ name, hint: hintFor(name, vocabulary), labels: [] });
  for (const hit of hits) for (const field of announcedBy(hit, vocabulary)) add(field);
  for (const field of unknownLabels(layout, (segment) => labelled.has(segment), vocabulary.words))
    if (!fields.has(field.name)) add(field);
  return [...fields.values()];
}

/** `Holder` is known and announces a name; `Berth holder:` is a label of its own, which says more. */
const isEndOfLabel = ({ segment: { text }, start, end }: LabelHit): boolean =>
  /^[^:/|(]*\p{L}{2}[^:/|(]*$/u.test(text.slice(0, start)) && /^\s*:/.test(text.slice(end));

/** One plan for each label, under the letters of the label itself: which field it announces is decided when all are found. */
const plansOf = ({ labels }: LabelVocabulary): FieldPlan[] =>
  [...labels].map(([name, { label }]) => ({
    name,
    hint: { kind: 'string' },
    shape: 'text',
    concept: null,
    labels: [label],
  }));

function announcedBy(hit: LabelHit, vocabulary: LabelVocabulary): SoughtField[] {
  return hit.fields.flatMap((compact) => {
    const known = vocabulary.labels.get(compact);
    const name = mostOf(known?.votes);
    return known && name !== undefined ? [{ name, hint: hintFor(name, vocabulary), labels: [known.label] }] : [];
  });
}

const hintFor = (name: string, { hintOf }: LabelVocabulary): string =>
  hintOf(name) ?? (/(^|_)date$/.test(name) ? 'date YYYY-MM-DD' : 'string');

/** What of a machine readable zone or a licence's barcode is a field of its own. */
const OF_MACHINES: ReadonlySet<string> = new Set(
  'document_number surname given_names birth_date sex nationality issuing_country expiry_date issue_date address'.split(
    ' ',
  ),
);

function machineFields({ mrz, barcodes }: MachineReadings): string[] {
  const names = [
    ...mrz.flatMap(({ fields }) => Object.keys(fields)),
    ...barcodes.flatMap(({ aamva }) => Object.keys(aamva?.mapped ?? {})),
  ];
  return [...new Set(names)].filter((name) => OF_MACHINES.has(name));
}

const isThere = (name: string, { extracted, confidences }: Extraction): boolean => {
  const value = extracted[name] ?? null;
  return value !== null && value !== '' && (confidences[name] ?? 0) >= LEAST_CONFIDENCE;
};

function inOrderOfPage(fields: SoughtField[], { coordinates }: Extraction): SoughtField[] {
  const place = ({ name }: SoughtField): number => {
    const at = coordinates[name];
    return at ? at.page + at.box[1] : Infinity;
  };
  return [...fields].sort((one, other) => place(one) - place(other));
}

/** Whether a segment holds what was found of a field. */
function isPartOf({ raw }: Extraction): (segment: Segment) => boolean {
  const values = new Set(
    Object.values(raw)
      .flatMap((text) => text.split('\n'))
      .map((text) => text.trim()),
  );
  return ({ text }) => values.has(text.trim());
}
