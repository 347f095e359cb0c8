import type { Canvas } from '@napi-rs/canvas';
import sharp from 'sharp';
import { addNoise } from './scanned.js';
import { createRandom } from './random.js';

/** A place in a picture, pixels from its top left. */
type Point = readonly [x: number, y: number];

/** A lamp mirrored in a shiny page. */
export interface Glare {
  /** Middle, in fractions of the picture. */
  at: Point;
  /** Distance at which its light has fallen to a third, in fractions of the picture's width. */
  radius: number;
  /** Grey levels that it adds in the middle: 255 and more leave nothing to be read. */
  strength: number;
}

/** What a camera held by hand does to a page. */
export interface PhotoFlaws {
  /** Turn of the page, clockwise. */
  degrees: number;
  /** How much narrower the far edge of the page is than the near one, as a share: 0 seen straight from above. */
  perspective: number;
  /** Standard deviation of the blur, in pixels. */
  blur: number;
  /** Standard deviation of the sensor's noise, in grey levels. */
  noise: number;
  glare?: Glare;
  /** Quality of the JPEG, 1 to 100. */
  quality: number;
  seed: number;
}

const DESK = 86;
/** Desk around the page, as a share of its width. */
const MARGIN = 0.06;

/** A page as it comes off a telephone: turned, seen at an angle, out of focus, noisy, with a lamp in it; a JPEG, grey. */
export async function photographed(page: Canvas, flaws: PhotoFlaws): Promise<Buffer> {
  const { corners, width, height } = frameOf(page, flaws);
  const flat = await sharp(await page.encode('png')).greyscale().raw().toBuffer(); // prettier-ignore
  const size = { width: page.width, height: page.height }; // A canvas works them out anew each time that it is asked.
  const seen = projected(flat, size, corners, { width, height });
  const raw = { width, height, channels: 1 as const };
  const soft = sharp(seen, { raw });
  const pixels = await (flaws.blur >= 0.3 ? soft.blur(flaws.blur) : soft).greyscale().raw().toBuffer();
  if (flaws.glare) addGlare(pixels, width, height, flaws.glare);
  addNoise(pixels, flaws.noise, createRandom(flaws.seed).next);
  return sharp(pixels, { raw }).jpeg({ quality: flaws.quality }).toBuffer();
}

/** Where places of a page stand in its photograph; both in pixels from the top left. */
export function placesInPhotograph(
  page: { width: number; height: number },
  flaws: Pick<PhotoFlaws, 'degrees' | 'perspective'>,
): (place: Point) => Point {
  const toPhotograph = toQuadrilateral(frameOf(page, flaws).corners);
  return ([x, y]) => toPhotograph(x / page.width, y / page.height);
}

/** The photograph's size, and where the corners of the page stand in it, clockwise from the top left. */
function frameOf(
  page: { width: number; height: number },
  flaws: Pick<PhotoFlaws, 'degrees' | 'perspective'>,
): { corners: Point[]; width: number; height: number } {
  const margin = MARGIN * page.width;
  const corners = cornersOf(page, flaws);
  const lefts = corners.map(([x]) => x);
  const tops = corners.map(([, y]) => y);
  const [left, top] = [Math.min(...lefts) - margin, Math.min(...tops) - margin];
  return {
    corners: corners.map(([x, y]): Point => [x - left, y - top]),
    width: Math.round(Math.max(...lefts) + margin - left),
    height: Math.round(Math.max(...tops) + margin - top),
  };
}

/** Where the corners of the page stand, clockwise from its top left. */
function cornersOf(
  { width, height }: { width: number; height: number },
  { degrees, perspective }: Pick<PhotoFlaws, 'degrees' | 'perspective'>,
): Point[] {
  const inset = (perspective * width) / 2;
  const flat: Point[] = [[inset, 0], [width - inset, 0], [width, height], [0, height]]; // prettier-ignore
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return flat.map(([x, y]): Point => [x * cos - y * sin, x * sin + y * cos]);
}

/** Grey pixels of a page as they are seen where its corners stand at `corners`; the desk everywhere else. */
function projected(
  flat: Uint8Array,
  page: { width: number; height: number },
  corners: readonly Point[],
  seen: { width: number; height: number },
): Buffer {
  const pixels = Buffer.alloc(seen.width * seen.height, DESK);
  const toPage = fromQuadrilateral(corners);
  for (let y = 0; y < seen.height; y++) {
    for (let x = 0; x < seen.width; x++) {
      const [u, v] = toPage(x + 0.5, y + 0.5);
      const [px, py] = [u * page.width - 0.5, v * page.height - 0.5];
      if (px < 0 || py < 0 || px >= page.width - 1 || py >= page.height - 1) continue;
      const [column, row] = [px | 0, py | 0];
      const [right, down] = [px - column, py - row];
      const at = row * page.width + column;
      const above = flat[at]! * (1 - right) + flat[at + 1]! * right;
      const below = flat[at + page.width]! * (1 - right) + flat[at + page.width + 1]! * right;
      pixels[y * seen.width + x] = Math.round(above * (1 - down) + below * down);
    }
  }
  return pixels;
}

/** The coefficients of a projective mapping: `x = (au + bv + c) / (gu + hv + 1)`, `y = (du + ev + f) / (gu + hv + 1)`. */
type Projective = Readonly<Record<'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h', number>>;

/**
 * The projective mapping of the unit square onto a quadrilateral (P. Heckbert, "Fundamentals of Texture Mapping and Image Warping", 1989,
 * section 2.2.3).
 */
function ontoQuadrilateral(corners: readonly Point[]): Projective {
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = corners as [Point, Point, Point, Point];
  const [dx1, dx2, sx] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
  const [dy1, dy2, sy] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
  const whole = dx1 * dy2 - dx2 * dy1;
  const [g, h] = [(sx * dy2 - dx2 * sy) / whole, (dx1 * sy - sx * dy1) / whole];
  const [a, b, c] = [x1 - x0 + g * x1, x3 - x0 + h * x3, x0];
  const [d, e, f] = [y1 - y0 + g * y1, y3 - y0 + h * y3, y0];
  return { a, b, c, d, e, f, g, h };
}

/** Maps the unit square onto a quadrilateral. */
function toQuadrilateral(corners: readonly Point[]): (u: number, v: number) => Point {
  const { a, b, c, d, e, f, g, h } = ontoQuadrilateral(corners);
  return (u, v) => {
    const scale = g * u + h * v + 1;
    return [(a * u + b * v + c) / scale, (d * u + e * v + f) / scale];
  };
}

/** Maps a quadrilateral onto the unit square: the inverse of the mapping onto it. */
function fromQuadrilateral(corners: readonly Point[]): (x: number, y: number) => Point {
  const { a, b, c, d, e, f, g, h } = ontoQuadrilateral(corners);
  return (x, y) => {
    const scale = (d * h - e * g) * x + (b * g - a * h) * y + a * e - b * d;
    return [
      ((e - f * h) * x + (c * h - b) * y + b * f - c * e) / scale,
      ((f * g - d) * x + (a - c * g) * y + c * d - a * f) / scale,
    ];
  };
}

function addGlare(pixels: Uint8Array, width: number, height: number, { at, radius, strength }: Glare): void {
  const reach = radius * width;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const distance = ((x - at[0] * width) ** 2 + (y - at[1] * height) ** 2) / reach ** 2;
      const index = y * width + x;
      pixels[index] = Math.min(255, Math.round(pixels[index]! + strength * Math.exp(-distance)));
    }
  }
}
