import { PDFDocument, StandardFonts } from 'pdf-lib';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { StepResult } from '../../../../src/domain/documents/pipeline.js';
import type { DocumentJob, TypeChoice } from '../../../../src/engines/documents/documentEngine.js';
import { type DocumentReaders, runPipeline } from '../../../../src/engines/documents/pipeline.js';
import { GaveWay, type PageReading } from '../../../../src/engines/documents/reading/pageReading.js';
import { receiptType } from './engineDocumentType.js';
import { shippedReaders } from '../../../support/shippedReaders.js';
import { LETTER, printed } from './reading/printed.js';

let readers: DocumentReaders;
const png = printed().toBuffer('image/png');
const TODAY = '2026-05-01';

beforeAll(async () => {
  readers = await shippedReaders();
});

async function run(bytes: Uint8Array, steps: string[], choice?: TypeChoice) {
  const documentType = receiptType(steps);
  // Enough to be told by, where that is asked for.
  if (choice)
    documentType.classify_hints = ['invoice number', 'total amount due', 'thank you for your order', 'harbour works'];
  const job: DocumentJob = {
    tenant_id: 'acme',
    bytes,
    filename: 'a',
    documentType,
    candidates: [documentType],
    today: TODAY,
    extra: {},
    ...(choice && { choice }),
  };
  const reported: StepResult[] = [];
  const { outcome, pages } = await runPipeline(job, readers, (step) => reported.push(step));
  expect(reported).toEqual(outcome.steps);
  return { ...outcome, pages };
}

async function textPdf(pages: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (let number = 0; number < pages; number++) {
    const page = pdf.addPage([595, 423]);
    LETTER.forEach((line, index) => page.drawText(line, { x: 40, y: 350 - index * 66, size: 26, font }));
  }
  return pdf.save();
}

describe('a pipeline', () => {
  it('runs its steps in order and measures each', async () => {
    const outcome = await run(png, ['extract', 'validate']);
    expect(outcome.status).toBe('completed');
    expect(outcome.steps.map(({ tool, order, status }) => [tool, order, status])).toEqual([
      ['extract', 0, 'success'],
      ['validate', 1, 'success'],
    ]);
    expect(outcome.steps[0]!.duration_ms).toBeGreaterThan(0);
    expect(outcome.result?.extracted['total_amount']).toBe(1204.5);
  });

  it('that gives way behind a page is told from one that failed, and goes on as if it had not', async () => {
    const bytes = await textPdf(2);
    const documentType = receiptType(['extract', 'quality']);
    const job = {
      tenant_id: 'acme',
      bytes,
      filename: 'a',
      documentType,
      candidates: [],
      today: TODAY,
      extra: {},
    };
    const run = (read: PageReading[]) =>
      runPipeline(job, readers, () => undefined, {
        read,
        opened: () => undefined,
        mayGoOn: () => Promise.resolve(false),
      });
    const gaveWay = await run([]).catch((error: unknown) => error);
    expect(gaveWay).toBeInstanceOf(GaveWay);
    const { outcome, pages } = await run((gaveWay as GaveWay).read);
    const inOneGo = await runPipeline(job, readers, () => undefined);
    expect([outcome.result, pages]).toEqual([inOneGo.outcome.result, inOneGo.pages]);
    expect(pages.text_layer).toBe(2);
  });

  it('leaves empty what the steps that were left out would have filled', async () => {
    const { result } = await run(png, ['quality']);
    const { checks = [], ...rest } = result!;
    // Every check is named, and only those of the one step were made.
    expect(checks.find(({ code }) => code === 'too_dark')?.status).not.toBe('not_run');
    expect(checks.find(({ code }) => code === 'mrz_missing')?.status).toBe('not_run');
    expect(rest).toEqual({
      document_type: 'till_slip',
      confidence: '1',
      extracted: {},
      confidences: {},
      coordinates: {},
      raw: {},
      sources: {},
      valid: true,
      violations: [],
    });
  });

  it('answers a text layer and a picture of the same page in the same shape', async () => {
    const text = await run(await textPdf(1), ['extract']);
    const picture = await run(png, ['extract']);
    expect(text.result?.extracted).toEqual(picture.result?.extracted);
    expect(Object.keys(text.result?.confidences ?? {})).toEqual(Object.keys(picture.result?.confidences ?? {}));
    expect([text.result?.sources['total_amount'], picture.result?.sources['total_amount']]).toEqual([
      'text_layer',
      'ocr',
    ]);
    expect([text.pages, picture.pages]).toEqual([
      { text_layer: 1, ocr: 0 },
      { text_layer: 0, ocr: 1 },
    ]);
  });

  it('of a type of pictures reads what its pages show, and no text that the file has beside it', async () => {
    const documentType = { ...receiptType(['extract']), input_type: 'image' as const };
    const bytes = await textPdf(1);
    const job = {
      ...{ tenant_id: 'acme', bytes, filename: 'a', documentType, candidates: [] },
      today: TODAY,
      extra: {},
    };
    const { outcome, pages } = await runPipeline(job, readers, () => undefined);
    expect(pages).toEqual({ text_layer: 0, ocr: 1 });
    expect(outcome.result).toMatchObject({ extracted: { total_amount: 1204.5 }, sources: { total_amount: 'ocr' } });
  });

  it('takes no pages of text for one of pictures, however much they say so, and pictures for either', async () => {
    const told = ['invoice number', 'total amount due', 'thank you for your order', 'harbour works'];
    const documentType = { ...receiptType(['classify']), classify_hints: told };
    const picture = { ...documentType, context_id: 'photo_of_slip', input_type: 'image' as const };
    const classified = async (bytes: Uint8Array) => {
      const job = {
        ...{ tenant_id: 'acme', bytes, filename: 'a', documentType, candidates: [picture] },
        today: TODAY,
        extra: {},
      };
      return (await runPipeline(job, readers, () => undefined)).outcome.result?.document_type;
    };
    expect([await classified(await textPdf(1)), await classified(png)]).toEqual(['unknown', 'photo_of_slip']);
  });

  it('completes a blank page with fields of null', async () => {
    const blank = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const outcome = await run(blank, ['classify', 'extract', 'validate']);
    expect(outcome.status).toBe('completed');
    expect(outcome.result?.document_type).toBe('unknown');
    expect(outcome.result?.extracted).toEqual({ company: null, total_amount: null });
  });

  it('reads ten pages of a long document and says so', async () => {
    const { result } = await run(await textPdf(12), ['quality']);
    expect(result?.truncated).toEqual({ pages_read: 10, pages_total: 12 });
  });

  it.each([['classify'], ['face']])('fails a document that cannot be read, with its reason (%s)', async (step) => {
    const outcome = await run(png.subarray(0, 60), [step, 'extract']);
    expect([outcome.status, outcome.result]).toEqual(['failed', null]);
    expect(outcome.error).toMatch(/damaged/);
    expect(outcome.steps.at(-1)).toMatchObject({ status: 'failed', error: outcome.error });
  });

  it('puts a document through the type that it is found to be, after classifying it', async () => {
    const choice = { used_for: {}, steps: { till_slip: ['extract', 'validate'] } };
    const { result, steps } = await run(await textPdf(1), [], choice);
    expect(steps.map(({ tool, status }) => [tool, status])).toEqual([
      ['classify', 'success'],
      ['extract', 'success'],
      ['validate', 'success'],
    ]);
    expect(result).toMatchObject({ document_type: 'till_slip', extracted: { total_amount: 1204.5 } });
    expect(Number(result?.confidence)).toBeGreaterThan(0.5);
  });

  it('looks at faces where it is asked to, and fails no document for having none', async () => {
    const { status, steps, result } = await run(png, ['face', 'extract']);
    expect([status, ...steps.map((step) => step.status)]).toEqual(['completed', 'success', 'success']);
    expect(steps[0]?.output).toEqual({ portrait: null, ghost: null, count: 0, pages_examined: 1 });
    const checks = result?.checks?.filter(({ code }) => code.startsWith('portrait'));
    expect(checks?.map(({ code, status }) => [code, status])).toEqual([
      ['portrait_missing', 'failed'],
      ['portrait_poor', 'not_run'],
    ]);
  });
});
