import { readFileSync } from 'node:fs';
import type { ChoiceModel } from './choiceModel.js';
import { parseLearnt, type LearntKinds } from './learntKinds.js';

/** All that classification has learnt. */
export interface Classifier {
  learnt: LearntKinds;
  choice: ChoiceModel;
}

/** The shipped weights, made by `bench/fitTypes.ts`; the place is the same seen from `src/` and `dist/`. */
const SHIPPED = new URL('../../../../models/classifier/', import.meta.url);

let shipped: Classifier | undefined;

/** The shipped weights, read once per process. */
export const shippedClassifier = (): Classifier =>
  (shipped ??= {
    learnt: parseLearnt(readFileSync(new URL('words.tsv', SHIPPED), 'utf8')),
    choice: JSON.parse(readFileSync(new URL('choice.json', SHIPPED), 'utf8')) as ChoiceModel,
  });
