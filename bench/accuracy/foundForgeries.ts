import type { DocumentCheck } from '../../src/domain/documents/index.js';
import { type AccuracyFigure, share } from './accuracyFigure.js';
import type { AnswerOfFile } from './part.js';

/** What forensics said of one file. */
export interface Examined<Trick extends string = string> extends AnswerOfFile {
  /** How it was changed; `null` for one that nobody changed. */
  trick: Trick | null;
  /** The checks that failed. */
  failed: Pick<DocumentCheck, 'code' | 'weight'>[];
}

/** Of the checks of a file those that failed. */
export const failedAmong = (checks: readonly DocumentCheck[]): Examined['failed'] =>
  checks.filter(({ status }) => status === 'failed').map(({ code, weight }) => ({ code, weight }));

/** Whether forensics said anything strong. */
export const isStrong = ({ failed }: Examined): boolean => failed.some(({ weight }) => weight === 'strong');

/** Whether forensics said anything at all. */
export const isFound = ({ failed }: Examined): boolean => failed.length > 0;

/** The share of the files changed in each way of which anything was said, and that of the `untouched` ones of which nothing was. */
export function figuresOfExamined(
  { part, tricks, untouched }: { part: string; tricks: readonly string[]; untouched: string },
  answers: readonly Examined[],
): AccuracyFigure[] {
  const clean = answers.filter(({ trick }) => trick === null);
  return [
    ...tricks.map((trick) =>
      share(`${part}: ${trick}, found`, answers.filter((one) => one.trick === trick).map(isFound)),
    ),
    share(`${part}: ${untouched}, nothing strong`, clean.map((one) => !isStrong(one))), // prettier-ignore
    share(`${part}: ${untouched}, nothing at all`, clean.map((one) => !isFound(one))), // prettier-ignore
  ];
}
