import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { DecodedFile, DecodedPage, DecodeLimits, TextLayer } from './decodedFile.js';
import { openPdf } from './openPdf.js';
import { UnreadableDocument, type Raster } from './page.js';
import { pdfFacts } from './pdfFacts.js';
import { createPageRenderer, type PageRenderer } from './pdfRender.js';
import { judgeTextLayer } from './textLayer.js';
import { textRotation, pageWords } from './pdfText.js';
import { linesOfWords } from './textLines.js';

/** Dots per inch of a page's picture; small pages such as scanned cards get more, see `pdfRender.ts`. */
const RENDER_DPI = 200;

/**
 * Opens a PDF. Pages whose text layer is real are read from it, scanned ones are rendered for recognition.
 * @throws UnreadableDocument when it is damaged, empty or protected by a password
 */
export async function decodePdf(bytes: Uint8Array, limits: DecodeLimits): Promise<DecodedFile> {
  const pdf = await openPdf(bytes, limits);
  const count = Math.min(pdf.numPages, limits.max_pages);
  return {
    facts: await pdfFacts(pdf, bytes),
    pages_total: pdf.numPages,
    pages: Array.from({ length: count }, (_, index) => lazyPage(pdf, index + 1, limits)),
    close: () => pdf.loadingTask.destroy(),
  };
}

/** A page is loaded when it is first looked at: which way its text runs decides how it is rendered. */
function lazyPage(pdf: PDFDocumentProxy, number: number, limits: DecodeLimits): DecodedPage {
  let opened: Promise<OpenPage> | undefined;
  const open = () => (opened ??= openPage(pdf, number, limits));
  return {
    number,
    render: async (): Promise<Raster> => {
      const { renderer } = await open();
      return renderer.render(RENDER_DPI).catch(brokenPage(number));
    },
    textLayer: async (): Promise<TextLayer | undefined> => {
      const { page, renderer, text } = await open();
      const words = pageWords(text, renderer.viewport(RENDER_DPI));
      const trusted = await judgeTextLayer(page, words, renderer).catch(brokenPage(number));
      const { width, height } = renderer.size(RENDER_DPI);
      return trusted && { width, height, drawn: trusted.drawn, lines: linesOfWords(trusted.words, width / height) };
    },
  };
}

interface OpenPage {
  page: PDFPageProxy;
  renderer: PageRenderer;
  text: Awaited<ReturnType<PDFPageProxy['getTextContent']>>;
}

async function openPage(pdf: PDFDocumentProxy, number: number, limits: DecodeLimits): Promise<OpenPage> {
  try {
    const page = await pdf.getPage(number);
    const text = await page.getTextContent();
    const rotation = textRotation(text, page);
    return { page, text, renderer: createPageRenderer(pdf, page, rotation, limits) };
  } catch (error) {
    return brokenPage(number)(error);
  }
}

const brokenPage =
  (number: number) =>
  (error: unknown): never => {
    if (error instanceof UnreadableDocument) throw error;
    throw new UnreadableDocument(
      `The file is damaged: page ${number} of the PDF cannot be shown. Export or scan it again.`,
    );
  };
