import type { GreyImage } from '../../quality/grey.js';

/** Side of a window, in pixels: as many as a profile has. */
export const WINDOW = 128;
/** Pixels from a window to the next. */
export const STEP = WINDOW / 2;

/**
 * How periodic the detail of each window of a picture is, along rows and down columns alike, for each frequency in periods a window; 0 where a
 * frequency is not looked at. 1 is what is usual in noise.
 */
export interface Interpolation {
  columns: number;
  rows: number;
  /** By frequency, then by window, row by row. */
  of: ReadonlyMap<number, Float64Array>;
}

/** Second differences above are edges of print, in grey levels: they are left out. */
const EDGE = 20;
/** Frequencies below are patterns and shapes more often than traces: one part in seven of a pixel, and less. */
const LOWEST = 19;
/** Frequencies next to a multiple of an eighth are those of JPEG's blocks. */
const BLOCKS = { every: WINDOW / 8, reach: 2 } as const;
/** Frequencies to each side that say what is usual. */
const BESIDE = 10;
/** Share of the mean detail that is added to what is usual: where there is next to none, rounding alone has periods. */
const FLOOR = 0.002;

/**
 * Enlarging or turning a picture makes pixels out of those around them, by weights that come again with a period; the second difference of what
 * was made so varies with that period (A. Gallagher, "Detection of Linear and Cubic Interpolation in JPEG Compressed Images", 2005; B. Mahdian
 * and S. Saic, "Blind Authentication Using Periodic Properties of Interpolation", 2008). A part that was enlarged alike both ways has the same
 * period both ways. Undefined where a picture has no more than a window.
 */
export function interpolationOf(picture: GreyImage): Interpolation | undefined {
  const [columns, rows] = [windowsAlong(picture.width), windowsAlong(picture.height)];
  if (columns < 2 || rows < 2) return undefined;
  const [across, down] = [stripsOf(picture, columns, rows, 'across'), stripsOf(picture, columns, rows, 'down')];
  const of = new Map(FREQUENCIES.map((frequency) => [frequency, new Float64Array(columns * rows)]));
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const along = periodicity(profileOf(across, row, column));
      const upright = periodicity(profileOf(down, column, row));
      for (const frequency of FREQUENCIES) {
        of.get(frequency)![row * columns + column] = Math.sqrt(peak(along, frequency) * peak(upright, frequency));
      }
    }
  }
  return { columns, rows, of };
}

const windowsAlong = (side: number): number => Math.max(0, Math.floor((side - 2 - WINDOW) / STEP) + 1);

const isOfBlocks = (frequency: number): boolean => {
  const past = frequency % BLOCKS.every;
  return past <= BLOCKS.reach || past >= BLOCKS.every - BLOCKS.reach;
};

const ALL = Array.from({ length: WINDOW / 2 + 1 }, (_, frequency) => frequency);
const FREQUENCIES = ALL.filter((frequency) => frequency >= LOWEST && !isOfBlocks(frequency));
/** Frequencies that are measured: those that are looked at, and those that say what is usual there. */
const MEASURED = ALL.filter((frequency) => frequency >= LOWEST - BESIDE + 1 && !isOfBlocks(frequency));

/** Second differences of strips half a window high, summed over each strip: how many there are at each place, and their sum. */
interface Strips {
  sums: Float64Array[];
  counts: Float64Array[];
}

/** Strips of rows, whose differences go across; or of columns, whose go down. */
function stripsOf({ width, data }: GreyImage, columns: number, rows: number, way: 'across' | 'down'): Strips {
  const [strips, places] = way === 'across' ? [rows + 1, columns + 1] : [columns + 1, rows + 1];
  const [next, aside] = way === 'across' ? [1, width] : [width, 1];
  const made = (): Float64Array[] => Array.from({ length: strips }, () => new Float64Array(places * STEP));
  const { sums, counts }: Strips = { sums: made(), counts: made() };
  for (let line = 0; line < strips * STEP; line++) {
    const [sum, count] = [sums[(line / STEP) | 0]!, counts[(line / STEP) | 0]!];
    let at = (line + 1) * aside + next;
    for (let place = 0; place < sum.length; place++, at += next) {
      const difference = Math.abs(2 * data[at]! - data[at - next]! - data[at + next]!);
      if (difference >= EDGE) continue;
      sum[place]! += difference;
      count[place]!++;
    }
  }
  return { sums, counts };
}

/** The mean second difference at each place along a window. */
function profileOf({ sums, counts }: Strips, strip: number, window: number): Float64Array {
  const from = window * STEP;
  return Float64Array.from({ length: WINDOW }, (_, place) => {
    const sum = sums[strip]![from + place]! + sums[strip + 1]![from + place]!;
    return sum / Math.max(1, counts[strip]![from + place]! + counts[strip + 1]![from + place]!);
  });
}

/** Half as many places as a profile is evened out over, before its periods are measured. */
const EVENED = 8;
const FADED = Float64Array.from(
  { length: WINDOW },
  (_, place) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (place + 0.5)) / WINDOW),
);
const COSINES = Float64Array.from({ length: WINDOW }, (_, at) => Math.cos((2 * Math.PI * at) / WINDOW));

/** How much of each frequency a profile has, as a multiple of what the frequencies around it have. */
function periodicity(profile: Float64Array): Float64Array {
  const mean = profile.reduce((sum, value) => sum + value, 0) / WINDOW;
  const faded = profile.map((value, place) => {
    const around = profile.subarray(Math.max(0, place - EVENED), place + EVENED + 1);
    return (value - around.reduce((sum, one) => sum + one, 0) / around.length) * FADED[place]!;
  });
  const strengths = new Float64Array(WINDOW / 2 + 1);
  for (const frequency of MEASURED) {
    let [real, imaginary] = [0, 0];
    for (let place = 0; place < WINDOW; place++) {
      const turn = (place * frequency) % WINDOW;
      real += faded[place]! * COSINES[turn]!;
      imaginary += faded[place]! * COSINES[(turn + WINDOW / 4) % WINDOW]!;
    }
    strengths[frequency] = Math.hypot(real, imaginary);
  }
  const found = new Float64Array(WINDOW / 2 + 1);
  for (const frequency of FREQUENCIES) {
    found[frequency] = strengths[frequency]! / (usualAround(strengths, frequency) + FLOOR * mean * WINDOW + 1e-9);
  }
  return found;
}

/** The median of the frequencies around one; what is above half a window's is the same as what is below. */
function usualAround(strengths: Float64Array, frequency: number): number {
  const around: number[] = [];
  for (let other = frequency - BESIDE; other <= frequency + BESIDE; other++) {
    const at = other > WINDOW / 2 ? WINDOW - other : other;
    if (Math.abs(other - frequency) > 1 && !isOfBlocks(at)) around.push(strengths[at]!);
  }
  return around.sort((one, other) => one - other)[around.length >> 1] ?? 0;
}

/** The strongest of a frequency and those next to it: both ways a part is rarely enlarged by quite the same. */
const peak = (found: Float64Array, frequency: number): number =>
  Math.max(found[frequency - 1]!, found[frequency]!, found[frequency + 1] ?? 0);
