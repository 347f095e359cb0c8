import { isDeepStrictEqual } from 'node:util';
import { type DemandsGiven, twoSidedTypes } from '../agents/index.js';
import { isOfMachine } from '../documents/index.js';
import type { CaseDocument } from './caseDocument.js';
import { type CaseReason, reason } from './caseReasons.js';
import { type Side, sidesNamed } from './sideWords.js';
import { type ReasonWords, wordingOf } from './wording/index.js';

/** What telling the sides of a document takes. */
export type SidedDocument = Pick<
  CaseDocument,
  | 'doc_id'
  | 'document_type'
  | 'label'
  | 'extracted'
  | 'field_confidences'
  | 'sources'
  | 'coordinates'
  | 'valid'
  | 'violations'
>;

/** What is missing of the types of which the agent wants both sides, among documents that can be used, each file once. */
export function sideReasons(
  definition: DemandsGiven,
  documents: readonly SidedDocument[],
  say: ReasonWords = wordingOf('en').reason,
): CaseReason[] {
  return twoSidedTypes(definition).flatMap((type) => {
    const missing = missingSide(type, documents);
    if (missing === undefined || documents.every(({ document_type }) => document_type !== type)) return [];
    return [reason('side_missing', say.sideMissing(missing === 'either' ? undefined : missing, type), type)];
  });
}

/** The side of a type that documents do not show: `either` where the one that is there does not tell which it is; undefined where both are there. */
function missingSide(type: string, documents: readonly SidedDocument[]): Side | 'either' | undefined {
  const ofType = documents.filter(({ document_type }) => document_type === type);
  const views = ofType.filter((one, index) => !ofType.slice(0, index).some(showsTheSame(one))).flatMap(viewsOf);
  const told = new Set(views.filter((side) => side !== undefined));
  // What tells no side stands for one that nothing else shows.
  const untold = views.filter((side) => side === undefined).length;
  if (told.size + untold >= 2) return undefined;
  if (told.size > 0) return told.has('front') ? 'back' : 'front';
  return untold > 0 ? 'either' : 'front';
}

/** The side that is asked for next of a type of which both are wanted, as `missingSide` has it; null where none is missing, or sides are not wanted. */
export function sideWanted(
  type: string,
  two_sided: readonly string[],
  documents: readonly SidedDocument[],
): Side | null {
  const missing = two_sided.includes(type) ? missingSide(type, documents) : undefined;
  // One that tells no side stands for the front: the back is what a zone or a barcode gives away.
  return missing === 'either' ? 'back' : (missing ?? null);
}

/**
 * Whether a later picture took the place of a document: one of its type, and where both sides of that are wanted, of the sides that it shows.
 * @param two_sided types of which both sides are wanted
 */
export function isRetaken<Document extends SidedDocument>(
  document: Document,
  documents: readonly Document[],
  two_sided: readonly string[],
): boolean {
  const { document_type: type } = document;
  const later = documents.slice(documents.indexOf(document) + 1).filter(({ document_type }) => document_type === type);
  if (!two_sided.includes(type)) return later.length > 0;
  const shownLater = new Set(later.flatMap(viewsOf));
  return viewsOf(document).every((side) => side !== undefined && shownLater.has(side));
}

/** The one side that a document shows; undefined where it does not tell, or shows several. */
export function sideShown(document: SidedDocument): Side | undefined {
  const [first, ...others] = viewsOf(document);
  return others.length === 0 ? first : undefined;
}

/**
 * The sides that a document shows, page by page: by its label, else by what was read on each page; undefined where that does not tell. A label
 * that names both sides is believed where two pages were read, or a zone or barcode beside print. What a person says of places is no side.
 */
function viewsOf({ label, coordinates, sources }: SidedDocument): (Side | undefined)[] {
  const named = sidesNamed(label ?? '');
  if (named.length === 1) return named;
  const pages = new Map<number, Side | undefined>();
  const kinds = new Set<boolean>();
  for (const [field, { page }] of Object.entries(coordinates)) {
    const source = sources[field];
    if (source === 'person') continue;
    // A zone or a barcode is printed on the back of a card, or on its one side.
    const isBack = isOfMachine(source);
    kinds.add(isBack);
    pages.set(page, isBack ? 'back' : pages.get(page));
  }
  if (named.length > 1) return pages.size > 1 || kinds.size > 1 ? named : [undefined];
  return pages.size > 0 ? [...pages.values()] : [undefined];
}

/** Share of what two files state, the more of them, that both state alike, from which on it is taken for another picture of the same side. */
const SAME_SIDE = 0.8;

/** Whether a document only shows what another one shows: that it is sent again, labelled otherwise, makes no other side of it. */
const showsTheSame =
  (one: SidedDocument) =>
  (other: SidedDocument): boolean => {
    const [stated, others] = [one, other].map(statedOf) as [[string, unknown][], [string, unknown][]];
    const alike = stated.filter(
      ([field, value]) =>
        isRead(other, field) &&
        isDeepStrictEqual(other.extracted[field], value) &&
        isOfMachine(one.sources[field]) === isOfMachine(other.sources[field]),
    );
    // The back of a card may state nothing but the number that its front has, too.
    return stated.length > 0 && alike.length >= SAME_SIDE * Math.max(stated.length, others.length);
  };

const statedOf = (document: SidedDocument): [string, unknown][] =>
  Object.entries(document.extracted).filter(([field, value]) => value !== null && isRead(document, field));

const isRead = ({ sources }: SidedDocument, field: string): boolean => sources[field] !== 'person';

/**
 * Documents of which each is judged as what it is, a side: of the rules that it breaks those stay whose value no other side states. So the
 * back of a card does not lack the name that its front has.
 * @param comparable those of them that can be used, each file once: only they are sides
 */
export function asSides<Document extends SidedDocument>(
  definition: DemandsGiven,
  documents: readonly Document[],
  comparable: readonly Document[],
): readonly Document[] {
  const types = twoSidedTypes(definition);
  return documents.map((document) => {
    if (!types.includes(document.document_type) || !comparable.includes(document)) return document;
    const violations = holding(definition, document, comparable);
    const nothingElse = violations.length === 0 && document.violations.length > 0;
    return { ...document, violations: [...violations], valid: document.valid || nothingElse };
  });
}

/** The documents that count, and with each that is a side all others of its type. */
export function withOtherSides<Document extends SidedDocument>(
  definition: DemandsGiven,
  counting: readonly Document[],
  comparable: readonly Document[],
): Document[] {
  const types = twoSidedTypes(definition);
  return counting.flatMap((document) =>
    types.includes(document.document_type)
      ? comparable.filter(({ document_type }) => document_type === document.document_type)
      : [document],
  );
}

/** What of the rules that one side breaks, now or when it was read, the document as a whole breaks. */
export function holding<Broken extends { field: string }>(
  definition: DemandsGiven,
  { doc_id, document_type: type, violations }: { doc_id: string; document_type: string; violations: readonly Broken[] },
  comparable: readonly SidedDocument[],
): readonly Broken[] {
  if (!twoSidedTypes(definition).includes(type)) return violations;
  const sides = comparable.filter(({ document_type }) => document_type === type);
  const statedBy = whoStates(sides);
  return violations.filter(({ field }) => (statedBy.get(field) ?? sides.at(-1)?.doc_id) === doc_id);
}

/** Sides as the one document that they are: of each field the later value that is not null. Other documents as they are. */
export function asOneEach<Document extends SidedDocument>(
  definition: DemandsGiven,
  documents: readonly Document[],
): Document[] {
  const types = twoSidedTypes(definition);
  const whole = types.flatMap((type) => {
    const sides = documents.filter(({ document_type }) => document_type === type);
    return sides.length > 0 ? [asOne(sides)] : [];
  });
  return [...documents.filter(({ document_type }) => !types.includes(document_type)), ...whole];
}

function asOne<Document extends SidedDocument>(sides: readonly Document[]): Document {
  const last = sides.at(-1)!;
  const statedBy = whoStates(sides);
  const holds = (side: Document, field: string): boolean => (statedBy.get(field) ?? side.doc_id) === side.doc_id;
  const joined = <Value>(of: (side: Document) => { [field: string]: Value }): { [field: string]: Value } =>
    Object.fromEntries(sides.flatMap((side) => Object.entries(of(side)).filter(([field]) => holds(side, field))));
  return {
    ...last,
    extracted: joined((side) => side.extracted),
    field_confidences: joined((side) => side.field_confidences),
    sources: joined((side) => side.sources),
  };
}

/** Of each field the last side that states a value. */
const whoStates = (sides: readonly SidedDocument[]): Map<string, string> =>
  new Map(
    sides.flatMap(({ doc_id, extracted }) =>
      Object.entries(extracted).flatMap(([field, value]) => (value === null ? [] : [[field, doc_id] as const])),
    ),
  );
