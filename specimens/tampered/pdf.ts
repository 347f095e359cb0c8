import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFName, rgb, StandardFonts } from 'pdf-lib';
import { contentsOf, withText } from './pdfContent.js';

/** A change of what a PDF of this project says: the text that a value is drawn as, and the one that it shall be. */
export interface Forgery {
  from: string;
  to: string;
}

/**
 * The text is changed by an update that is appended to the file, as editors of PDFs do.
 * @param page from 1
 */
export async function changedByUpdate(bytes: Buffer, { from, to }: Forgery, page = 1): Promise<Buffer> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
  const { ref, operators } = withText(contentsOf(pdf, page), from, to);
  const stream = deflateSync(Buffer.from(operators, 'latin1'));
  const head = `<< /Filter /FlateDecode /Length ${stream.length} >>\nstream\n`;
  return appended(bytes, pdf, ref.objectNumber, Buffer.concat([Buffer.from(head), stream, Buffer.from('\nendstream')]));
}

/** Nothing is changed but that the first page has a note that was appended, as signing and commenting do. */
export async function annotatedByUpdate(bytes: Buffer): Promise<Buffer> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
  const page = pdf.getPage(0);
  const note = pdf.context.obj({
    ...{ Type: 'Annot', Subtype: 'FreeText', Rect: [60, 40, 200, 60], F: 4 },
    ...{ DA: pdf.context.obj('(/Helv 9 Tf)'), Contents: pdf.context.obj('Checked') },
  });
  page.node.set(PDFName.of('Annots'), pdf.context.obj([note]));
  return appended(bytes, pdf, page.ref.objectNumber, Buffer.from(page.node.toString()));
}

/** The text is painted over, and another one is written on the paint. */
export async function paintedOver(bytes: Buffer, { from, to }: Forgery): Promise<Buffer> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
  const { x, y, width, size } = await placeOf(bytes, from);
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.getPage(0);
  const color = rgb(1, 1, 1);
  page.drawRectangle({ x: x - 1, y: y - 0.25 * size, width: width + 2, height: 1.2 * size, color });
  page.drawText(to, { x, y, size, font });
  return Buffer.from(await pdf.save());
}

/** The text is taken out and set anew in another font; the file is written as a whole. */
export async function setInOtherFont(bytes: Buffer, { from, to }: Forgery): Promise<Buffer> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
  const { x, y, size } = await placeOf(bytes, from);
  const { ref, operators } = withText(contentsOf(pdf), from, '');
  pdf.context.assign(ref, pdf.context.flateStream(Buffer.from(operators, 'latin1')));
  pdf.getPage(0).drawText(to, { x, y, size, font: await pdf.embedFont(StandardFonts.TimesRoman) });
  return Buffer.from(await pdf.save());
}

/** Pages of others before one page of a document, and others behind it, so that it is the page of that number among so many. */
export async function amongPages(
  bytes: Buffer,
  others: Buffer,
  { page, of }: { page: number; of: number },
): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const [one, rest] = [
    await PDFDocument.load(bytes, { updateMetadata: false }),
    await PDFDocument.load(others, { updateMetadata: false }),
  ];
  const made = one.getCreationDate() ?? new Date('2026-01-01T09:00:00Z');
  pdf.setCreationDate(made);
  pdf.setModificationDate(made);
  for (let number = 1; number <= of; number++) {
    const [copied] = await pdf.copyPages(number === page ? one : rest, [0]);
    pdf.addPage(copied);
  }
  return Buffer.from(await pdf.save({ useObjectStreams: false }));
}

/** The file says that it was changed two days before it was made. */
export async function changedBeforeMade(bytes: Buffer): Promise<Buffer> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
  const made = pdf.getCreationDate() ?? new Date('2026-01-01T09:00:00Z');
  pdf.setModificationDate(new Date(made.getTime() - 2 * 24 * 3600 * 1000));
  return Buffer.from(await pdf.save());
}

/** Where a text is drawn on the first page, in points from its bottom left. */
async function placeOf(bytes: Buffer, text: string): Promise<{ x: number; y: number; width: number; size: number }> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const pdf = await getDocument({ data: Uint8Array.from(bytes), verbosity: 0 }).promise;
  const { items } = await (await pdf.getPage(1)).getTextContent();
  await pdf.loadingTask.destroy();
  const item = items.find((one) => 'str' in one && one.str === text);
  if (!item || !('str' in item)) throw new Error(`The page does not draw "${text}".`);
  const [, , , size, x, y] = item.transform as [number, number, number, number, number, number];
  return { x, y, width: item.width, size };
}

/** An update behind a file (ISO 32000-1, 7.5.6): one object anew, and a table of where it is. */
function appended(bytes: Buffer, pdf: PDFDocument, object: number, body: Buffer): Buffer {
  const file = bytes.toString('latin1');
  const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(file)?.[1] ?? '0';
  const at = bytes.length + 1;
  const written = Buffer.concat([Buffer.from(`\n${object} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
  const { Root, Info } = pdf.context.trailerInfo;
  const size = pdf.context.largestObjectNumber + 1;
  const table = `xref\n${object} 1\n${String(at).padStart(10, '0')} 00000 n \n`;
  const trailer = `trailer\n<< /Size ${size} /Root ${String(Root)} /Info ${String(Info)} /Prev ${previous} >>\n`;
  const end = `startxref\n${bytes.length + written.length}\n%%EOF\n`;
  return Buffer.concat([bytes, written, Buffer.from(table + trailer + end)]);
}
