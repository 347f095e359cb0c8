import type { FieldSample } from './accuracy/confidenceSamples.js';
import { confidencesByKind, fieldSamples } from './accuracy/confidences.js';
import { fitLogistic, type Sample } from './accuracy/logistic.js';
import { bootstrapped } from './accuracy/accuracyFigure.js';
import { calibrationError, reliabilityTable } from './accuracy/reliability.js';
import { createWorkbench } from './accuracy/workbench.js';
import type { Workbench } from './accuracy/part.js';

/** The kinds of fields that have an intercept of their own, as `ConfidenceGroup` names them. */
const GROUPS = ['company', 'address', 'total', 'date', 'other'] as const;

/**
 * `npx tsx bench/fitConfidence.ts DIR [READINGS]`: fits the confidences of extraction
 * (`src/engines/documents/extract/confidenceModel.ts`) on the files that are not held out and prints the coefficients to put there;
 * then how the coefficients that are there do on the files that are held out.
 */
async function fitConfidence(bench: Workbench): Promise<void> {
  const samples = await fieldSamples(bench);
  const open = samples.filter((sample) => !sample.heldOut);
  const { intercept, weights } = fitLogistic(open.map(withGroup));
  const intercepts = GROUPS.map((group, i) => `${group}: ${round(intercept + weights[i]!)}`);
  print(`Fields, fitted on ${open.length} answers, ${open.filter(({ right }) => right).length} of them right`);
  print(`  intercepts: { ${intercepts.join(', ')} },`);
  print(`  weights: [${weights.slice(GROUPS.length).map(round).join(', ')}],`);
  const others = samples.filter((sample) => sample.heldOut);
  const { value, low, high } = bootstrapped('', others, calibrationError);
  print(...reliabilityTable('Fields, held out, as the shipped coefficients say', others), ...confidencesByKind(others));
  print(`  calibration error ${value.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)}) of ${others.length}`);
}

/** The kind of a field as signals of its own, so that the ridge holds the kinds together. */
const withGroup = ({ file: document, group, signals, right }: FieldSample): Sample => ({
  document,
  right,
  values: [...GROUPS.map((other) => (other === group ? 1 : 0)), ...signals],
});

const round = (value: number): string => value.toFixed(2);

const print = (...lines: string[]): void => {
  process.stdout.write(`${lines.join('\n')}\n`);
};

const [folder, readings] = process.argv.slice(2);
if (folder !== undefined) await fitConfidence(await createWorkbench(folder, readings));
