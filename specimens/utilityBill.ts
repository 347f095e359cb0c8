import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { writeText, type TextStyle } from './fonts.js';
import { monthNameDate } from './printedDates.js';
import type { Specimen } from './specimen.js';

/** What can be chosen about a utility bill. Dates ISO 8601. */
export interface UtilityBillOptions {
  customer_name?: string;
  customer_address?: string;
  bill_date?: string;
  due_date?: string;
}

/** A4 at 150 dpi, as a photo of a screen or a saved picture would be. */
const WIDTH = 1240;
const HEIGHT = 1754;
const LEFT = 96;
const GREEN = '#1f7a4d';

/** An electricity bill as a picture (PNG), with a chart of what was used. */
export async function renderUtilityBill(options: UtilityBillOptions = {}): Promise<Specimen> {
  const name = options.customer_name ?? 'Anna Marie Lindqvist';
  const address = options.customer_address ?? '27 Harbour Lane, Port Zenith PZ4 0LN';
  const billed = options.bill_date ?? '2026-03-02';
  const due = options.due_date ?? '2026-03-23';
  const canvas = createCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  drawHead(context, name, address);
  drawFacts(context, billed, due);
  drawUsage(context);
  drawCharges(context);
  return {
    document_type: 'utility_bill',
    filename: 'utility-bill.png',
    mime_type: 'image/png',
    bytes: await canvas.encode('png'),
    truth: {
      provider_name: 'Brightwater Energy',
      service_type: 'electricity',
      customer_name: name,
      customer_address: address,
      account_number: '7740 1923 55',
      meter_number: 'E19-448207',
      bill_number: 'BW-90317746',
      bill_date: billed,
      due_date: due,
      period_start: '2025-12-01',
      period_end: '2026-02-28',
      previous_reading: 48217,
      current_reading: 49036,
      consumption: 819,
      consumption_unit: 'kWh',
      currency: 'GBP',
      tax: 12.21,
      total: 256.37,
    },
  };
}

function drawHead(context: SKRSContext2D, name: string, address: string): void {
  context.fillStyle = GREEN;
  context.fillRect(0, 0, WIDTH, 150);
  context.fillStyle = '#ffd64a';
  context.beginPath();
  context.arc(LEFT + 34, 76, 34, 0, Math.PI * 2);
  context.fill();
  writeText(context, 'Brightwater Energy', LEFT + 92, 92, { face: 'sans-bold', size: 44, color: '#fff' });
  writeText(context, 'Electricity bill', WIDTH - LEFT, 92, { size: 34, color: '#fff', align: 'right' });
  writeText(context, 'Customer name', LEFT, 220, { size: 19, color: '#667' });
  writeText(context, name, LEFT, 252, { face: 'sans-bold', size: 25 });
  writeText(context, 'Supply address', LEFT, 306, { size: 19, color: '#667' });
  writeText(context, address, LEFT, 338, { size: 24 });
}

function drawFacts(context: SKRSContext2D, billed: string, due: string): void {
  const facts: [string, string][] = [
    ['Account number', '7740 1923 55'],
    ['Bill number', 'BW-90317746'],
    ['Bill date', monthNameDate(billed)],
    ['Due date', monthNameDate(due)],
    ['Meter number', 'E19-448207'],
  ];
  facts.forEach(([label, value], row) => {
    writeText(context, label, 760, 220 + row * 40, { size: 21, color: '#667' });
    writeText(context, value, WIDTH - LEFT, 220 + row * 40, { face: 'sans-bold', size: 21, align: 'right' });
  });
  context.fillStyle = '#eef6f1';
  context.fillRect(LEFT - 20, 470, WIDTH - 2 * LEFT + 40, 120);
  writeText(context, 'Total amount due', LEFT + 8, 544, { size: 32, color: GREEN });
  writeText(context, '£256.37', WIDTH - LEFT - 8, 548, { face: 'sans-bold', size: 50, color: GREEN, align: 'right' });
}

function drawUsage(context: SKRSContext2D): void {
  writeText(context, 'Your electricity use', LEFT, 672, { face: 'sans-bold', size: 28 });
  writeText(context, 'Billing period: 1 Dec 2025 to 28 Feb 2026', LEFT, 714, { size: 22 });
  const rows: [string, string][] = [
    ['Previous reading', '48217'],
    ['Current reading', '49036'],
    ['Consumption', '819 kWh'],
  ];
  rows.forEach(([label, value], row) => {
    writeText(context, label, LEFT, 770 + row * 42, { size: 22, color: '#445' });
    writeText(context, value, 520, 770 + row * 42, { face: 'sans-bold', size: 22, align: 'right' });
  });
  const months = ['Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec', 'Jan', 'Feb'];
  [210, 190, 160, 130, 118, 122, 140, 180, 230, 280, 296, 243].forEach((used, month) => {
    const x = 640 + month * 42;
    context.fillStyle = month > 8 ? GREEN : '#a9d2bd';
    context.fillRect(x, 880 - used * 0.6, 28, used * 0.6);
    writeText(context, months[month]!, x + 14, 904, { face: 'condensed', size: 15, color: '#667', align: 'center' });
  });
}

function drawCharges(context: SKRSContext2D): void {
  writeText(context, 'Charges', LEFT, 1010, { face: 'sans-bold', size: 28 });
  const charges: [string, string][] = [
    ['Energy used 819 kWh at 24.50p', '£200.66'],
    ['Standing charge 90 days at 48.33p', '£43.50'],
    ['VAT at 5%', '£12.21'],
    ['Total', '£256.37'],
  ];
  charges.forEach(([label, amount], row) => {
    const y = 1070 + row * 54;
    const style: TextStyle = { size: 23, face: row === 3 ? 'sans-bold' : 'sans' };
    writeText(context, label, LEFT, y, style);
    writeText(context, amount, WIDTH - LEFT, y, { ...style, align: 'right' });
    context.fillStyle = '#d5dad8';
    context.fillRect(LEFT, y + 18, WIDTH - 2 * LEFT, 1.5);
  });
  const notes = [
    'Pay by direct debit, by card at brightwater.example/pay or by bank transfer, quoting your account number.',
    'Questions? Call 0800 555 0134, Monday to Friday, 8am to 6pm.',
    'Brightwater Energy plc, 3 Turbine Way, Port Zenith PZ9 1EL',
  ];
  notes.forEach((note, row) =>
    writeText(context, note, LEFT, 1420 + row * 40, { face: 'condensed', size: 20, color: '#667' }),
  );
}
