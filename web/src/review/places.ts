import type { Schemas } from '../api/schemas.js';

/** Where on a document something stands. */
export interface Place {
  /** `field:<name>` or `check:<index>`: what stands there. */
  name: string;
  kind: 'read' | 'doubt' | 'found';
  /** From 1. */
  page: number;
  /** Left, top, width and height, in fractions of the upright page. */
  box: readonly number[];
}

/** The places of the values and of the checks that found something. */
export function placesOf({ coordinates, extracted, checks }: Schemas['CaseDocumentView']): Place[] {
  const fields = Object.entries(coordinates)
    .filter(([field]) => extracted[field] !== null && extracted[field] !== undefined)
    .map(([field, { page, box }]): Place => ({ name: `field:${field}`, kind: 'read', page, box }));
  const found = checks.flatMap(({ status, page, box }, index): Place[] =>
    (status === 'failed' || status === 'warned') && page !== null && box
      ? [{ name: `check:${index}`, kind: status === 'failed' ? 'found' : 'doubt', page, box }]
      : [],
  );
  return [...fields, ...found];
}

/** The place that somebody has marked, while it is not saved. */
export const placesMarked = (
  mark: { field: string; place?: { page: number; box: readonly number[] } } | undefined,
): Place[] => (mark?.place ? [{ name: `field:${mark.field}`, kind: 'doubt', ...mark.place }] : []);
