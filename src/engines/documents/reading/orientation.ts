import type { Line, Raster } from './page.js';
import type { Ocr } from './ocr/ocr.js';
import { turned, type QuarterTurn } from './raster.js';
import { angleOf, heightOf, lengthOf, upsideDown, type Point, type TextBox } from './ocr/textBox.js';

/** A page picture whose text is upright, with what was recognised on it. */
export interface UprightReading {
  raster: Raster;
  /** Clockwise turn that made it upright. */
  turn: QuarterTurn;
  boxes: TextBox[];
  lines: Line[];
}

/** Lines read to tell a page from the same page upside down. */
const SAMPLE = 8;
/** A sample read with this mean confidence is upright; upside-down print stays well below. Measured on receipts and cards. */
const SURELY_UPRIGHT = 0.9;
/** Boxes at least this many times longer than high tell the direction of the text. */
const DIRECTED = 2;
/** Lines recognised with less are noise: pictures, borders, patterns. */
const LEAST_CONFIDENCE = 0.5;

/** A page picture turned upright, with where text stands on it and what was read of it to tell. */
interface Upright extends Omit<UprightReading, 'lines'> {
  known: ReadonlyMap<TextBox, Line | undefined>;
}

/** Reads a page picture whichever way up it is. */
export async function readUpright(picture: Raster, ocr: Ocr): Promise<UprightReading> {
  const { known, ...upright } = await turnUpright(picture, ocr);
  return { ...upright, lines: await recognizeAll(upright.raster, upright.boxes, ocr, known) };
}

/**
 * Turns a page picture upright: it is sideways when most of the text boxes run vertically, upside down when a sample of lines is
 * recognised better that way.
 */
export async function turnUpright(picture: Raster, ocr: Pick<Ocr, 'detect' | 'recognize'>): Promise<Upright> {
  let raster = picture;
  let boxes = await ocr.detect(picture);
  let turn: QuarterTurn = 0;
  if (runsVertically(boxes)) {
    turn = 90;
    boxes = boxes.map((box) => turnedClockwise(box, picture.height));
    raster = await turned(picture, 90);
  }
  boxes = boxes.map(facingForward);
  const sample = mostTelling(boxes);
  const upright = await ocr.recognize(raster, sample);
  if (meanConfidence(upright) < SURELY_UPRIGHT && sample.length > 0) {
    const flipped = await ocr.recognize(raster, sample.map(upsideDown));
    if (meanConfidence(flipped) > meanConfidence(upright)) {
      const { width, height } = raster;
      boxes = boxes.map((box) => upsideDown(halfTurned(box, width, height)));
      raster = await turned(raster, 180);
      return { raster, turn: turn === 90 ? 270 : 180, boxes, known: new Map() };
    }
  }
  return { raster, turn, boxes, known: new Map(sample.map((box, index) => [box, upright[index]])) };
}

/** Recognises the boxes that are not `known` yet; text running down the page is tried in both directions. */
export async function recognizeAll(
  raster: Raster,
  boxes: readonly TextBox[],
  ocr: Ocr,
  known: ReadonlyMap<TextBox, Line | undefined>,
  alphabet?: string,
): Promise<Line[]> {
  const unknown = boxes.filter((box) => !known.has(box));
  const read = await ocr.recognize(raster, unknown, alphabet);
  const doubtful = unknown.filter((box, index) => isVertical(box) && confidence(read[index]) < SURELY_UPRIGHT);
  const reread = await ocr.recognize(raster, doubtful.map(upsideDown), alphabet);
  const better = (box: TextBox, line: Line | undefined) => {
    const other = reread[doubtful.indexOf(box)];
    return confidence(other) > confidence(line) ? other : line;
  };
  return [...known.values(), ...unknown.map((box, index) => better(box, read[index]))].filter(
    (line): line is Line => confidence(line) >= LEAST_CONFIDENCE,
  );
}

const confidence = (line: Line | undefined): number => line?.confidence ?? 0;

const meanConfidence = (lines: readonly (Line | undefined)[]): number =>
  lines.reduce((sum, line) => sum + confidence(line), 0) / Math.max(1, lines.length);

const isDirected = (box: TextBox): boolean => lengthOf(box) >= DIRECTED * heightOf(box);

const isVertical = (box: TextBox): boolean => Math.abs(Math.sin(angleOf(box))) > Math.SQRT1_2;

/** More of the text's length runs down the page than across it. */
function runsVertically(boxes: readonly TextBox[]): boolean {
  const directed = boxes.filter(isDirected);
  const total = directed.reduce((sum, box) => sum + lengthOf(box), 0);
  const vertical = directed.filter(isVertical).reduce((sum, box) => sum + lengthOf(box), 0);
  return vertical > total / 2;
}

/** The longest lines: their confidence says most about the direction. */
const mostTelling = (boxes: readonly TextBox[]): TextBox[] =>
  boxes
    .filter((box) => isDirected(box) && !isVertical(box))
    .sort((a, b) => lengthOf(b) / heightOf(b) - lengthOf(a) / heightOf(a))
    .slice(0, SAMPLE);

/** Lines across the page are read to the right. */
const facingForward = (box: TextBox): TextBox => (Math.cos(angleOf(box)) < -1e-9 ? upsideDown(box) : box);

const turnedClockwise = (box: TextBox, height: number): TextBox => mapped(box, ([x, y]) => [height - y, x]);

const halfTurned = (box: TextBox, width: number, height: number): TextBox =>
  mapped(box, ([x, y]) => [width - x, height - y]);

function mapped({ corners: [a, b, c, d], score }: TextBox, map: (point: Point) => Point): TextBox {
  return { corners: [map(a), map(b), map(c), map(d)], score };
}
