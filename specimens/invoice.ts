import { composeIBAN } from 'ibantools';
import { PDFDocument, StandardFonts, rgb, type PDFFont, type PDFPage } from 'pdf-lib';
import { dottedDate } from './printedDates.js';
import type { Specimen } from './specimen.js';

/** One position on an invoice, in euros before tax. */
export interface InvoiceLine {
  description: string;
  quantity: number;
  unit_price: number;
}

/** What can be chosen about an invoice. Dates ISO 8601. */
export interface InvoiceOptions {
  invoice_number?: string;
  invoice_date?: string;
  due_date?: string;
  lines?: InvoiceLine[];
}

const LEFT = 56;
const RIGHT = 539;
const INK = rgb(0.13, 0.15, 0.2);
const ACCENT = rgb(0.1, 0.36, 0.42);
const PALE = rgb(0.45, 0.48, 0.52);

/** An invoice as accounting software writes it: an A4 PDF with a text layer. Totals are worked out from the lines. */
export async function renderInvoice(options: InvoiceOptions = {}): Promise<Specimen> {
  const number = options.invoice_number ?? 'RE-2026-0417';
  const date = options.invoice_date ?? '2026-04-07';
  const due = options.due_date ?? '2026-05-07';
  const lines = options.lines ?? [
    { description: 'Calibration of pressure sensor PS-40', quantity: 4, unit_price: 185 },
    { description: 'On-site inspection, half day', quantity: 2, unit_price: 420 },
    { description: 'Replacement gasket set', quantity: 6, unit_price: 17.5 },
  ];
  const subtotal = round(lines.reduce((sum, line) => sum + line.quantity * line.unit_price, 0));
  const tax = round(subtotal * 0.19);
  const total = round(subtotal + tax);
  const iban = composeIBAN({ countryCode: 'DE', bban: '999100100048213967' }) ?? '';
  const invoice: Invoice = { number, date, due, lines, subtotal, tax, total, iban };
  return {
    document_type: 'invoice',
    filename: 'invoice.pdf',
    mime_type: 'application/pdf',
    bytes: await drawInvoice(invoice),
    truth: {
      invoice_number: number,
      invoice_date: date,
      due_date: due,
      supplier_name: 'Meridian Instruments GmbH',
      supplier_tax_number: 'DE284917365',
      customer_name: 'Harbour Works Ltd',
      purchase_order_number: 'PO-88214',
      currency: 'EUR',
      subtotal,
      tax_rate: 19,
      tax,
      total,
      iban,
      bic: 'MERDDEFFXXX',
    },
  };
}

interface Invoice {
  number: string;
  date: string;
  due: string;
  lines: InvoiceLine[];
  subtotal: number;
  tax: number;
  total: number;
  iban: string;
}

interface Pen {
  page: PDFPage;
  plain: PDFFont;
  bold: PDFFont;
}

const round = (amount: number): number => Math.round(amount * 100) / 100;
const money = (amount: number): string => amount.toLocaleString('en-GB', { minimumFractionDigits: 2 });

async function drawInvoice(invoice: Invoice): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  pdf.setProducer('Attest specimens');
  pdf.setCreator('Attest specimens');
  const made = new Date(`${invoice.date}T09:00:00Z`);
  pdf.setCreationDate(made);
  pdf.setModificationDate(made);
  const pen: Pen = {
    page: pdf.addPage([595.28, 841.89]),
    plain: await pdf.embedFont(StandardFonts.Helvetica),
    bold: await pdf.embedFont(StandardFonts.HelveticaBold),
  };
  drawHead(pen);
  drawFacts(pen, invoice);
  drawTotals(pen, invoice, drawLines(pen, invoice.lines));
  drawFoot(pen, invoice.iban);
  return Buffer.from(await pdf.save());
}

interface Style {
  size?: number;
  bold?: boolean;
  color?: typeof INK;
  right?: boolean;
}

function write(pen: Pen, text: string, x: number, y: number, style: Style = {}): void {
  const font = style.bold ? pen.bold : pen.plain;
  const size = style.size ?? 10;
  const start = style.right ? x - font.widthOfTextAtSize(text, size) : x;
  pen.page.drawText(text, { x: start, y, size, font, color: style.color ?? INK });
}

function drawHead(pen: Pen): void {
  pen.page.drawRectangle({ x: 0, y: 812, width: 596, height: 30, color: ACCENT });
  pen.page.drawCircle({ x: LEFT + 14, y: 762, size: 14, color: ACCENT });
  pen.page.drawCircle({ x: LEFT + 14, y: 762, size: 7, color: rgb(1, 1, 1) });
  write(pen, 'Meridian Instruments GmbH', LEFT + 40, 762, { size: 16, bold: true });
  write(pen, 'Werkstrasse 9, 28195 Bremen, Germany', LEFT + 40, 746, { size: 9, color: PALE });
  write(pen, 'INVOICE', RIGHT, 756, { size: 26, bold: true, color: ACCENT, right: true });
}

function drawFacts(pen: Pen, invoice: Invoice): void {
  write(pen, 'Bill to', LEFT, 690, { size: 9, color: PALE });
  write(pen, 'Harbour Works Ltd', LEFT, 674, { bold: true });
  write(pen, '12 Quayside Road', LEFT, 660);
  write(pen, 'Port Zenith PZ2 7HB', LEFT, 646);
  const facts: [string, string][] = [
    ['Invoice number', invoice.number],
    ['Invoice date', dottedDate(invoice.date)],
    ['Due date', dottedDate(invoice.due)],
    ['Your order', 'PO-88214'],
    ['VAT ID', 'DE284917365'],
  ];
  facts.forEach(([label, value], row) => {
    write(pen, label, 350, 690 - row * 16, { color: PALE });
    write(pen, value, RIGHT, 690 - row * 16, { bold: true, right: true });
  });
}

function drawLines(pen: Pen, lines: readonly InvoiceLine[]): number {
  let y = 570;
  pen.page.drawRectangle({ x: LEFT - 6, y: y - 6, width: RIGHT - LEFT + 12, height: 22, color: rgb(0.91, 0.94, 0.95) });
  write(pen, 'Description', LEFT, y, { bold: true });
  for (const [title, x] of [
    ['Qty', 365],
    ['Unit price', 450],
    ['Amount', RIGHT],
  ] as const) {
    write(pen, title, x, y, { bold: true, right: true });
  }
  for (const line of lines) {
    y -= 26;
    write(pen, line.description, LEFT, y);
    write(pen, String(line.quantity), 365, y, { right: true });
    write(pen, money(line.unit_price), 450, y, { right: true });
    write(pen, money(line.quantity * line.unit_price), RIGHT, y, { right: true });
    pen.page.drawLine({
      start: { x: LEFT - 6, y: y - 9 },
      end: { x: RIGHT + 6, y: y - 9 },
      thickness: 0.4,
      color: PALE,
    });
  }
  return y - 40;
}

function drawTotals(pen: Pen, invoice: Invoice, top: number): void {
  write(pen, 'Subtotal', 370, top);
  write(pen, money(invoice.subtotal), RIGHT, top, { right: true });
  write(pen, 'VAT 19%', 370, top - 18);
  write(pen, money(invoice.tax), RIGHT, top - 18, { right: true });
  write(pen, 'Total EUR', 370, top - 42, { size: 13, bold: true, color: ACCENT });
  write(pen, money(invoice.total), RIGHT, top - 42, { size: 13, bold: true, color: ACCENT, right: true });
}

function drawFoot(pen: Pen, iban: string): void {
  write(pen, 'Payment terms: 30 days net, without deduction.', LEFT, 140);
  write(pen, `IBAN: ${iban.replace(/(.{4})(?=.)/g, '$1 ')}`, LEFT, 118);
  write(pen, 'BIC: MERDDEFFXXX', LEFT + 270, 118);
  write(pen, 'Amtsgericht Bremen HRB 00000 · Managing director: L. Brandt', LEFT, 92, { size: 8, color: PALE });
}
