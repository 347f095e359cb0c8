import { join } from 'node:path';
import { bootstrapped, share, type AccuracyFigure } from './accuracyFigure.js';
import { CARDS } from './cards.js';
import { shippedTypes } from './classification.js';
import { receiptSamples, zoneSamples, type FieldSample } from './confidenceSamples.js';
import { measured, type Measured, type Workbench } from './part.js';
import { RECEIPT_PICTURES, RECEIPTS, receiptTruths } from './receipts.js';
import { calibrationError, reliabilityTable } from './reliability.js';
import { ZONES } from './zones.js';

/** Whether what is printed is as likely right as its confidence says: of receipts by their truth, of others by their zone. */
export async function measureConfidences(bench: Workbench): Promise<Measured> {
  return measured('Confidences of printed fields', await fieldSamples(bench), figuresOf, (samples) =>
    reliabilityTable('Are confidences right?', samples),
  );
}

/** Every field whose truth is known, once for each document. */
export async function fieldSamples({ folder, today, read }: Workbench): Promise<FieldSample[]> {
  const documents = [...(await read(ZONES)), ...(await read(CARDS, { barcodes: true }))];
  return [
    ...receiptSamples(await read(RECEIPT_PICTURES), await receiptTruths(join(folder, RECEIPTS)), today),
    ...zoneSamples(documents, await shippedTypes(), today),
  ];
}

const figuresOf = (samples: readonly FieldSample[]): AccuracyFigure[] => [
  { ...bootstrapped('confidences: calibration error of fields', samples, calibrationError), better: 'lower' },
  share('confidences: fields right', samples.map(({ right }) => right)), // prettier-ignore
];

/** Lines of a table: of each kind of field on each kind of document how sure answers were, and how many of them are right. */
export function confidencesByKind(samples: readonly FieldSample[]): string[] {
  const kinds = [...new Set(samples.map(({ kind, shape }) => `${kind}: ${shape}`))].sort();
  return kinds.map((name) => {
    const some = samples.filter(({ kind, shape }) => `${kind}: ${shape}` === name);
    const confidence = some.reduce((sum, sample) => sum + sample.confidence, 0) / some.length;
    const { value, low, high, count } = share(name, some.map(({ right }) => right)); // prettier-ignore
    const interval = `${low.toFixed(2)} to ${high.toFixed(2)}`;
    return `  ${name.padEnd(28)} ${String(count).padStart(3)} answers, mean confidence ${confidence.toFixed(2)}, right ${value.toFixed(2)} (${interval})`;
  });
}
