import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { classifyDocument } from '../../../../src/engines/documents/classify/classifyDocument.js';
import type { extractFields } from '../../../../src/engines/documents/extract/extractFields.js';
import type { Line, Page } from '../../../../src/engines/documents/reading/page.js';
import { startStepCounter, type StepCounter } from './countSteps.js';
import { NO_READINGS, pageOfLines, printed, TODAY, typeOf } from './extract/printedPage.js';

const LONG = 40_000;
/** Twice the text takes twice the steps; sorting takes a little more. What is quadratic takes four times as many. */
const MOST_TIMES_AS_MANY = 2.3;

const type = typeOf(
  {
    ...{
      company: 'string',
      address: 'string',
      date: 'date YYYY-MM-DD',
      total: 'amount',
      tax: 'amount',
      subtotal: 'amount',
    },
    ...{
      surname: 'string',
      birth_date: 'date',
      country: 'country',
      currency: 'currency',
      email: 'string',
      phone: 'string',
    },
    ...{ website: 'string', iban: 'string', bic: 'string', card_number: 'string', status: 'enum(single|married)' },
    ...{
      items: 'list of {description, quantity, amount}',
      document_number: 'string',
      approved: 'boolean',
      time: 'string',
    },
  },
  { classify_hints: ['receipt', 'tax invoice', 'total amount due'] },
);

/** What a line is made of, over and over. */
const PIECES: { [what: string]: string } = {
  words: 'lorem ipsum dolor ',
  'one word': 'l',
  counts: '1 ',
  amounts: '12.50 1,234.05 ',
  'grouped numbers': '111 222 333 ',
  'labels with amounts': 'Total 12.50 subtotal 10.00 tax 2.50 ',
  'misread labels': 'Totla amuont 12.52 Subtotol 1.00 ',
  dates: 'Date 31/12/2020 1 January 2021 ',
  currencies: 'MYR 1.00 EUR 2.00 ',
  'names and addresses': 'FOX SDN BHD (123456-A) NO. 5, JALAN CONTOH, 40100 ',
  contacts: 'a.b@c.de www.example.com +49 30 123456 ',
  dots: '.',
  bars: '|',
  brackets: '( ',
  'headings of a table': 'Description Qty Amount ',
  ideographs: '合計日付',
};

const IN_COLUMNS = ['words', 'labels with amounts', 'dates', 'headings of a table'];

let counter: StepCounter;
let engine: { extractFields: typeof extractFields; classifyDocument: typeof classifyDocument };
beforeAll(async () => {
  counter = await startStepCounter();
  engine = {
    ...(await import('../../../../src/engines/documents/extract/extractFields.js')),
    ...(await import('../../../../src/engines/documents/classify/classifyDocument.js')),
  };
});
afterAll(() => counter.stop());

const pageWith = (line: Line): { pages: Page[] } => ({ pages: [pageOfLines([line])] });

async function stepsFor(line: (length: number) => Line, length: number): Promise<number> {
  const document = pageWith(line(length));
  return counter.count(() => {
    engine.extractFields(document, type, NO_READINGS, { today: TODAY });
    engine.classifyDocument(document, [type], NO_READINGS);
  });
}

const repeated = (piece: string, length: number): string => piece.repeat(length / piece.length).trim();

/** Each word so far from the one before that it is a column of its own. */
function inColumns(text: string): Line {
  const line = printed(text, 0, 0.1);
  const words = line.words.map((word, i) => ({ ...word, box: [i * 0.2, 0.1, 0.05, 0.012] as Line['box'] }));
  return { ...line, words };
}

describe('a line of 40,000 characters takes twice the steps of half of it', () => {
  it.each(Object.entries(PIECES))('%s', async (_, piece) => {
    const line = (length: number): Line => printed(repeated(piece, length), 0, 0.1);
    await stepsFor(line, 100); // What is worked out once, for the first document.
    const half = await stepsFor(line, LONG / 2);
    expect(await stepsFor(line, LONG)).toBeLessThan(MOST_TIMES_AS_MANY * half);
  });

  it.each(IN_COLUMNS)('%s, each word in a column of its own', async (what) => {
    const line = (length: number): Line => inColumns(repeated(PIECES[what]!, length));
    await stepsFor(line, 100);
    const half = await stepsFor(line, LONG / 2);
    expect(await stepsFor(line, LONG)).toBeLessThan(MOST_TIMES_AS_MANY * half);
  });
});
