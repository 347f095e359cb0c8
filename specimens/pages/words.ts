import { pageWords } from '../../src/engines/documents/reading/pdfText.js';
import { linesOfWords } from '../../src/engines/documents/reading/textLines.js';
import type { Page } from '../../src/engines/documents/reading/page.js';

/**
 * The pages of a PDF that this project wrote, as lines of words with their places: what the reader of text layers makes
 * of them, without a picture to hold them against, which is nearly all of its time. Width and height are those at 200 dpi.
 */
export async function wordsOfPdf(pdf: Uint8Array): Promise<Page[]> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const opened = await getDocument({ data: Uint8Array.from(pdf), useSystemFonts: false, isEvalSupported: false })
    .promise;
  try {
    const numbers = Array.from({ length: opened.numPages }, (_, index) => index + 1);
    return await Promise.all(
      numbers.map(async (number): Promise<Page> => {
        const page = await opened.getPage(number);
        const viewport = page.getViewport({ scale: 200 / 72 });
        const { width, height } = viewport;
        const lines = linesOfWords(pageWords(await page.getTextContent(), viewport), width / height);
        return {
          ...{ number, width, height, source: 'text_layer', lines },
          raster: () => Promise.reject(new Error('These pages have no picture.')),
          region: { read: () => Promise.resolve([]) },
        };
      }),
    );
  } finally {
    await opened.loadingTask.destroy();
  }
}
