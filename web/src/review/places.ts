import type { CSSProperties } from 'react';
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

/** Puts something over that part of a page. @param box Left, top, width and height, in fractions of the page */
export function overThere([left = 0, top = 0, width = 0, height = 0]: readonly number[]): CSSProperties {
  const percent = (fraction: number): string => `${fraction * 100}%`;
  return { left: percent(left), top: percent(top), width: percent(width), height: percent(height) };
}
