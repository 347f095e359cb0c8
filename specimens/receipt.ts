import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { writeText, type TextStyle } from './fonts.js';
import { slashedDate } from './printedDates.js';
import { scanned } from './scanned.js';
import type { Specimen } from './specimen.js';

/** One article on a receipt; the price in the receipt's currency. */
export interface ReceiptItem {
  description: string;
  quantity: number;
  unit_price: number;
}

/** What can be chosen about a receipt. */
export interface ReceiptOptions {
  company?: string;
  /** As printed, line by line. */
  address_lines?: string[];
  /** ISO 8601 */
  date?: string;
  items?: ReceiptItem[];
}

const WIDTH = 620;
const MARGIN = 38;
const PRINT: TextStyle = { face: 'mono', size: 22, color: '#26262a' };

/** A till receipt as a flat-bed scan: narrow, grey, a little askew. Totals are worked out from the items. */
export async function renderReceipt(options: ReceiptOptions = {}): Promise<Specimen> {
  const company = options.company ?? 'NORTHGATE HARDWARE SDN BHD';
  const address = options.address_lines ?? [
    'NO 14, JALAN MERANTI 3/2,',
    'TAMAN SERI WANGSA,',
    '47300 PETALING JAYA, SELANGOR',
  ];
  const date = options.date ?? '2026-03-18';
  const items = options.items ?? [
    { description: 'CORDLESS DRILL BIT SET', quantity: 1, unit_price: 42.9 },
    { description: 'WALL PLUG 8MM (50PCS)', quantity: 3, unit_price: 5.5 },
    { description: 'MASKING TAPE 24MM', quantity: 2, unit_price: 4.8 },
    { description: 'SILICONE SEALANT CLEAR', quantity: 1, unit_price: 12.4 },
  ];
  const subtotal = items.reduce((sum, item) => sum + item.quantity * item.unit_price, 0);
  const tax = round(subtotal * 0.06);
  const exact = round(subtotal + tax);
  const total = Math.round(exact * 20) / 20;
  const cash = Math.ceil(total / 10) * 10;
  const amounts = {
    subtotal: round(subtotal),
    tax,
    rounding: round(total - exact),
    total,
    cash,
    change: round(cash - total),
  };
  const canvas = createCanvas(WIDTH, 720 + items.length * 56 + address.length * 28);
  drawReceipt(canvas.getContext('2d'), { company, address, date, items, amounts });
  return {
    document_type: 'receipt',
    filename: 'receipt.jpg',
    mime_type: 'image/jpeg',
    bytes: await (await scanned(canvas, { degrees: -0.7, noise: 9, margin: 40 })).jpeg({ quality: 82 }).toBuffer(),
    truth: {
      company,
      address: address.join(' '),
      date,
      time: '14:52',
      phone: '03-7805 4412',
      tax_number: '000834916352',
      receipt_number: 'CS00048217',
      cashier: 'FARIDAH',
      ...amounts,
      currency: 'MYR',
    },
  };
}

const round = (amount: number): number => Math.round(amount * 100) / 100;
const money = (amount: number): string => amount.toFixed(2);

interface Receipt {
  company: string;
  address: string[];
  date: string;
  items: ReceiptItem[];
  amounts: { subtotal: number; tax: number; rounding: number; total: number; cash: number; change: number };
}

function drawReceipt(context: SKRSContext2D, receipt: Receipt): void {
  const { width, height } = context.canvas;
  context.fillStyle = '#fbfaf7';
  context.fillRect(0, 0, width, height);
  let y = 66;
  const centre = (text: string, style: TextStyle = PRINT): void => {
    writeText(context, text, width / 2, y, { ...style, align: 'center' });
    y += style.size + 8;
  };
  const pair = (left: string, right: string, style: TextStyle = PRINT): void => {
    writeText(context, left, MARGIN, y, style);
    writeText(context, right, width - MARGIN, y, { ...style, align: 'right' });
    y += style.size + 10;
  };
  const rule = (): void => {
    writeText(context, '-'.repeat(41), MARGIN, y - 6, PRINT);
    y += 22;
  };
  const bold: TextStyle = { ...PRINT, face: 'mono-bold' };
  centre(receipt.company, { ...bold, size: 27 });
  centre('(CO. REG : 614829-T)');
  receipt.address.forEach((line) => centre(line));
  centre('TEL : 03-7805 4412');
  centre('GST ID : 000834916352');
  y += 10;
  centre('SIMPLIFIED TAX INVOICE', { ...bold, size: 24 });
  rule();
  pair('Receipt No : CS00048217', slashedDate(receipt.date));
  pair('Cashier : FARIDAH', '14:52');
  rule();
  for (const item of receipt.items) {
    pair(item.description, '');
    pair(`   ${item.quantity} X ${money(item.unit_price)}`, money(item.quantity * item.unit_price));
  }
  rule();
  pair('Total Excl. GST', money(receipt.amounts.subtotal));
  pair('GST 6%', money(receipt.amounts.tax));
  pair('Rounding Adj', money(receipt.amounts.rounding));
  y += 8;
  pair('TOTAL (RM)', money(receipt.amounts.total), { ...bold, size: 28 });
  pair('CASH', money(receipt.amounts.cash));
  pair('CHANGE', money(receipt.amounts.change));
  rule();
  centre('THANK YOU, PLEASE COME AGAIN');
  centre('GOODS SOLD ARE NOT RETURNABLE', { ...PRINT, size: 19 });
}
