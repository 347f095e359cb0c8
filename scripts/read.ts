import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { openOcr } from '../src/engines/documents/reading/ocr/ocr.js';
import { UnreadableDocument, type Box, type Page } from '../src/engines/documents/reading/page.js';
import { readDocument } from '../src/engines/documents/reading/readDocument.js';

/**
 * `npm run read -- [--json] FILE…`: prints what the engine reads of each file, with confidences (0 to 1) and boxes
 * (left, top, width, height as fractions of the page): lines and under them their words, or with `--json` an object a file.
 * `OCR_MODELS` names other networks. Ends with 1 where a file could not be read.
 */
const { values, positionals: files } = parseArgs({ options: { json: { type: 'boolean' } }, allowPositionals: true });
if (files.length === 0) throw new Error('Name the files to read: npm run read -- [--json] FILE…');
const { ocr } = await openOcr(process.env['OCR_MODELS'], 2);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

for (const file of files) {
  const started = performance.now();
  try {
    const document = await readDocument(await readFile(file), { ocr });
    const ms = Math.round(performance.now() - started);
    const { pages_total, facts } = document;
    const pages = document.pages.map(inNumbers);
    await document.close();
    if (values.json) say(JSON.stringify({ file, ms, pages_total, facts, pages }));
    else sayInWords(file, { ms, pages_total, pages });
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) throw error;
    process.exitCode = 1;
    if (values.json) say(JSON.stringify({ file, error: error.message }));
    else say(`${file}: ${error.message}`);
  }
}

/** A page as it is printed. */
function inNumbers({ number, source, width, height, lines }: Page) {
  const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
  const read = ({ text, confidence, box }: { text: string; confidence: number; box: Box }) => ({
    ...{ text, confidence: rounded(confidence, 3), box: box.map((value) => rounded(value, 4)) },
  });
  return {
    ...{ number, source, width, height },
    lines: lines.map((line) => ({ ...read(line), words: line.words.map(read) })),
  };
}

function sayInWords(
  file: string,
  read: { ms: number; pages_total: number; pages: readonly ReturnType<typeof inNumbers>[] },
): void {
  say(`${file}: ${read.pages.length} of ${read.pages_total} pages in ${read.ms} ms`);
  const row = (indent: string, one: { text: string; confidence: number; box: number[] }): void =>
    say(`${indent}${one.confidence.toFixed(2)}  ${one.box.map((value) => value.toFixed(4)).join(' ')}  ${one.text}`);
  for (const { number, source, width, height, lines } of read.pages) {
    say(`page ${number} (${source}, ${width} x ${height})`);
    for (const { words, ...line } of lines) {
      row('  ', line);
      for (const word of words) row('      ', word);
    }
  }
}
