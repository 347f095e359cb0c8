import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { type CheckCode, checkOf, type DocumentCheck } from '../../../../domain/documents/index.js';
import { openPdf } from '../../reading/openPdf.js';
import { contradictoryRecords } from '../contradictoryRecords.js';
import type { ForensicLimits } from '../forensicLimits.js';
import { nothingFound } from '../nothingFound.js';
import { orNotRun } from '../orNotRun.js';
import { changedText } from './changedText.js';
import { coveredText } from './coveredText.js';
import { fontDiffers, type FontNames } from './fontDiffers.js';
import { pageMarks, type PageMarks } from './pageMarks.js';
import { pdfRecords } from './pdfRecords.js';

/**
 * Looks for traces of editing in how a PDF is written: its revisions, what its pages draw and in what order, its fonts and its records.
 * @param today ISO date
 * @throws UnreadableDocument when it does not open
 */
export async function examinePdf(bytes: Uint8Array, today: string, limits: ForensicLimits): Promise<DocumentCheck[]> {
  const pdf = await openPdf(bytes, limits);
  try {
    return [
      ...(await orNotRun('pdf_text_changed', () => changedText(bytes, pdf, limits))),
      ...(await drawnChecks(pdf, limits)),
      ...(await orNotRun('records_contradictory', async () => [contradictoryRecords(await pdfRecords(pdf), today)])),
    ];
  } finally {
    await pdf.loadingTask.destroy();
  }
}

/** What is looked for in what each page draws, and the sentence where it is nowhere. */
const DRAWN = {
  pdf_text_covered: 'No text lies under other text and something opaque between them.',
  font_differs_in_value: 'Values look like those that they stand with.',
} as const satisfies { [code in CheckCode]?: string };

async function drawnChecks(pdf: PDFDocumentProxy, { max_pages }: ForensicLimits): Promise<DocumentCheck[]> {
  const found: DocumentCheck[] = [];
  const looked = { pdf_text_covered: 0, font_differs_in_value: 0 };
  let withoutText = 0;
  for (let number = 1; number <= Math.min(pdf.numPages, max_pages); number++) {
    const drawn = await drawnOnPage(pdf, number).catch(() => undefined);
    if (drawn?.marks.words.length === 0) withoutText++;
    if (!drawn || drawn.marks.words.length === 0) continue;
    const covered = coveredText(number, drawn.marks);
    const differing = fontDiffers(number, drawn.marks, drawn.names);
    if (covered) looked.pdf_text_covered++;
    if (differing) looked.font_differs_in_value++;
    found.push(...(covered ?? []), ...(differing ?? []));
  }
  return (Object.keys(DRAWN) as (keyof typeof DRAWN)[]).flatMap((code) => {
    const ofCode = found.filter((check) => check.code === code);
    if (ofCode.length > 0) return ofCode;
    if (looked[code] > 0) {
      return [nothingFound(code, DRAWN[code], { looked: looked[code] + withoutText, all: pdf.numPages })];
    }
    return [checkOf(code, 'not_run', 'No page draws text, or its drawing is too large to be looked through.')];
  });
}

async function drawnOnPage(
  pdf: PDFDocumentProxy,
  number: number,
): Promise<{ marks: PageMarks; names: FontNames } | undefined> {
  const page = await pdf.getPage(number);
  const marks = await pageMarks(page);
  return marks && { marks, names: fontNames(page) };
}

/** Names of the fonts that a page has loaded; one that it has not is of no name. */
const fontNames =
  (page: PDFPageProxy): FontNames =>
  (font) => {
    const objects = page.commonObjs as { has(id: string): boolean; get(id: string): unknown };
    const found = objects.has(font) ? (objects.get(font) as { name?: unknown } | null) : null;
    return typeof found?.name === 'string' ? found.name : undefined;
  };
