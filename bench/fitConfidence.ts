import { join } from 'node:path';
import { CARDS } from './accuracy/cards.js';
import { shippedTypes } from './accuracy/classification.js';
import { receiptSamples, zoneSamples, type FieldSample } from './accuracy/confidenceSamples.js';
import { fitLogistic, heldOut, type Sample } from './accuracy/logistic.js';
import { createReader, readFolder, type ReadFile } from './accuracy/readFolder.js';
import { RECEIPT_PICTURES, RECEIPTS, receiptTruths, type ReceiptTruth } from './accuracy/receipts.js';
import { reliabilityTable } from './accuracy/reliability.js';
import { ZONES } from './accuracy/zones.js';

/** What the coefficients are fitted on. */
export interface FittingData {
  receipts: readonly ReadFile[];
  truths: ReadonlyMap<string, ReceiptTruth>;
  documents: readonly ReadFile[];
}

/**
 * Fits the confidences of extraction (`src/engines/documents/extract/confidenceModel.ts`) and prints the coefficients to put
 * there, with reliability tables of held-out answers. Print on documents with a machine-readable zone is judged by the zone.
 */
export async function fitConfidence({ receipts, truths, documents }: FittingData): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  const types = await shippedTypes();
  const typeNamed = (...names: string[]) => types.filter(({ context_id }) => names.includes(context_id));
  const [receipt] = typeNamed('receipt');
  if (!receipt) throw new Error('The shipped types have no receipt.');
  const fields = [
    ...receiptSamples(receipts, truths, receipt, today),
    ...zoneSamples(documents, typeNamed('passport', 'identity_card'), today),
  ];
  const judged = [...groupsOf(fields)].flatMap(([group, samples]) => {
    printFit(group, samples);
    return heldOut(samples);
  });
  print(...reliabilityTable('Fields, held out', judged));
}

function groupsOf(samples: readonly FieldSample[]): Map<string, FieldSample[]> {
  const groups = new Map<string, FieldSample[]>();
  for (const sample of samples) groups.set(sample.group, [...(groups.get(sample.group) ?? []), sample]);
  return groups;
}

function printFit(name: string, samples: readonly Sample[]): void {
  const { intercept, weights } = fitLogistic(samples);
  const round = (value: number): string => value.toFixed(2);
  const right = samples.filter((sample) => sample.right).length;
  print(`${name}: { intercept: ${round(intercept)}, weights: [${weights.map(round).join(', ')}] }`);
  print(`  ${right} of ${samples.length} right`);
}

const print = (...lines: string[]): void => {
  process.stdout.write(`${lines.join('\n')}\n`);
};

const [folder] = process.argv.slice(2);
if (folder !== undefined) {
  const reader = createReader(null);
  await fitConfidence({
    receipts: await readFolder(join(folder, RECEIPT_PICTURES), reader),
    truths: await receiptTruths(join(folder, RECEIPTS)),
    documents: [...(await readFolder(join(folder, ZONES), reader)), ...(await readFolder(join(folder, CARDS), reader))],
  });
}
