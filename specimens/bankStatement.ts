import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { composeIBAN } from 'ibantools';
import { PDFDocument } from 'pdf-lib';
import { writeText, type TextStyle } from './fonts.js';
import { slashedDate } from './printedDates.js';
import { scanned } from './scanned.js';
import type { Specimen } from './specimen.js';

/** What can be chosen about a bank statement. */
export interface BankStatementOptions {
  account_holder?: string;
  /** The scan as a PDF without text, or as a TIFF. */
  as?: 'pdf' | 'tiff';
}

/** A4 at 200 dpi. */
const WIDTH = 1654;
const HEIGHT = 2339;
const LEFT = 140;
const RIGHT = WIDTH - 140;
const OPENING = 2480.35;

const TRANSACTIONS: readonly [date: string, description: string, amount: number][] = [
  ['2026-02-03', 'STANDING ORDER RENT HARBOUR ESTATES', -1150],
  ['2026-02-05', 'CARD PAYMENT GREENLEAF GROCERS', -64.18],
  ['2026-02-09', 'DIRECT DEBIT CITY WATER BOARD', -41.6],
  ['2026-02-12', 'TRANSFER FROM J CALLOWAY', 220],
  ['2026-02-17', 'CARD PAYMENT NORTHLINE RAIL', -87.4],
  ['2026-02-20', 'CASH WITHDRAWAL MARKET SQUARE', -100],
  ['2026-02-25', 'SALARY MERIDIAN INSTRUMENTS LTD', 3120.77],
  ['2026-02-27', 'CARD PAYMENT BOOKS AND MORE', -23.95],
];

/** One page of a bank statement as a scan: grey, 1.2 degrees askew, noisy, without a text layer. */
export async function renderBankStatement(options: BankStatementOptions = {}): Promise<Specimen> {
  const holder = options.account_holder ?? 'ANNA MARIE LINDQVIST';
  const iban = composeIBAN({ countryCode: 'GB', bban: 'ZNTH40217731926819' }) ?? '';
  const closing = TRANSACTIONS.reduce((balance, [, , amount]) => round(balance + amount), OPENING);
  const canvas = createCanvas(WIDTH, HEIGHT);
  drawStatement(canvas.getContext('2d'), { holder, iban, closing });
  const scan = await scanned(canvas, { degrees: 1.2, noise: 10, dpi: 200 });
  const tiff = options.as === 'tiff';
  return {
    document_type: 'bank_statement',
    filename: tiff ? 'bank-statement.tiff' : 'bank-statement.pdf',
    mime_type: tiff ? 'image/tiff' : 'application/pdf',
    bytes: tiff
      ? await scan.tiff({ compression: 'deflate' }).toBuffer()
      : await pictureAsPdf(await scan.jpeg({ quality: 78 }).toBuffer()),
    truth: {
      bank_name: 'ZENITH MUTUAL BANK',
      account_holder: holder,
      account_number: '31926819',
      sort_code: '40-21-77',
      iban,
      bic: 'ZNTHGB2LXXX',
      statement_number: '2026/02',
      statement_date: '2026-02-28',
      period_start: '2026-02-01',
      period_end: '2026-02-28',
      opening_balance: OPENING,
      closing_balance: closing,
      currency: 'GBP',
    },
  };
}

const round = (amount: number): number => Math.round(amount * 100) / 100;
const money = (amount: number): string => amount.toLocaleString('en-GB', { minimumFractionDigits: 2 });

async function pictureAsPdf(jpeg: Buffer): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const picture = await pdf.embedJpg(jpeg);
  const page = pdf.addPage([595.28, 841.89]);
  page.drawImage(picture, { x: 0, y: 0, width: page.getWidth(), height: page.getHeight() });
  return Buffer.from(await pdf.save());
}

function drawStatement(context: SKRSContext2D, statement: { holder: string; iban: string; closing: number }): void {
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  drawHead(context, statement.holder);
  const facts: [string, string][] = [
    ['Account number', '31926819'],
    ['Sort code', '40-21-77'],
    ['IBAN', statement.iban.replace(/(.{4})(?=.)/g, '$1 ')],
    ['BIC', 'ZNTHGB2LXXX'],
    ['Statement number', '2026/02'],
    ['Statement date', slashedDate('2026-02-28')],
    ['Statement period', `${slashedDate('2026-02-01')} to ${slashedDate('2026-02-28')}`],
    ['Currency', 'GBP'],
  ];
  facts.forEach(([label, value], row) => {
    const y = 480 + row * 42;
    writeText(context, label, 860, y, { size: 24, color: '#444' });
    writeText(context, value, 1110, y, { face: 'condensed-bold', size: 25 });
  });
  drawMovements(context, statement.closing);
}

function drawHead(context: SKRSContext2D, holder: string): void {
  context.fillStyle = '#3d3d3d';
  context.beginPath();
  context.moveTo(LEFT, 200);
  context.lineTo(LEFT + 44, 110);
  context.lineTo(LEFT + 88, 200);
  context.fill();
  writeText(context, 'ZENITH MUTUAL BANK', LEFT + 112, 196, { face: 'serif-bold', size: 48 });
  writeText(context, '8 Exchange Place, Port Zenith PZ1 4QT', LEFT + 114, 240, { size: 22, color: '#555' });
  writeText(context, 'Bank statement', RIGHT, 196, { face: 'sans', size: 44, align: 'right' });
  writeText(context, 'Current account', RIGHT, 240, { size: 22, color: '#555', align: 'right' });
  const style: TextStyle = { size: 26 };
  writeText(context, 'Account holder', LEFT, 480, { size: 22, color: '#555' });
  writeText(context, holder, LEFT, 520, { ...style, face: 'sans-bold' });
  writeText(context, '27 Harbour Lane', LEFT, 562, style);
  writeText(context, 'Port Zenith PZ4 0LN', LEFT, 600, style);
}

function drawMovements(context: SKRSContext2D, closing: number): void {
  const head: TextStyle = { face: 'sans-bold', size: 24 };
  const body: TextStyle = { size: 24 };
  let y = 960;
  context.fillStyle = '#e4e4e4';
  context.fillRect(LEFT - 16, y - 36, RIGHT - LEFT + 32, 54);
  writeText(context, 'Date', LEFT, y, head);
  writeText(context, 'Description', LEFT + 190, y, head);
  for (const [title, x] of [
    ['Money out', 1130],
    ['Money in', 1310],
    ['Balance', RIGHT],
  ] as const) {
    writeText(context, title, x, y, { ...head, align: 'right' });
  }
  const row = (cells: { date?: string; text: string; amount?: number; balance: number }, style: TextStyle): void => {
    y += 58;
    if (cells.date) writeText(context, slashedDate(cells.date), LEFT, y, style);
    writeText(context, cells.text, LEFT + 190, y, style);
    const x = (cells.amount ?? 0) < 0 ? 1130 : 1310;
    if (cells.amount) writeText(context, money(Math.abs(cells.amount)), x, y, { ...style, align: 'right' });
    writeText(context, money(cells.balance), RIGHT, y, { ...style, align: 'right' });
    context.fillStyle = '#cfcfcf';
    context.fillRect(LEFT - 16, y + 18, RIGHT - LEFT + 32, 1);
  };
  let balance = OPENING;
  row({ text: 'Opening balance', balance }, head);
  for (const [date, text, amount] of TRANSACTIONS) {
    balance = round(balance + amount);
    row({ date, text, amount, balance }, body);
  }
  row({ text: 'Closing balance', balance: closing }, head);
  writeText(context, 'Zenith Mutual Bank is authorised by the Utopian Banking Authority. Page 1 of 1', LEFT, 2210, {
    size: 20,
    color: '#666',
  });
}
