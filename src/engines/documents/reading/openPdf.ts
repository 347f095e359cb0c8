import { createRequire } from 'node:module';
import path from 'node:path';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { DecodeLimits } from './decodedFile.js';
import { UnreadableDocument } from './page.js';

/** The folder of pdf.js, for the fonts, character maps and decoders it loads from files. */
const PDFJS = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/**
 * Opens a PDF with pdf.js; the bytes stay the caller's.
 * @throws UnreadableDocument when it is damaged, empty or protected by a password
 */
export async function openPdf(bytes: Uint8Array, limits: Pick<DecodeLimits, 'max_pixels'>): Promise<PDFDocumentProxy> {
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  try {
    const pdf = await getDocument({
      data: Uint8Array.from(bytes),
      cMapUrl: path.join(PDFJS, 'cmaps/'),
      standardFontDataUrl: path.join(PDFJS, 'standard_fonts/'),
      wasmUrl: path.join(PDFJS, 'wasm/'),
      iccUrl: path.join(PDFJS, 'iccs/'),
      useSystemFonts: false,
      isEvalSupported: false,
      enableXfa: false,
      maxImageSize: limits.max_pixels,
      verbosity: VerbosityLevel.ERRORS,
    }).promise;
    if (pdf.numPages > 0) return pdf;
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') {
      throw new UnreadableDocument('The PDF is protected with a password; send a copy without one.');
    }
    throw new UnreadableDocument('The file is damaged: the PDF does not open. Export or scan it again.');
  }
  throw new UnreadableDocument('The PDF has no pages.');
}
