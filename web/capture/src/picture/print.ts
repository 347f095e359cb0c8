import { relativeBlur } from '../../../../src/engines/documents/quality/blur.js';
import { contrastOf, type GreyImage } from '../../../../src/engines/documents/quality/grey.js';

/** Ink is darker than its surroundings by so many grey levels, and the surroundings reach so far, as a share of the longer side. */
const [INK, SURROUNDINGS] = [18, 1 / 50];

/** Letters are at least so many pixels high, and at most this share of the longer side. */
const [LOWEST, HIGHEST] = [4, 1 / 20];

/** Widest letter, and widest word, in their heights. */
const [LETTER_WIDTH, WORD_WIDTH] = [2.5, 25];

/** Fewer letters than this are no print, and no more of them are looked at closely. */
const [FEWEST_LETTERS, CLOSE_LETTERS] = [25, 80];

/** So many words whose letters run into each other are print that is blurred beyond reading. */
const FEWEST_WORDS = 6;

/** The blur of such print, in letter heights: about where letters run together. */
const RUN_TOGETHER = 0.25;

/** So many letters at the border are no specks. */
const FEWEST_TOUCHING = 3;

/** Ink that is connected: where it lies in the picture, in pixels. */
interface Blob {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The print of a picture. */
export interface Print {
  /** How blurred it is, in letter heights; null where that cannot be told. */
  blur: number | null;
  /** How dark it is on its ground, as a share of black on white; null where that cannot be told. */
  contrast: number | null;
  /** Height of its letters, in pixels. */
  letterHeight: number;
  /** What it covers of the picture, as a share of each side. */
  covers: { width: number; height: number };
  /** Whether it goes on beyond the border. */
  isCut: boolean;
}

/**
 * The print of a picture, with its blur as the service measures it (`relativeBlur`). The service knows from reading where lines are and how high; here letters are
 * what ink makes of connected pixels, and the middle one of them says how high.
 * @returns null where there is none
 */
export function printIn(image: GreyImage): Print | null {
  const { letters: single, words } = blobsOf(image);
  const isRunTogether = single.length < FEWEST_LETTERS && words.length >= FEWEST_WORDS;
  const letters = isRunTogether ? words : single;
  if (!isRunTogether && letters.length < FEWEST_LETTERS) return null;
  const letterHeight = median(letters.map(({ height }) => height));
  const touching = letters.filter(
    ({ left, top, width, height }) =>
      left < 2 || top < 2 || left + width > image.width - 2 || top + height > image.height - 2,
  );
  const looked = closeUps(image, letters);
  return {
    blur: isRunTogether ? RUN_TOGETHER : blurOf(looked, letterHeight),
    contrast: looked.length === 0 ? null : median(looked.map(contrastOf)),
    letterHeight,
    covers: {
      width: span(letters.map(({ left, width }) => [left, left + width])) / image.width,
      height: span(letters.map(({ top, height }) => [top, top + height])) / image.height,
    },
    isCut: touching.length >= FEWEST_TOUCHING,
  };
}

/** Letters with what is around them, spread over the picture. */
function closeUps(image: GreyImage, letters: readonly Blob[]): GreyImage[] {
  const each = Math.max(1, Math.floor(letters.length / CLOSE_LETTERS));
  return letters.flatMap((letter, at) => (at % each === 0 ? [around(image, letter)] : []));
}

/** The median blur of letters; null where none can be measured. */
function blurOf(letters: readonly GreyImage[], letterHeight: number): number | null {
  const blurs = letters.flatMap((letter) => relativeBlur(letter, letterHeight) ?? []);
  return blurs.length === 0 ? null : median(blurs);
}

/** From where the first of these begin to where the last end, but for two in a hundred on either side, which may be specks. */
function span(places: readonly (readonly [from: number, to: number])[]): number {
  const ordered = (values: number[]): number[] => values.sort((one, other) => one - other);
  const froms = ordered(places.map(([from]) => from));
  const tos = ordered(places.map(([, to]) => to));
  return (tos[Math.ceil(tos.length * 0.98) - 1] ?? 0) - (froms[Math.floor(froms.length * 0.02)] ?? 0);
}

/** What has the form of letters, and of words whose letters run into each other. */
function blobsOf(image: GreyImage): { letters: Blob[]; words: Blob[] } {
  const longer = Math.max(image.width, image.height);
  const ink = inkOf(image, Math.max(4, Math.round(longer * SURROUNDINGS)));
  const [letters, words]: [Blob[], Blob[]] = [[], []];
  for (let start = 0; start < ink.length; start++) {
    if (ink[start] !== 1) continue;
    const blob = takeOut(ink, image.width, start);
    const { width, height } = blob;
    if (height < LOWEST || height > longer * HIGHEST || height > width * 6) continue;
    if (width <= height * LETTER_WIDTH) letters.push(blob);
    else if (width <= height * WORD_WIDTH) words.push(blob);
  }
  return { letters, words };
}

/** 1 where a pixel is darker than the mean of what is around it. */
function inkOf({ width, height, data }: GreyImage, reach: number): Uint8Array {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += data[y * width + x]!;
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1]! + row;
    }
  }
  const ink = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [Math.max(0, y - reach), Math.min(height, y + reach + 1)];
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
      const at = (row: number, column: number): number => sums[row * (width + 1) + column]!;
      const sum = at(bottom, right) - at(top, right) - at(bottom, left) + at(top, left);
      if (data[y * width + x]! + INK < sum / ((bottom - top) * (right - left))) ink[y * width + x] = 1;
    }
  }
  return ink;
}

/** Takes one connected blob out of the ink. */
function takeOut(ink: Uint8Array, width: number, start: number): Blob {
  let [left, right, top, bottom] = [Infinity, 0, Infinity, 0];
  const stack = [start];
  ink[start] = 0;
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const x = at % width;
    const y = (at - x) / width;
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
    const neighbours = [x > 0 ? at - 1 : -1, x + 1 < width ? at + 1 : -1, at - width, at + width];
    for (const next of neighbours) {
      if (ink[next] !== 1) continue;
      ink[next] = 0;
      stack.push(next);
    }
  }
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** The picture around a letter: its neighbours on the line, as high as a line. */
function around({ width, height, data }: GreyImage, letter: Blob): GreyImage {
  const [left, top] = [Math.max(0, letter.left - letter.height * 2), Math.max(0, letter.top - (letter.height >> 2))];
  const right = Math.min(width, letter.left + letter.width + letter.height * 2);
  const bottom = Math.min(height, letter.top + letter.height + (letter.height >> 2) + 1);
  const cut = { width: right - left, height: bottom - top, data: new Uint8Array((right - left) * (bottom - top)) };
  for (let y = top; y < bottom; y++) {
    cut.data.set(data.subarray(y * width + left, y * width + right), (y - top) * cut.width);
  }
  return cut;
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0;
}
