import type { AccuracyFigure } from './accuracyFigure.js';
import type { ReadFile, ReadOptions } from './readFolder.js';

/** What the parts of a measurement share. */
export interface Workbench {
  /** The folder that is measured on. */
  folder: string;
  /** ISO date; decides the century of two-digit years. */
  today: string;
  /** The files of a folder below `folder` as the engine reads them, read once; none where there is no such folder. */
  read(folder: string, options?: ReadOptions): Promise<readonly ReadFile[]>;
  /** A file that lies nowhere, as the engine reads it. */
  readBytes(name: string, bytes: Buffer, options?: ReadOptions): Promise<ReadFile>;
}

/** What a part measured. */
export interface Measured {
  title: string;
  /** On all documents. */
  figures: AccuracyFigure[];
  /** The same on the documents that are held out. */
  heldOut: AccuracyFigure[];
  /** Lines for who looks into the answers; nothing of documents that are held out. */
  details: string[];
}

/** One thing that is measured; a file of its own in this folder, and a line in `bench/accuracy.ts`. */
export type Part = (bench: Workbench) => Promise<Measured>;

/** What was made of a document that is or is not held out. */
export interface AnswerOfFile {
  file: string;
  /** Nobody looks at it: it counts, and is not told. */
  heldOut: boolean;
}

/** Measures answers: all of them, those on held-out documents apart, and tells of the others. */
export function measured<Answer extends AnswerOfFile>(
  title: string,
  answers: readonly Answer[],
  figuresOf: (answers: readonly Answer[]) => AccuracyFigure[],
  detailsOf: (answers: readonly Answer[]) => string[] = () => [],
): Measured {
  return {
    title,
    figures: answers.length > 0 ? figuresOf(answers) : [],
    heldOut: answers.some(({ heldOut }) => heldOut) ? figuresOf(answers.filter(({ heldOut }) => heldOut)) : [],
    details: detailsOf(answers.filter(({ heldOut }) => !heldOut)),
  };
}
