/** The steps that there are, in the order in which they are done. */
const STEPS = ['classify', 'extract', 'validate', 'quality', 'mrz', 'barcode', 'face', 'authenticity'] as const;

/** All steps, in their order. */
export const allSteps = (): string[] => [...STEPS];

/** What the service takes where no steps are named. */
export const USUAL_STEPS: readonly string[] = ['classify', 'extract', 'validate'];

/** Says whether a step is taken; one that joins stands before the first that is done after it. */
export function withStepIn(steps: readonly string[], step: string, isTaken: boolean): string[] {
  const orderOf = (one: string): number => STEPS.findIndex((known) => known === one);
  const others = steps.filter((one) => one !== step);
  const after = others.findIndex((one) => orderOf(one) > orderOf(step));
  return isTaken ? others.toSpliced(after < 0 ? others.length : after, 0, step) : others;
}
