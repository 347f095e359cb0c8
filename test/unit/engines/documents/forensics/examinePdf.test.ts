import { randomBytes } from 'node:crypto';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { beforeAll, describe, expect, test } from 'vitest';
import { renderInvoice } from '../../../../../specimens/index.js';
import {
  amongPages,
  annotatedByUpdate,
  changedBeforeMade,
  changedByUpdate,
  paintedOver,
  setInOtherFont,
} from '../../../../../specimens/tampered/index.js';
import type { DocumentCheck } from '../../../../../src/domain/documents/index.js';
import { examineFile } from '../../../../../src/engines/documents/forensics/examineFile.js';
import { FORENSIC_LIMITS } from '../../../../../src/engines/documents/forensics/forensicLimits.js';
import { DECODE_LIMITS } from '../../../../../src/engines/documents/reading/decodedFile.js';

const PDF = { facts: { mime_type: 'application/pdf', software: [] }, pages: [], pages_total: 1 };
const FORGERY = { from: '740.00', to: '940.00' };
let invoice: Buffer;

beforeAll(async () => {
  invoice = (await renderInvoice()).bytes;
});

const examine = (bytes: Uint8Array): Promise<DocumentCheck[]> => examineFile(bytes, PDF, { today: '2026-06-01' });
const failedOf = async (bytes: Uint8Array): Promise<DocumentCheck[]> =>
  (await examine(bytes)).filter(({ status }) => status === 'failed');

describe('a PDF that nobody touched', () => {
  test('passes everything that is looked for', async () => {
    const checks = await examine(invoice);
    expect(checks.map(({ code, status }) => [code, status])).toEqual([
      ['pdf_text_changed', 'passed'],
      ['pdf_text_covered', 'passed'],
      ['font_differs_in_value', 'passed'],
      ['records_contradictory', 'passed'],
    ]);
  });

  test('raises nothing where a note was appended, as signing and commenting do', async () => {
    expect(await failedOf(await annotatedByUpdate(invoice))).toEqual([]);
  });

  test('raises nothing where its values are bold beside plain ones, or larger', async () => {
    const pdf = await PDFDocument.create();
    const made = new Date('2026-03-01T09:00:00Z');
    pdf.setCreationDate(made);
    pdf.setModificationDate(made);
    const [plain, bold] = [
      await pdf.embedFont(StandardFonts.Helvetica),
      await pdf.embedFont(StandardFonts.HelveticaBold),
    ];
    const page = pdf.addPage();
    page.drawText('Subtotal of all positions 100.00', { x: 50, y: 700, size: 10, font: plain });
    page.drawText('119.00', { x: 300, y: 700, size: 10, font: bold });
    page.drawText('2026', { x: 300, y: 650, size: 24, font: plain });
    expect(await failedOf(await pdf.save())).toEqual([]);
  });
});

describe('a PDF that was changed', () => {
  test('is told as well where it was padded to nearly 20 MiB', async () => {
    const pdf = await PDFDocument.load(invoice, { updateMetadata: false });
    await pdf.attach(new Uint8Array(randomBytes(20_500_000)), 'padding');
    const padded = Buffer.from(await pdf.save({ useObjectStreams: false }));
    expect(await failedOf(await changedByUpdate(padded, FORGERY))).toMatchObject([{ code: 'pdf_text_changed' }]);
  });

  test('by an update is told with both texts and the place', async () => {
    const [check, ...others] = await failedOf(await changedByUpdate(invoice, FORGERY));
    expect(others).toEqual([]);
    expect(check).toMatchObject({
      ...{ code: 'pdf_text_changed', weight: 'strong', page: 1, values: ['740.00', '940.00'] },
    });
    const [left, top] = check!.box!;
    expect(left).toBeCloseTo(0.85, 1);
    expect(top).toBeCloseTo(0.35, 1);
  });

  test('by an update with another behind it is still told', async () => {
    const twice = await annotatedByUpdate(await changedByUpdate(invoice, FORGERY));
    expect(await failedOf(twice)).toMatchObject([{ code: 'pdf_text_changed', values: ['740.00', '940.00'] }]);
  });

  test('by painting over is told with what lies below and what lies above', async () => {
    expect(await failedOf(await paintedOver(invoice, FORGERY))).toMatchObject([
      { code: 'pdf_text_covered', weight: 'strong', page: 1, values: ['740.00', '940.00'] },
    ]);
  });

  test('in another font is told with both fonts', async () => {
    expect(await failedOf(await setInOtherFont(invoice, FORGERY))).toMatchObject([
      { code: 'font_differs_in_value', weight: 'moderate', values: ['times 10.0 pt', 'helvetica 10.0 pt'] },
    ]);
  });

  test('before it was made, by its own words, is told with both times', async () => {
    expect(await failedOf(await changedBeforeMade(invoice))).toMatchObject([
      { code: 'records_contradictory', weight: 'weak', values: [expect.stringMatching(/^2026-04-07/), expect.stringMatching(/^2026-04-05/)] }, // prettier-ignore
    ]);
  });
});

describe('a PDF of many pages', () => {
  const { max_pages } = DECODE_LIMITS;

  test('is looked at as far as it is read: no page whose values are taken goes unexamined', () => {
    expect(FORENSIC_LIMITS.max_pages).toBeGreaterThanOrEqual(max_pages);
  });

  test.each([4, max_pages])('that was painted over on page %i is told with that page', async (page) => {
    const forged = await amongPages(await paintedOver(invoice, FORGERY), invoice, { page, of: max_pages });
    expect(await failedOf(forged)).toMatchObject([{ code: 'pdf_text_covered', page, values: ['740.00', '940.00'] }]);
  });

  test('whose last page that is read was changed by an update is told with that page', async () => {
    const at = { page: max_pages, of: max_pages };
    const forged = await changedByUpdate(await amongPages(invoice, invoice, at), FORGERY, max_pages);
    expect(await failedOf(forged)).toMatchObject([{ code: 'pdf_text_changed', page: max_pages }]);
  });

  test('of which not all were looked at passes nothing that was looked for on pages, and says how many they were', async () => {
    const page = max_pages + 2;
    const painted = await amongPages(await paintedOver(invoice, FORGERY), invoice, { page, of: page });
    const checks = await examine(await changedByUpdate(painted, { from: '740.00', to: '840.00' }, page));
    const detail = `Nothing was found on the ${max_pages} of ${page} pages that were looked at; of the others this is not known.`;
    expect(checks.map(({ code, status, detail }) => [code, status, detail])).toEqual([
      ['pdf_text_changed', 'not_run', detail],
      ['pdf_text_covered', 'not_run', detail],
      ['font_differs_in_value', 'not_run', detail],
      ['records_contradictory', 'passed', expect.anything()],
    ]);
  });

  test('with a page whose drawing is too large to be looked through does not pass what is looked for in drawings', async () => {
    const pdf = await PDFDocument.load(invoice);
    const page = pdf.addPage();
    page.drawText('Total 119.00', { x: 50, y: 700, font: await pdf.embedFont(StandardFonts.Helvetica) });
    const rectangles = '0 0 1 1 re f 0 g '.repeat(40_000);
    page.node.addContentStream(pdf.context.register(pdf.context.flateStream(rectangles)));
    const checks = await examine(await pdf.save());
    expect(checks.filter(({ code }) => code === 'pdf_text_covered')).toMatchObject([
      { status: 'not_run', detail: expect.stringContaining('1 of 2 pages') as string },
    ]);
  });
});

describe('a hostile PDF', () => {
  test.each([
    ['that is cut off', () => invoice.subarray(0, 900)],
    ['that is no PDF', () => Buffer.from('%PDF-1.7\nnothing')],
    ['that is empty', () => Buffer.alloc(0)],
    [
      'of many pretended revisions',
      () => Buffer.concat([Buffer.from('%PDF-1.7\n' + 'startxref\n9\n%%EOF\n'.repeat(20_000)), invoice]),
    ],
  ])('%s raises nothing and throws nothing', async (_, make) => {
    expect(await failedOf(make())).toEqual([]);
  });
});
