import { afterAll, beforeAll, expect, it } from 'vitest';
import type { extractFields } from '../../../../src/engines/documents/extract/extractFields.js';
import type { Line, Page } from '../../../../src/engines/documents/reading/page.js';
import { startStepCounter, type StepCounter } from './countSteps.js';
import { NO_READINGS, pageOfLines, TODAY, typeOf } from './extract/printedPage.js';

const MANY = 2_000;
/** Twice the columns take twice the steps; what is quadratic takes four times as many. */
const MOST_TIMES_AS_MANY = 2.5;
const TYPE = typeOf({ birth_date: 'date', issue_date: 'date', address: 'string' });

let counter: StepCounter;
let engine: { extractFields: typeof extractFields };
beforeAll(async () => {
  counter = await startStepCounter();
  engine = await import('../../../../src/engines/documents/extract/extractFields.js');
});
afterAll(() => counter.stop());

/** Rows of so many columns, one under the other, each with the same text in all of its columns. */
function inColumns(rows: readonly string[], columns: number): { pages: Page[] } {
  const height = 0.2 / columns;
  const lines = rows.flatMap((text, row) =>
    Array.from({ length: columns }, (_, column): Line => {
      const box: Line['box'] = [column / columns, 0.1 + 1.6 * row * height, 0.3 / columns, height];
      return { text, confidence: 1, box, words: [{ text, confidence: 1, box }] };
    }),
  );
  return { pages: [pageOfLines(lines)] };
}

const stepsFor = (rows: readonly string[], columns: number): Promise<number> => {
  const document = inColumns(rows, columns);
  return counter.count(() => engine.extractFields(document, TYPE, NO_READINGS, { today: TODAY }));
};

it('rows of dates under mere labels take twice the steps for twice the columns', async () => {
  const rows = ['Datum/Date:', '31/12/2020', '31/12/2021'];
  await stepsFor(rows, 20); // What is worked out once, for the first document.
  const half = await stepsFor(rows, MANY / 2);
  expect(await stepsFor(rows, MANY)).toBeLessThan(MOST_TIMES_AS_MANY * half);
});
