import { MOST_FIELDS, type SoughtField, type TypeProposal } from '../../../domain/documents/index.js';
import type { EngineDocumentType } from '../documentEngine.js';
import { labelsInGuidance } from '../extract/fieldPlan.js';
import type { Extraction } from '../extract/extraction.js';
import { layoutOf, type Layout, type Segment } from '../extract/layout.js';
import type { DocumentToPropose } from './documentToPropose.js';
import { foundFields, foundOnPage, type Found } from './foundFields.js';
import { withoutNull } from './labelVocabulary.js';
import { titlesOf } from './titles.js';

/** A less likely type is taken for one of those that the document is like: a page of no known type is often a little like several. */
const SURE_OF_TYPE = 0.7;

/** From here on nothing on the page speaks against it. */
const BEYOND_DOUBT = 0.98;
/** Else a page of a type has at least so much of its fields, or these are so much of what the page has. */
const LEAST_OF_TYPE = 0.5;
const LEAST_OF_PAGE = 0.75;

/**
 * Makes out of a document what a document type for it could be: of a known type its fields that are there, else what labels, machine
 * readable zones and the form of values tell. Every field has a value on the document.
 */
export function proposeType(given: DocumentToPropose): TypeProposal {
  const { document, classification, candidates } = given;
  const layout = layoutOf(document);
  const { known, there } = knownType(given, layout) ?? { known: undefined, there: foundOnPage(given, layout) };
  return {
    known: known ? { context_id: known.context_id, confidence: classification.confidence } : null,
    fields: inOrderOfPage(there).map(({ name, hint, labels }) => ({
      ...{ name, hint, labels },
      value: there.found.extracted[name] ?? null,
    })),
    titles: titlesOf(layout, candidates, isPartOf(there.found)),
  };
}

/** The type that the page is surely of, unless the page has few of its fields and most of what the page has is none of them. */
function knownType(given: DocumentToPropose, layout: Layout): { known?: EngineDocumentType; there: Found } | undefined {
  const { classification, candidates } = given;
  if (classification.confidence < SURE_OF_TYPE) return undefined;
  const known = candidates.find(({ context_id }) => context_id === classification.document_type);
  if (!known) return undefined;
  const fields = fieldsOfType(known);
  const there = foundFields(fields, given);
  const isBeyondDoubt = classification.confidence >= BEYOND_DOUBT;
  if (isBeyondDoubt || there.fields.length >= LEAST_OF_TYPE * fields.length) return { known, there };
  const onPage = foundOnPage(given, layout);
  return there.fields.length >= LEAST_OF_PAGE * onPage.fields.length ? { known, there } : { there: onPage };
}

function fieldsOfType({ output_schema, prompt_hint }: EngineDocumentType): SoughtField[] {
  const labels = labelsInGuidance(prompt_hint, Object.keys(output_schema));
  return Object.entries(output_schema).map(([name, hint]) => ({
    ...{ name, hint: withoutNull(hint), labels: labels.get(name) ?? [] },
  }));
}

function inOrderOfPage({ fields, found: { coordinates } }: Found): SoughtField[] {
  const place = ({ name }: SoughtField): number => {
    const at = coordinates[name];
    return at ? at.page + at.box[1] : Infinity;
  };
  return fields.slice(0, MOST_FIELDS).sort((one, other) => place(one) - place(other));
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
