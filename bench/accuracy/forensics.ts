import { examineFile } from '../../src/engines/documents/forensics/examineFile.js';
import { renderInvoice } from '../../specimens/index.js';
import { pdfsOfWordedPages } from '../../specimens/pages/index.js';
import { createRandom, type Random } from '../../specimens/random.js';
import {
  annotatedByUpdate,
  changedBeforeMade,
  changedByUpdate,
  type Forgery,
  paintedOver,
  setInOtherFont,
} from '../../specimens/tampered/index.js';
import type { AccuracyFigure } from './accuracyFigure.js';
import { type Examined, failedAmong, figuresOfExamined, isFound } from './foundForgeries.js';
import { measured, type Measured } from './part.js';

const TRICKS: { [trick: string]: (bytes: Buffer, forgery: Forgery) => Promise<Buffer> } = {
  'text changed by an update': changedByUpdate,
  'text covered and written anew': paintedOver,
  'text set anew in another font': setInOtherFont,
  'changed before it was made': changedBeforeMade,
};

/** Invoices that are changed, each in every way. */
const INVOICES = 25;

/**
 * What looking at how PDFs are written finds: of invoices that were changed in each way, and of PDFs that nobody changed, which are
 * these invoices, the same with a note that was appended, and the worded pages in all their designs.
 */
export async function measureForensics(): Promise<Measured> {
  const answers: Examined[] = [];
  const random = createRandom(0xf07e);
  for (let number = 1; number <= INVOICES; number++) {
    const { bytes, forgery } = await invoiceOf(random);
    const examined = async (name: string, trick: string | null, changed: Buffer): Promise<void> => {
      answers.push({ file: `${name} ${number}`, heldOut: false, trick, failed: await failedOf(changed) });
    };
    await examined('invoice', null, bytes);
    await examined('annotated invoice', null, await annotatedByUpdate(bytes));
    for (const [trick, change] of Object.entries(TRICKS)) await examined(trick, trick, await change(bytes, forgery));
  }
  for await (const { name, bytes } of pdfsOfWordedPages()) {
    answers.push({ file: name, heldOut: false, trick: null, failed: await failedOf(bytes) });
  }
  return measured('Forensics of PDFs', answers, figuresOf, detailsOf);
}

/** An invoice of random sums, and a change of the first digit of one of them. */
async function invoiceOf(random: Random): Promise<{ bytes: Buffer; forgery: Forgery }> {
  const [few, many] = [random.whole(101, 270) + 0.25, random.whole(10, 33) + 0.4];
  const { bytes } = await renderInvoice({
    invoice_number: `RE-2026-${random.whole(1000, 9999)}`,
    lines: [
      { description: 'Service of a cooling unit', quantity: 3, unit_price: few },
      { description: 'Filter mats', quantity: 2, unit_price: many },
    ],
  });
  const from = (3 * few).toFixed(2);
  return { bytes, forgery: { from, to: `${Number(from[0]) + 1}${from.slice(1)}` } };
}

async function failedOf(bytes: Uint8Array): Promise<Examined['failed']> {
  const document = { facts: { mime_type: 'application/pdf', software: [] }, pages: [], pages_total: 1 };
  return failedAmong(await examineFile(bytes, document, { today: '2026-06-01' }));
}

const figuresOf = (answers: readonly Examined[]): AccuracyFigure[] =>
  figuresOfExamined({ part: 'forensics', tricks: Object.keys(TRICKS), untouched: 'untouched PDFs' }, answers);

const detailsOf = (answers: readonly Examined[]): string[] =>
  answers
    .filter((one) => isFound(one) !== (one.trick !== null))
    .map(
      ({ file, trick, failed }) =>
        `${trick === null ? 'false alarm' : 'miss'}: ${file}: ${failed.map(({ code }) => code).join(', ')}`,
    );
