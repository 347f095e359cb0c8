import type { SoughtField } from '../../../domain/documents/index.js';
import { guidanceFor } from '../../../domain/documentTypes/index.js';
import type { EngineDocumentType } from '../documentEngine.js';
import type { Extraction, MachineReadings } from '../extract/extraction.js';
import { extractFields } from '../extract/extractFields.js';
import { boxOf, type Layout, type Segment } from '../extract/layout.js';
import { fieldOfOwnName, fieldsOfPage } from './fieldsOfPage.js';
import { formFields } from './formFields.js';
import type { DocumentToPropose } from './documentToPropose.js';

/** Values that are less likely than that are left out of a proposal. */
const LEAST_CONFIDENCE = 0.2;
/** How much a type that is nothing like the document says of its labels, next to one that is. */
const UNLIKE = 0.05;

/** Fields that are there, and what was found of them. */
export interface Found<Field extends SoughtField = SoughtField> {
  fields: Field[];
  found: Extraction;
}

/** The fields that are there, of those that may be: what the engine makes of them is what it will make of the type when it is stored. */
export function foundFields<Field extends SoughtField>(
  tried: readonly Field[],
  given: DocumentToPropose,
): Found<Field> {
  const found = extractFields(given.document, typeOf(tried), given.readings, given);
  return { fields: tried.filter(({ name }) => isThere(name, found)), found };
}

/**
 * The fields of a page of no known type: what its labels announce. Where nothing is found of a pair of label and value under the name that
 * types give it, its own words are its name.
 */
export function foundOnPage(given: DocumentToPropose, layout: Layout): Found {
  const { classification, candidates, readings } = given;
  const likely = new Map(
    [classification, ...classification.alternatives].map((one) => [one.document_type, one.confidence]),
  );
  const likeness = (id: string): number => UNLIKE + (likely.get(id) ?? 0);
  const { fields, pairs } = fieldsOfPage(layout, candidates, likeness, machineFields(readings));
  const first = foundFields(fields, given);
  const stands = (segment: Segment, name: string): boolean => isAt(segment, first.found.coordinates[name]);
  const kept = first.fields.filter(({ name, at }) => !at || stands(at, name));
  const lost = pairs.filter(({ value }) => !kept.some(({ name }) => stands(value, name)));
  const isTaken = (segment: Segment): boolean =>
    pairs.some((pair) => pair.segment === segment || pair.value === segment) ||
    kept.some(({ name }) => stands(segment, name));
  const names = new Set(kept.map(({ name }) => name));
  const others = [...lost.flatMap(fieldOfOwnName), ...formFields(layout, isTaken)];
  const added = others.filter(({ name }) => !names.has(name) && names.add(name));
  if (added.length === 0 && kept.length === fields.length) return first;
  const second = foundFields([...kept, ...added], given);
  return { ...second, fields: second.fields.filter(({ name, at }) => !at || isAt(at, second.found.coordinates[name])) };
}

/** A type of the fields alone. */
const typeOf = (fields: readonly SoughtField[]): Pick<EngineDocumentType, 'output_schema' | 'prompt_hint'> => ({
  output_schema: Object.fromEntries(fields.map(({ name, hint }) => [name, hint])),
  prompt_hint: guidanceFor(fields),
});

const isThere = (name: string, { extracted, confidences }: Extraction): boolean => {
  const value = extracted[name] ?? null;
  return value !== null && value !== '' && (confidences[name] ?? 0) >= LEAST_CONFIDENCE;
};

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

/** Whether something was found in a segment. */
function isAt(segment: Segment, at: Extraction['coordinates'][string] | undefined): boolean {
  if (at?.page !== segment.page) return false;
  const [left, top, width, height] = at.box;
  const [itsLeft, itsTop, itsWidth, itsHeight] = boxOf(segment);
  return left < itsLeft + itsWidth && itsLeft < left + width && top < itsTop + itsHeight && itsTop < top + height;
}
