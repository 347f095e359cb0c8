import { alternativesOf } from '../agents/index.js';
import { UNKNOWN_TYPE } from '../documents/index.js';
import type { CaseDocument } from './caseDocument.js';
import { type DocumentRequests, NO_REQUESTS } from './documentRequests.js';
import type { Side } from './sideWords.js';

/** Which document types a case has and which it still needs. */
export interface CaseProgress {
  /** What the agent requires: types, and `a|b` where one of several will do. */
  required: string[];
  /** Entries of `required` of which a document was read, be it one side of it. */
  collected: string[];
  /** Entries of `required` of which none was; `type:side` where both sides are wanted and one is there (`missingSideOf`). */
  missing: string[];
  /** Entries of `required` of which none was read and a document failed. */
  failed: string[];
  /** Collected of required, 0 to 100, a whole number; 0 where nothing is required. What lacks a side is half of one. */
  percent: number;
  /** All that is required was collected, both sides where these are wanted; false where nothing is required. */
  complete: boolean;
}

/** The progress of a case as answers, searches and webhooks have it: with what was asked for again. */
export interface ShownProgress extends CaseProgress, DocumentRequests {}

/** Of each document type that was read the side that is missing of it; null where none is. */
export interface ReadTypes {
  [document_type: string]: Side | null;
}

/** What the progress of a case goes on from. */
export interface Collecting {
  progress: CaseProgress;
  /** Of types that are required alone; null in what was stored before sides were told, which knows no more than `progress`. */
  read_types: ReadTypes | null;
}

/** Between a type and the side of it that is missing: no name of a type has it. */
const OF_SIDE = ':';

/** An entry of `missing`: the document type or types, and the side of it that is missing; undefined where all of it is. */
export function missingSideOf(entry: string): { type: string; side: Side | undefined } {
  const [type = entry, side] = entry.split(OF_SIDE);
  return side === 'front' || side === 'back' ? { type, side } : { type: entry, side: undefined };
}

/**
 * Works out the progress of a case. A document that failed counts for the type that it was meant to be.
 * @param sideOf the side that is missing of a type of which a document was read; null where none is
 */
export function caseProgress(
  required: readonly string[],
  documents: readonly Pick<CaseDocument, 'status' | 'document_type' | 'expected_type'>[],
  sideOf: (document_type: string) => Side | null = () => null,
): CaseProgress {
  const done = documents.filter(({ status }) => status === 'done').map(({ document_type }) => document_type);
  const failed = documents
    .filter(({ status }) => status === 'failed')
    .map(({ document_type, expected_type }) => document_type || expected_type);
  return progressOf(required, Object.fromEntries(done.map((type) => [type, sideOf(type)])), new Set(failed));
}

/** The progress once a document more was read, as this type. @param side that is missing of the type since; null where none is */
export function afterReading(before: Collecting, document_type: string, side: Side | null = null): Collecting {
  const { required, failed } = before.progress;
  const isRequired = required.flatMap(alternativesOf).includes(document_type);
  const read_types = { ...readTypesOf(before), ...(isRequired && { [document_type]: side }) };
  return { progress: progressOf(required, read_types, new Set(failed)), read_types };
}

/** The progress once a document more has failed, which was meant to be of this type; null where that is not known. */
export function afterFailure(before: Collecting, expected_type: string | null): CaseProgress {
  const { required, failed } = before.progress;
  return progressOf(required, readTypesOf(before), new Set([...failed, expected_type]));
}

/** The progress as it is shown: nothing is complete while something is awaited that was asked for again. */
export function shownProgress(progress: CaseProgress, requests: DocumentRequests | null): ShownProgress {
  const { tries, requested } = requests ?? NO_REQUESTS;
  return { ...progress, complete: progress.complete && requested.length === 0, tries, requested };
}

const readTypesOf = ({ progress, read_types }: Collecting): ReadTypes =>
  read_types ?? Object.fromEntries(progress.collected.map((entry) => [entry, null]));

function progressOf(required: readonly string[], read: ReadTypes, failed: ReadonlySet<string | null>): CaseProgress {
  const stands = required.map((entry) => ({ entry, missing: missingOf(entry, read) }));
  const begun = stands.filter(({ entry, missing }) => missing !== entry);
  const missing = stands.flatMap((one) => one.missing ?? []);
  const halves = begun.length + required.length - missing.length;
  return {
    required: [...required],
    collected: begun.map(({ entry }) => entry),
    missing,
    failed: stands
      .filter((one) => one.missing === one.entry)
      .map(({ entry }) => entry)
      .filter((entry) => [entry, ...alternativesOf(entry)].some((type) => failed.has(type))),
    percent: required.length === 0 ? 0 : Math.floor((50 * halves) / required.length),
    complete: required.length > 0 && missing.length === 0,
  };
}

/** What is missing of an entry: all of it, or a side of the first of its types that one was read of; null where nothing is. */
function missingOf(entry: string, read: ReadTypes): string | null {
  const types = [entry, ...alternativesOf(entry)].filter((type) => type !== UNKNOWN_TYPE && Object.hasOwn(read, type));
  const [first] = types;
  if (first === undefined) return entry;
  return types.some((type) => read[type] === null) ? null : `${first}${OF_SIDE}${read[first]}`;
}
