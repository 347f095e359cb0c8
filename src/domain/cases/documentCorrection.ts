import { isDeepStrictEqual } from 'node:util';
import type { CaseDocument, DocumentCorrection } from './caseDocument.js';
import type { Coordinates, FieldValue, Validity } from '../documents/index.js';

/** Values by field before and after. */
export interface FieldChanges {
  [field: string]: { from: FieldValue; to: FieldValue };
}

/** What values would change of a document: not what it says already. */
export const changesBy = (
  { extracted }: Pick<CaseDocument, 'extracted'>,
  values: { readonly [field: string]: FieldValue },
): FieldChanges =>
  Object.fromEntries(
    Object.entries(values).flatMap(([field, to]) => {
      const from = Object.hasOwn(extracted, field) ? (extracted[field] ?? null) : null;
      return isDeepStrictEqual(from, to) ? [] : [[field, { from, to }]];
    }),
  );

/** Where on the document a person says that values stand, by field. */
export interface FieldPlaces {
  [field: string]: Coordinates;
}

/** Who corrected what, why and when. */
export interface CorrectionMade extends Pick<DocumentCorrection, 'actor' | 'by' | 'reason' | 'at'> {
  changes: FieldChanges;
  /** Of the fields that change; absent where nothing was said of them. */
  places?: FieldPlaces | undefined;
  validity: Validity;
}

/** The document once it was corrected: what a person says is certain. What was printed stays beside it, and where, unless they say where else the value stands. */
export function asCorrected(
  document: CaseDocument,
  { changes, places = {}, validity, ...made }: CorrectionMade,
): CaseDocument {
  const fields = Object.keys(changes);
  const each = <Value>(value: (field: string) => Value): { [field: string]: Value } =>
    Object.fromEntries(fields.map((field) => [field, value(field)]));
  return {
    ...document,
    extracted: { ...document.extracted, ...each((field) => changes[field]!.to) },
    coordinates: { ...document.coordinates, ...places },
    sources: { ...document.sources, ...each(() => 'person' as const) },
    field_confidences: { ...document.field_confidences, ...each(() => 1) },
    ...validity,
    corrections: [...(document.corrections ?? []), ...fields.map((field) => ({ field, ...changes[field]!, ...made }))],
  };
}

/** The values as they were read, before anybody corrected one. */
export function valuesAsRead({
  extracted,
  corrections,
}: Pick<CaseDocument, 'extracted'> & Partial<Pick<CaseDocument, 'corrections'>>): CaseDocument['extracted'] {
  const first = (corrections ?? []).toReversed().map(({ field, from }) => [field, from] as const);
  return { ...extracted, ...Object.fromEntries(first) };
}
