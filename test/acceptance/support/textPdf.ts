import { PDFDocument, StandardFonts } from 'pdf-lib';

/** A PDF of one page with a text layer, line by line: quick to read. */
export async function textPdf(...lines: string[]): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([595, 842]);
  lines.forEach((line, index) => page.drawText(line, { x: 60, y: 780 - index * 34, size: 14, font }));
  return Buffer.from(await pdf.save());
}
