import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extractFields } from '../../src/engines/documents/extract/extractFields.js';
import { parseAmounts } from '../../src/engines/documents/extract/values/amount.js';
import { parseDates } from '../../src/engines/documents/extract/values/date.js';
import type { FieldValue } from '../../src/domain/documents/fieldReadings.js';
import { fieldText } from '../../src/engines/documents/text/fieldText.js';
import { filesOf, type ReadFile } from './readFolder.js';
import type { Judgement } from './reliability.js';

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
export interface ReceiptAnswer extends Judgement {
  file: string;
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

/** Extracts the fields of every receipt and compares them with the truth. */
export function answerReceipts(
  files: readonly ReadFile[],
  truths: ReadonlyMap<string, ReceiptTruth>,
  today: string,
): ReceiptAnswer[] {
  return files.flatMap(({ name, pages, readings }) => {
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
        return { file: name, field, expected: truth[field], got, right, strict, confidence: confidences[field] ?? 0 };
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

/** F1 over fields: precision over what was answered, recall over what is true. */
export function f1(answers: readonly ReceiptAnswer[], right: (answer: ReceiptAnswer) => boolean): number {
  const answered = answers.filter(({ got }) => got !== null).length;
  const correct = answers.filter(right).length;
  return answers.length === 0 ? 0 : (2 * correct) / (answered + answers.length);
}

const lettersAndDigits = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');
const tidy = (text: string): string => text.toUpperCase().replace(/\s+/g, ' ').trim();
