import { PDFDocument, StandardFonts } from 'pdf-lib';

/** The type of the documents of the load. */
export const NOTE_TYPE = {
  context_id: 'delivery_note',
  display_name: 'Delivery note',
  output_schema: { reference: 'string' },
  validation_rules: { reference: { required: true, regex: 'R-[0-9]{6}' } },
  pipeline_steps: ['extract', 'validate'],
  prompt_hint: 'reference: Reference',
};

/** What stands on the document of a run. */
export const referenceOf = (run: number): string => `R-${String(run).padStart(6, '0')}`;

/** A small PDF with a layer of text, which takes no recognition to read. */
export async function deliveryNote(run: number): Promise<string> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([595, 423]);
  const lines = [
    'DELIVERY NOTE',
    `Reference: ${referenceOf(run)}`,
    'Delivered to the harbour office, pier 4, in good order',
    'Four crates of rope and two of paint, signed for by the warden',
  ];
  lines.forEach((line, index) => page.drawText(line, { x: 40, y: 350 - index * 40, size: 16, font }));
  return Buffer.from(await pdf.save()).toString('base64');
}
