import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { writeText, type Face } from '../specimens/fonts.js';
import { scanned } from '../specimens/scanned.js';

/** A page to read, and the words that are on it. */
export interface BenchPage {
  name: string;
  bytes: Buffer;
  words: string[];
}

/** Prose that no one has read before; each page begins elsewhere in it and prints other numbers. */
const PROSE =
  'The harbour office keeps a ledger of every vessel that calls. Fees are due on the day of arrival and are paid at the ' +
  'desk or by transfer. A reduced rate holds for fishing boats below twelve metres. Berths are given out in the order of ' +
  'the calls received. Fuel, water and waste are charged by quantity. Owners answer for damage done to piers and ropes. ' +
  'Complaints reach the warden in writing within fourteen days.';

const FACES: Face[] = ['sans', 'serif', 'mono', 'condensed', 'sans-bold', 'serif-bold'];
/** A4 at 150 dpi. */
const PAGE = { width: 1240, height: 1754, margin: 110 };

/** Scanned pages of prose and amounts, in several faces and sizes, grey, noisy and a little askew. */
export async function renderedPages(count: number): Promise<BenchPage[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => renderedPage(index)));
}

async function renderedPage(index: number): Promise<BenchPage> {
  const canvas = createCanvas(PAGE.width, PAGE.height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fdfdfb';
  context.fillRect(0, 0, PAGE.width, PAGE.height);
  const face = FACES[index % FACES.length]!;
  const size = 20 + (index % 3) * 4;
  const prose = PROSE.split(' ');
  const words: string[] = [];
  for (let y = PAGE.margin, line = 0; y < PAGE.height - PAGE.margin; y += size * 2, line++) {
    const amount = ((index + 1) * 173.35 + line * 91.07).toFixed(2);
    const text = Array.from({ length: 7 }, (_, word) => prose[(index * 11 + line * 7 + word) % prose.length]!);
    writeText(context, text.join(' '), PAGE.margin, y, { face, size });
    writeText(context, amount, PAGE.width - PAGE.margin, y, { face, size, align: 'right' });
    words.push(...text, amount);
  }
  const scan = await scanned(canvas, { degrees: (index % 5) * 0.3 - 0.6, noise: 8, dpi: 150 });
  return { name: `page-${index + 1}.png`, bytes: await scan.png().toBuffer(), words };
}

/** The pages of a folder laid out like the SROIE data set: `img/NAME.jpg` and `box/NAME.csv` (x1,y1,…,x4,y4,text). */
export async function pagesOf(folder: string): Promise<BenchPage[]> {
  const files = (await readdir(join(folder, 'img'))).sort();
  return Promise.all(
    files.map(async (file) => {
      const boxes = await readFile(join(folder, 'box', file.replace(/\.\w+$/, '.csv')), 'utf8');
      const texts = boxes.split(/\r?\n/).map((line) => line.split(',').slice(8).join(','));
      return { name: file, bytes: await readFile(join(folder, 'img', file)), words: texts.join(' ').split(/\s+/) };
    }),
  );
}

/** Share of the true words that were found, each as often as it is there; capitals and small letters are alike. */
export function recall(pages: readonly { truth: readonly string[]; found: readonly string[] }[]): number {
  let [hits, total] = [0, 0];
  for (const { truth, found } of pages) {
    const left = new Map<string, number>();
    for (const word of found.map(folded)) left.set(word, (left.get(word) ?? 0) + 1);
    for (const word of truth.map(folded).filter(Boolean)) {
      total++;
      const times = left.get(word) ?? 0;
      if (times > 0) hits++;
      left.set(word, times - 1);
    }
  }
  return hits / total;
}

const folded = (word: string): string => word.toUpperCase();

/** A receipt as a PDF with a layer of text, which takes no recognition to read. */
export async function textPage(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([595, 423]);
  const lines = ['HARBOUR STORES', 'Receipt 4711', 'Date: 2026-05-01', 'Four crates of rope', 'Total: 120.45'];
  lines.forEach((line, index) => page.drawText(line, { x: 40, y: 350 - index * 40, size: 20, font }));
  return pdf.save();
}
