import {
  PDFDocument,
  StandardFonts,
  TextRenderingMode,
  degrees,
  rgb,
  setTextRenderingMode,
  type PDFPage,
} from 'pdf-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Ocr } from '../../../../../src/engines/documents/reading/ocr/ocr.js';
import type { Page } from '../../../../../src/engines/documents/reading/page.js';
import { readDocument } from '../../../../../src/engines/documents/reading/readDocument.js';
import { shippedOcr } from '../../../../support/shippedOcr.js';
import { LETTER, printed, textOf } from './printed.js';

let ocr: Ocr;
const scan = printed().toBuffer('image/png');

beforeAll(async () => {
  ocr = await shippedOcr();
});

async function pageOf(draw: (page: PDFPage, pdf: PDFDocument) => Promise<void> | void): Promise<Page> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([595, 423]);
  page.setFont(await pdf.embedFont(StandardFonts.Helvetica));
  await draw(page, pdf);
  const document = await readDocument(await pdf.save(), { ocr });
  await document.close();
  return document.pages[0]!;
}

const write = (page: PDFPage, lines: readonly string[], options = {}) =>
  lines.forEach((line, index) => page.drawText(line, { x: 40, y: 350 - index * 66, size: 26, ...options }));

const texts = (page: Page) => textOf({ pages: [page], pages_total: 1, facts: { mime_type: '', software: [] } });

describe('the text layer of a PDF page', () => {
  it('is read where it is what the page shows', async () => {
    const page = await pageOf((page) => write(page, LETTER));
    expect([page.source, texts(page)]).toEqual(['text_layer', LETTER]);
  });

  it('says that nothing was photographed only where no picture stands beside it, however small', async () => {
    const alone = await pageOf((page) => write(page, LETTER));
    const beside = await pageOf(async (page, pdf) => {
      write(page, LETTER);
      page.drawImage(await pdf.embedPng(scan), { x: 560, y: 8, width: 20, height: 14 });
    });
    expect([alone.drawn, beside.source, beside.drawn]).toEqual([true, 'text_layer', false]);
  });

  it('is not read where it lies invisibly behind a scan', async () => {
    const page = await pageOf(async (page, pdf) => {
      page.drawImage(await pdf.embedPng(scan), { x: 0, y: 0, width: 595, height: 423 });
      page.pushOperators(setTextRenderingMode(TextRenderingMode.Invisible));
      write(page, ['HARB0UR W0RKS L1MITED', 'lnvoice nurnber 48213', 'Total arnount due 9,999.99']);
    });
    expect([page.source, texts(page)]).toEqual(['ocr', LETTER]);
  });

  it('is not read where it is only the stamp of a scanning app', async () => {
    const page = await pageOf(async (page, pdf) => {
      page.drawImage(await pdf.embedPng(scan), { x: 0, y: 0, width: 595, height: 423 });
      write(page, ['Scanned with an app for phones'], { y: 8, size: 9 });
    });
    expect(page.source).toBe('ocr');
    expect(texts(page)).toEqual(expect.arrayContaining(LETTER));
  });

  it('leaves out words that are not shown', async () => {
    const page = await pageOf((page) => {
      write(page, LETTER);
      page.drawText('Total 9.99', { x: 40, y: 40, size: 12, color: rgb(1, 1, 1) });
    });
    expect([page.source, texts(page)]).toEqual(['text_layer', LETTER]);
  });

  it('is not trusted where most of it is not shown', async () => {
    const page = await pageOf((page) => {
      write(page, ['Only this line can be seen']);
      for (let y = 20; y < 250; y += 14) {
        page.drawText('Nothing of this line is shown at all', { x: 40, y, size: 12, color: rgb(1, 1, 1) });
      }
    });
    expect([page.source, texts(page)]).toEqual(['ocr', ['Only this line can be seen']]);
  });

  it('keeps columns apart and words that a writer split together', async () => {
    const page = await pageOf((page) => {
      write(page, ['Description of goods'], { size: 14 });
      page.drawText('Amo', { x: 400, y: 350, size: 14 });
      page.drawText('unt', { x: 400 + 28.8, y: 350, size: 14 });
    });
    expect(texts(page)).toEqual(['Description of goods', 'Amount']);
  });

  it('is read upright from a page that lies on its side', async () => {
    const pdf = await PDFDocument.create();
    const page = pdf.addPage([423, 595]);
    page.setFont(await pdf.embedFont(StandardFonts.Helvetica));
    LETTER.forEach((line, index) => page.drawText(line, { x: 80 + index * 66, y: 40, size: 26, rotate: degrees(90) }));
    const document = await readDocument(await pdf.save(), { ocr });
    expect(textOf(document)).toEqual(LETTER);
    expect(document.pages[0]!.width).toBeGreaterThan(document.pages[0]!.height);
    await document.close();
  });
});

describe('what a PDF says of itself', () => {
  it('names its software, its dates and how often it was updated', async () => {
    const pdf = await PDFDocument.create();
    pdf.addPage();
    pdf.setCreator('Ledger 4');
    pdf.setProducer('Press 2');
    pdf.setCreationDate(new Date('2026-02-03T04:05:06Z'));
    const first = Buffer.from(await pdf.save({ useObjectStreams: false }));
    const start = first.lastIndexOf('startxref');
    const updated = Buffer.concat([first, first.subarray(first.lastIndexOf('xref\n', start - 1), first.length)]);
    const document = await readDocument(updated, { ocr });
    expect(document.facts).toMatchObject({
      mime_type: 'application/pdf',
      software: ['Ledger 4', 'Press 2'],
      created: '2026-02-03T04:05:06.000Z',
      incremental_updates: 1,
    });
    await document.close();
  });
});
