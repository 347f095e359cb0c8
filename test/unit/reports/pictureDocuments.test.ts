import { describe, expect, it } from 'vitest';
import type { CaseDocument } from '../../../src/domain/cases/caseDocument.js';
import { checkOf } from '../../../src/domain/documents/index.js';
import { pagesToPicture } from '../../../src/reports/pictureDocuments.js';
import { caseOf, untilReview } from './sampleCase.js';

const documents = caseOf(untilReview).documents;
const BOX: [number, number, number, number] = [0.1, 0.1, 0.2, 0.05];

/** A document on whose pages 1 to 5 a value was read, and on page 4 a check failed. */
const long = (doc_index: number): CaseDocument => ({
  ...documents[0]!,
  ...{ doc_id: `long-${doc_index}`, doc_index },
  extracted: { a: 'x', b: 'x', c: 'x', d: 'x', e: 'x' },
  coordinates: Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((field, at) => [field, { page: at + 1, box: BOX }])),
  checks: [checkOf('mrz_differs_from_print', 'failed', 'They differ.', { page: 4, box: BOX })],
});

describe('the pages of a report that are pictured', () => {
  it('are marked where values were read and where checks found something, and nowhere else', () => {
    const { wanted } = pagesToPicture(documents);
    const marks = wanted.find(({ document }) => document.doc_id === documents[0]!.doc_id)!.marks;
    expect(marks).toContainEqual({ kind: 'read', box: [0.31, 0.12, 0.2, 0.035] });
    // The check that failed; that which passed has a place too.
    expect(marks.filter(({ kind }) => kind !== 'read')).toEqual([{ kind: 'found', box: [0.33, 0.52, 0.12, 0.03] }]);
  });

  it('are the first page of a document and those that hold most against it, three at most', () => {
    const { wanted, left_out } = pagesToPicture([long(0)]);
    expect(wanted.map(({ page }) => page)).toEqual([1, 2, 4]);
    expect(left_out).toBe(2);
  });

  it('are twenty at most, one of each document before any has its second', () => {
    const { wanted, left_out } = pagesToPicture(Array.from({ length: 19 }, (_, index) => long(index)));
    expect(wanted).toHaveLength(20);
    expect(new Set(wanted.map(({ document }) => document.doc_id)).size).toBe(19);
    expect(left_out).toBe(19 * 5 - 20);
  });
});
