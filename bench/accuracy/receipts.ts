import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extractFields } from '../../src/engines/documents/extract/extractFields.js';
import { parseAmounts } from '../../src/engines/documents/extract/values/amount.js';
import { parseDates } from '../../src/engines/documents/extract/values/date.js';
import type { FieldValue } from '../../src/domain/documents/fieldReadings.js';
import { fieldText } from '../../src/engines/documents/text/fieldText.js';
import { bootstrapped, share, type AccuracyFigure } from './accuracyFigure.js';
import { measured, type AnswerOfFile, type Measured, type Workbench } from './part.js';
import { filesOf, type ReadFile } from './readFolder.js';
import { calibrationError, reliabilityTable, type Judgement } from './reliability.js';

/** Where a data folder has receipts: pictures in `img/`, what is true of them in `key/`. */
export const RECEIPTS = 'receipts';
/** Their pictures. */
export const RECEIPT_PICTURES = join(RECEIPTS, 'img');

/** The fields of the ground truth and the type hints that a user would give them. */
export const RECEIPT_SCHEMA = {
  company: 'string or null',
  date: 'date YYYY-MM-DD or null',
  address: 'string or null',
  total: 'amount or null',
} as const;

/** A field of the ground truth. */
export type ReceiptField = keyof typeof RECEIPT_SCHEMA;

/** What is true of a receipt, as its annotator wrote it. */
export type ReceiptTruth = { [field in ReceiptField]: string };

/** One extracted field beside the truth. */
interface ReceiptAnswer extends Judgement, AnswerOfFile {
  field: ReceiptField;
  expected: string;
  got: FieldValue;
  /** As the annotator wrote it, but for capitals and spaces; dates and amounts by what they mean. */
  strict: boolean;
}

/** Reads the ground truth of a folder of receipts: `key/<name>.txt` or `.json`, one object of strings each. */
export async function receiptTruths(folder: string): Promise<Map<string, ReceiptTruth>> {
  const truths = new Map<string, ReceiptTruth>();
  for (const file of await filesOf(join(folder, 'key'))) {
    const truth = JSON.parse(await readFile(join(folder, 'key', file), 'utf8')) as ReceiptTruth;
    truths.set(file.replace(/\.\w+$/, ''), truth);
  }
  return truths;
}

/** Entity F1 of what is read of scanned receipts (ICDAR 2019 SROIE, task 3), and whether the confidences are right. */
export async function measureReceipts({ folder, today, read }: Workbench): Promise<Measured> {
  const truths = await receiptTruths(join(folder, RECEIPTS));
  return measured('Receipts', answerReceipts(await read(RECEIPT_PICTURES), truths, today), figuresOf, detailsOf);
}

function answerReceipts(
  files: readonly ReadFile[],
  truths: ReadonlyMap<string, ReceiptTruth>,
  today: string,
): ReceiptAnswer[] {
  return files.flatMap(({ name, heldOut, pages, readings }) => {
    const truth = truths.get(name);
    if (!truth) return [];
    const type = { output_schema: { ...RECEIPT_SCHEMA }, prompt_hint: '' };
    const { extracted, confidences } = extractFields({ pages }, type, readings, { today });
    return (Object.keys(RECEIPT_SCHEMA) as ReceiptField[])
      .filter((field) => truth[field])
      .map((field) => {
        const got = extracted[field] ?? null;
        const right = isRight(field, truth[field], got);
        const strict = right && (field === 'date' || field === 'total' || tidy(fieldText(got)) === tidy(truth[field]));
        const confidence = confidences[field] ?? 0;
        return { file: name, heldOut, field, expected: truth[field], got, right, strict, confidence };
      });
  });
}

/** Whether an answer is the truth: dates and amounts by what they mean, names and addresses by their letters and digits. */
export function isRight(field: ReceiptField, expected: string, got: FieldValue): boolean {
  if (got === null) return false;
  if (field === 'date') return parseDates(expected)[0]?.iso === got;
  if (field === 'total')
    return typeof got === 'number' && Math.abs((parseAmounts(expected)[0]?.value ?? NaN) - got) < 0.005;
  return lettersAndDigits(expected) === lettersAndDigits(fieldText(got));
}

const FIELDS = Object.keys(RECEIPT_SCHEMA) as ReceiptField[];

function figuresOf(answers: readonly ReceiptAnswer[]): AccuracyFigure[] {
  const given = answers.filter(({ got }) => got !== null);
  return [
    bootstrapped('receipts: entity F1, normalised', answers, f1(isNormalised)),
    bootstrapped('receipts: entity F1, strict', answers, f1(isStrict)),
    ...FIELDS.flatMap((field) => {
      const some = answers.filter((answer) => answer.field === field);
      return [
        share(`receipts: ${field} right, normalised`, some.map(isNormalised)),
        share(`receipts: ${field} right, strict`, some.map(isStrict)),
      ];
    }),
    { ...bootstrapped('receipts: calibration error of fields', given, calibrationError), better: 'lower' },
  ];
}

function detailsOf(answers: readonly ReceiptAnswer[]): string[] {
  const given = answers.filter(({ got }) => got !== null);
  const misses = answers.filter(({ strict }) => !strict);
  return [
    ...reliabilityTable('Are confidences right?', given),
    ...misses.flatMap(({ file, field, expected, got, right, confidence }) => [
      `${right ? 'not as printed' : 'miss'}: ${file} ${field} (${confidence.toFixed(2)})`,
      `  expected ${expected}`,
      `  got      ${fieldText(got)}`,
    ]),
  ];
}

const isNormalised = ({ right }: ReceiptAnswer): boolean => right;
const isStrict = ({ strict }: ReceiptAnswer): boolean => strict;

/** F1 over fields: precision over what was answered, recall over what is true. */
const f1 =
  (isRight: (answer: ReceiptAnswer) => boolean) =>
  (answers: readonly ReceiptAnswer[]): number => {
    const answered = answers.filter(({ got }) => got !== null).length;
    return answers.length === 0 ? 0 : (2 * answers.filter(isRight).length) / (answered + answers.length);
  };

const lettersAndDigits = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');
const tidy = (text: string): string => text.toUpperCase().replace(/\s+/g, ' ').trim();
