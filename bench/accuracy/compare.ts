import type { AccuracyFigure } from './accuracyFigure.js';

/** What one run measured, as it is written to a file. */
export interface Measurement {
  /** ISO date and time. */
  measured_at: string;
  figures: readonly AccuracyFigure[];
  /** The same names, on the documents that are held out. */
  held_out: readonly AccuracyFigure[];
}

/**
 * Sentences on each figure that is worse than the interval that it had before, is no longer measured, or is less than is promised; none where
 * nothing was lost.
 */
export function losses(before: Measurement, after: Measurement): string[] {
  return [
    ...lossesIn(before.figures, after.figures, ''),
    ...lossesIn(before.held_out, after.held_out, ' on held-out documents'),
    ...after.figures.flatMap(({ name, value, count, least }) =>
      least !== undefined && value < least
        ? [`“${name}” is ${value.toFixed(3)} of ${count}, and ${least} is promised.`]
        : [],
    ),
  ];
}

function lossesIn(before: readonly AccuracyFigure[], after: readonly AccuracyFigure[], where: string): string[] {
  return before.flatMap((old) => {
    const now = after.find(({ name }) => name === old.name);
    if (!now) return [`“${old.name}”${where} is no longer measured.`];
    const isLost = old.better === 'lower' ? now.value > old.high : now.value < old.low;
    if (!isLost) return [];
    const [was, is] = [old, now].map(({ value, count }) => `${value.toFixed(3)} of ${count}`) as [string, string];
    const interval = `${old.low.toFixed(3)} to ${old.high.toFixed(3)}`;
    return [`“${old.name}”${where} was ${was} and is ${is}, outside of what it was between (${interval}).`];
  });
}
