import { readBarcodes } from '../barcode/readBarcodes.js';
import { classifyDocument } from '../classify/classifyDocument.js';
import type { Ocr } from '../reading/ocr/ocr.js';
import { readDocument } from '../reading/readDocument.js';

/**
 * Does once what the first document would wait for: libraries, fonts and weights are loaded when they are first needed. The networks are
 * there already, and their first run takes no longer than the next ones. What was begun is ended; nothing more is begun once a document
 * is there, which is not to wait for what it may not need.
 *
 * @param isWanted whether a document is there
 * @returns whether all of it was done; what fails here fails again with a document, and is told then
 */
export async function warmUp(ocr: Ocr, isWanted: () => boolean): Promise<boolean> {
  if (isWanted()) return false;
  try {
    const document = await readDocument(PAGE, { ocr });
    try {
      if (isWanted()) return false;
      classifyDocument(document, [], NO_READINGS);
      if (isWanted()) return false;
      await readBarcodes(document);
      return true;
    } finally {
      await document.close();
    }
  } catch {
    return false;
  }
}

const NO_READINGS = { mrz: [], barcodes: [] };

/** A small page with two lines of print, as a program writes it: PDF 1.7 (ISO 32000-1), without a table of its objects. */
const PAGE = Buffer.from(
  `%PDF-1.7
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 300 120] /Contents 5 0 R /Resources <</Font <</F 4 0 R>>>>>> endobj
4 0 obj <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>> endobj
5 0 obj <</Length 95>> stream
BT /F 18 Tf 20 80 Td (A page that nobody sent) Tj 0 -40 Td (and that is kept by nobody) Tj ET
endstream endobj
trailer <</Root 1 0 R>>
%%EOF
`,
  'latin1',
);
