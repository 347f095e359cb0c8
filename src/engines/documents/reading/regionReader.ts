import type { Box, Corners, Line, Raster, RegionReader } from './page.js';
import type { Ocr } from './ocr/ocr.js';
import { inReadingOrder } from './ocr/lines.js';
import type { Point, TextBox } from './ocr/textBox.js';
import { cutOut, resized, turned, type QuarterTurn } from './raster.js';
import { recognizeAll } from './orientation.js';

/** Longest side a region is enlarged to; beyond it nothing is gained and memory is lost. */
const LONGEST_SIDE = 4000;

/**
 * Reads regions of an upright page picture.
 * @param raster the page picture
 * @param boxes where text was found on the whole page, so that reading it with another alphabet needs no new detection
 */
export function createRegionReader(
  raster: () => Promise<Raster>,
  boxes: () => Promise<TextBox[]>,
  ocr: Ocr,
): RegionReader {
  return {
    async read({ alphabet, region, scale = 1, rotate = 0, runs, onePitch }) {
      const page = await raster();
      if (runs) {
        const places = runs.map((corners) => boxAt(corners, page));
        const lines = await ocr.recognize(page, places, alphabet, onePitch);
        return lines.filter((line) => line !== undefined);
      }
      if (!region && scale === 1 && rotate === 0) {
        return inReadingOrder(await recognizeAll(page, await boxes(), ocr, new Map(), alphabet));
      }
      const part = region ?? [0, 0, 1, 1];
      const picture = await turned(await enlarged(await cutOut(page, part), scale), rotate);
      const found = await ocr.detect(picture);
      const lines = await recognizeAll(picture, found, ocr, new Map(), alphabet);
      return inReadingOrder(lines.map((line) => onPage(line, part, rotate)));
    },
  };
}

function boxAt(corners: Corners, { width, height }: Raster): TextBox {
  const [a, b, c, d] = corners.map(([x, y]): Point => [x * width, y * height]) as TextBox['corners'];
  return { corners: [a, b, c, d], score: 1 };
}

async function enlarged(raster: Raster, scale: number): Promise<Raster> {
  const bounded = Math.min(scale, LONGEST_SIDE / Math.max(raster.width, raster.height));
  if (bounded === 1) return raster;
  return resized(
    raster,
    Math.max(1, Math.round(raster.width * bounded)),
    Math.max(1, Math.round(raster.height * bounded)),
  );
}

/** Places a line found in a turned region back on the upright page. */
function onPage(line: Line, region: Box, rotate: QuarterTurn): Line {
  const place = (box: Box): Box => {
    const [x, y, width, height] = turnedBack(box, rotate);
    return [region[0] + x * region[2], region[1] + y * region[3], width * region[2], height * region[3]];
  };
  const angle = (line.angle ?? 0) - (rotate * Math.PI) / 180;
  return { ...line, box: place(line.box), words: line.words.map((word) => ({ ...word, box: place(word.box) })), angle };
}

/** The box in the picture as it was before a clockwise turn. */
function turnedBack([x, y, width, height]: Box, turn: QuarterTurn): Box {
  switch (turn) {
    case 0:
      return [x, y, width, height];
    case 90:
      return [y, 1 - x - width, height, width];
    case 180:
      return [1 - x - width, 1 - y - height, width, height];
    case 270:
      return [1 - y - height, x, height, width];
  }
}
