import { describe, expect, test } from 'vitest';
import type { PageText } from '../../../../../src/engines/documents/documentEngine.js';
import { findOnPage, searchablePages } from '../../../../../src/engines/documents/secondReader/findOnPage.js';

const page = (number: number, ...lines: string[]): PageText => ({
  ...{ page: number, source: 'ocr' },
  lines: lines.map((text, index) => ({ text, box: [0.1, 0.1 * (index + 1), 0.5, 0.02] })),
});

const pages = searchablePages([
  page(1, 'Total due: EUR 1,250.00', 'Name  MÜLLER-LÜDENSCHEIDT', 'Ship to: Anna Ruiz'),
  page(2, 'Calle Mayor 4', 'Total 99', '28013 Madrid'),
]);

describe('what is looked for on pages', () => {
  test('is found as it is printed, with its signs and its place', () => {
    const found = findOnPage('1250.00', pages);
    expect(found?.raw).toBe('1,250.00');
    expect(found?.coordinates.page).toBe(1);
    expect(found?.coordinates.box[0]).toBeGreaterThan(0.1);
    expect(found?.coordinates.box[1]).toBeCloseTo(0.1);
    expect(findOnPage('Muller Ludenscheidt', pages)?.raw).toBe('MÜLLER-LÜDENSCHEIDT');
  });

  test('is whole words: part of a number is another number', () => {
    expect(findOnPage('250.00', pages)).toBeUndefined();
    expect(findOnPage('1,250', pages)).toBeUndefined();
    expect(findOnPage('Ann', pages)).toBeUndefined();
    expect(findOnPage('9', pages)).toBeUndefined();
  });

  test('of several lines is found where they stand below one another on one page', () => {
    const found = findOnPage('Calle Mayor 4\n28013 Madrid', pages);
    expect(found?.raw).toBe('Calle Mayor 4\n28013 Madrid');
    expect(found?.coordinates).toMatchObject({ page: 2 });
    expect(found?.coordinates.box[3]).toBeCloseTo(0.22);
    expect(findOnPage('28013 Madrid\nCalle Mayor 4', pages)).toBeUndefined();
    expect(findOnPage('Ship to: Anna Ruiz\nCalle Mayor 4', pages)).toBeUndefined();
  });

  test('brings no more than a few signs with it', () => {
    const rule = searchablePages([page(1, `${'-'.repeat(5_000)}48.00${'.'.repeat(5_000)}`)]);
    expect(findOnPage('48.00', rule)?.raw).toBe('---48.00...');
  });

  test('of nothing but signs is nowhere', () => {
    expect(findOnPage('---', pages)).toBeUndefined();
    expect(findOnPage('', pages)).toBeUndefined();
  });
});
