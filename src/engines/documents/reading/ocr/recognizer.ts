import type { Line, Raster } from '../page.js';
import type { Alphabet, ReadLines } from './lineReader.js';
import { heightOf, lengthOf, type TextBox } from './textBox.js';

/** Reads the text in boxes. */
export interface Recognizer {
  /**
   * @param alphabet the only characters that may be read, taken as they look; print of the script that a line is in when absent
   * @param onePitch the lines are known to be print of one pitch without spaces, so that no cell between two characters is empty
   * @returns one line per box, in the order of `boxes`; `undefined` where nothing was recognised
   */
  recognize(
    raster: Raster,
    boxes: readonly TextBox[],
    alphabet?: string,
    onePitch?: boolean,
  ): Promise<(Line | undefined)[]>;
}

/** Lines to be read of one picture, in batches of which each is read by whoever comes to it first. */
export interface SharedLines extends Alphabet {
  raster: Raster;
  batches: readonly (readonly TextBox[])[];
  /** Index of the next batch that nobody has begun, counted up atomically. */
  next: Int32Array;
}

/** Lines that were read, by the index of their batch. */
export type LinesOfBatches = ReadonlyMap<number, (Line | undefined)[]>;

/** Somebody on another core who takes batches too; those that he began and could not end are left out. */
export type ReadAlong = (lines: SharedLines) => Promise<LinesOfBatches>;

/** Lines recognised together, at most. More gain nothing on a CPU and cost memory. */
const MOST_LINES = 6;
/**
 * Times its height that a batch is long with all its lines. A network says of each piece of a line how likely each character is, and
 * there are thousands: longer ones took twice the memory, and no less time.
 */
const LONGEST = 20;

/**
 * A recogniser that reads lines in batches of about the same length, the longest first: what is shorter is padded.
 * @param along reads some of them at the same time
 */
export function createRecognizer(read: ReadLines, along?: ReadAlong): Recognizer {
  return {
    async recognize(raster, boxes, alphabet, onePitch) {
      const byLength = boxes.map((_, index) => index).sort((a, b) => aspect(boxes[b]!) - aspect(boxes[a]!));
      const most = along ? Math.min(MOST_LINES, Math.ceil(boxes.length / 2)) : MOST_LINES;
      const groups = inGroups(byLength, most, (index) => aspect(boxes[index]!));
      const batches = groups.map((group) => group.map((index) => boxes[index]!));
      const next = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
      const shared: SharedLines = { raster, batches, next, alphabet, onePitch };
      const theirs = groups.length > 1 ? along?.(shared) : undefined;
      const done = new Map([...(await readShared(read, shared)), ...((await theirs) ?? [])]);
      const lines: (Line | undefined)[] = boxes.map(() => undefined);
      for (const [index, group] of groups.entries()) {
        // Who reads along may have begun it and be gone.
        const found = done.get(index) ?? (await read(raster, batches[index]!, { alphabet, onePitch }));
        group.forEach((box, place) => (lines[box] = found[place]));
      }
      return lines;
    },
  };
}

/** Reads batches that nobody has begun, until there are none. */
export async function readShared(
  read: ReadLines,
  { raster, batches, next, ...as }: SharedLines,
): Promise<LinesOfBatches> {
  const done = new Map<number, (Line | undefined)[]>();
  for (let index = Atomics.add(next, 0, 1); index < batches.length; index = Atomics.add(next, 0, 1)) {
    done.set(index, await read(raster, batches[index]!, as));
  }
  return done;
}

const aspect = (box: TextBox): number => lengthOf(box) / Math.max(1, heightOf(box));

/** Of lines that come the longest first, each as long as the first one of its group: it is padded to that. */
function inGroups(indices: readonly number[], most: number, lengthOf: (index: number) => number): number[][] {
  const groups: number[][] = [];
  for (const index of indices) {
    const group = groups.at(-1);
    const fits = group && group.length < most && (group.length + 1) * lengthOf(group[0]!) <= LONGEST;
    if (fits) group.push(index);
    else groups.push([index]);
  }
  return groups;
}
