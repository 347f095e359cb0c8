import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { loadModels } from '../src/engines/documents/models/loadModels.js';
import { fieldText } from '../src/engines/documents/text/fieldText.js';
import { createOcr } from '../src/engines/documents/reading/ocr/ocr.js';
import { answerCards, cardsReport, readInventedCards, realCards } from './accuracy/cardFields.js';
import { answerClassification, FOLDERS, shippedTypes, typesByName } from './accuracy/classification.js';
import { readFolder, type ReadFile } from './accuracy/readFolder.js';
import { answerReceipts, f1, RECEIPT_SCHEMA, receiptTruths, type ReceiptAnswer } from './accuracy/receipts.js';
import { reliabilityTable } from './accuracy/reliability.js';
import { answerZones } from './accuracy/zones.js';

/**
 * `npm run accuracy -- DIR`: scores the engine on a folder of real documents: `receipts/` (`img/`, `key/`), `mrz/` and `ids/` (with
 * `ids-truth/`, where what is printed is known), of which any may be missing, and on the invented cards of `specimens/`. Prints figures, reliability tables, times and every miss. Nothing is kept.
 */
async function main(folder: string): Promise<void> {
  const ocr = createOcr(await loadModels(process.env['OCR_MODELS']));
  const today = new Date().toISOString().slice(0, 10);
  const receipts = await readFolder(join(folder, FOLDERS.receiptPictures), ocr);
  const zones = await readFolder(join(folder, FOLDERS.zones), ocr);
  const cards = await readFolder(join(folder, FOLDERS.cards), ocr, { barcodes: true });

  if (receipts.length > 0) {
    printReceipts(answerReceipts(receipts, await receiptTruths(join(folder, FOLDERS.receipts)), today));
  }
  printZones(zones, [...receipts, ...cards]);
  const withTruth = [...(await readInventedCards(ocr)), ...(await realCards(cards, folder))];
  print('', ...cardsReport(answerCards(withTruth, await shippedTypes(), today)));
  await printClassification(receipts, [...zones, ...cards]);
  printTimes([...receipts, ...zones, ...cards]);
}

function printReceipts(answers: readonly ReceiptAnswer[]): void {
  const isRight = ({ right }: ReceiptAnswer): boolean => right;
  const isStrict = ({ strict }: ReceiptAnswer): boolean => strict;
  print('', 'Receipts: entity F1', '  field      normalised   strict    right');
  for (const field of [...Object.keys(RECEIPT_SCHEMA), 'all']) {
    const some = answers.filter((answer) => field === 'all' || answer.field === field);
    const count = `${some.filter(isRight).length} of ${some.length}`;
    print(
      `  ${field.padEnd(9)}  ${f1(some, isRight).toFixed(3).padStart(10)}   ${f1(some, isStrict).toFixed(3)}   ${count.padStart(10)}`,
    );
  }
  print(
    '',
    ...reliabilityTable(
      'Receipts: are confidences right?',
      answers.filter(({ got }) => got !== null),
    ),
  );
  print('', 'Receipts: misses');
  for (const { file, field, expected, got, confidence } of answers.filter(({ right }) => !right)) {
    print(
      `  ${file} ${field} (${confidence.toFixed(2)})`,
      `    expected ${expected}`,
      `    got      ${fieldText(got)}`,
    );
  }
}

function printZones(files: readonly ReadFile[], without: readonly ReadFile[]): void {
  const answers = answerZones(files);
  if (answers.length > 0) {
    const count = (part: 'found' | 'core' | 'valid'): string =>
      `${answers.filter((a) => a[part]).length} of ${answers.length}`;
    print('', 'Machine-readable zones', `  kind and country as named          ${count('found')}`);
    print(
      `  number, birth and expiry hold      ${count('core')}`,
      `  all check digits hold              ${count('valid')}`,
    );
    for (const { file, seen } of answers.filter((a) => !(a.found && a.valid))) print(`  miss: ${file}, seen: ${seen}`);
  }
  // A receipt has no zone; cards may, so theirs are only listed.
  const invented = without.filter(({ readings }) => readings.mrz.length > 0);
  for (const { name, readings } of invented) {
    print(
      `  also seen: ${name}, ${readings.mrz.map(({ format, valid }) => `${format}${valid ? '' : ' (not valid)'}`).join(', ')}`,
    );
  }
}

async function printClassification(receipts: readonly ReadFile[], documents: readonly ReadFile[]): Promise<void> {
  const labelled = [
    ...receipts.map((file) => ({ file, expected: ['receipt', 'invoice'] })),
    ...documents.map((file) => ({ file, expected: typesByName(file.name) })),
  ].filter(({ expected }) => expected.length > 0);
  const types = await shippedTypes();
  const { offered, withheld } = answerClassification(labelled, types);
  const rate = (answers: typeof offered): string =>
    `${answers.filter(({ right }) => right).length} of ${answers.length}`;
  const slowest = Math.max(0, ...offered.map(({ milliseconds }) => milliseconds));
  print('', `Classification among ${types.length} types`, `  right                              ${rate(offered)}`);
  print(`  unknown, where the right type is not offered   ${rate(withheld)}`, `  slowest ${slowest.toFixed(0)} ms`);
  for (const { file, expected, got, confidence } of offered.filter(({ right }) => !right)) {
    print(`  miss: ${file} is ${expected}, taken for ${got} (${confidence.toFixed(2)})`);
  }
  for (const { file, expected, got, confidence } of withheld.filter(({ right }) => !right)) {
    print(`  without ${expected}: ${file} taken for ${got} (${confidence.toFixed(2)})`);
  }
  print('', ...reliabilityTable('Classification: are confidences right?', [...offered, ...withheld]));
}

function printTimes(files: readonly ReadFile[]): void {
  if (files.length === 0) return print('No documents found.');
  const median = (values: number[]): string => (values.sort((a, b) => a - b)[values.length >> 1] ?? 0).toFixed(0);
  const pages = files.reduce((sum, file) => sum + file.pages.length, 0);
  print('', `Times, median of ${files.length} documents (${pages} pages)`);
  print(`  text                 ${median(files.map(({ took }) => took.text))} ms`);
  print(`  zones and barcodes   ${median(files.map(({ took }) => took.machine))} ms`);
}

const print = (...lines: string[]): void => {
  process.stdout.write(`${lines.join('\n')}\n`);
};

const [folder] = process.argv.slice(2);
const isFolder = folder !== undefined && (await stat(folder).then((found) => found.isDirectory(), () => false)); // prettier-ignore
if (!isFolder) {
  process.stderr.write('Say which folder of documents to score: npm run accuracy -- DIR\n');
  process.exitCode = 1;
} else {
  await main(folder);
}
