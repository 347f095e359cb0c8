import type { GreyImage } from './grey.js';

/** Light this bright leaves no print: the sensor is saturated. */
const SATURATED = 250;
/** Two pixels from a reflection the light has fallen off to no less than this; beside white paper or a drawn panel it has. */
const HALO = 235;
/** Smaller blobs, as a share of the picture, are highlights that hide nothing. */
const SMALLEST = 0.002;
/** This share of a blob's rim must be halo. */
const SOFT_RIM = 0.5;
/** Where this share of the picture is saturated, the paper itself is: a scan, or a drawing on white. */
const WHITE_GROUND = 0.3;

/**
 * The share of a picture that reflections have blotted out: saturated blobs that do not reach the border, with light falling off around
 * them (the usual model of a specular highlight: a saturated core in a lobe). On white ground none can be told, so there is none.
 */
export function glareShare(image: GreyImage): number {
  const { data } = image;
  const bright = Uint8Array.from(data, (value) => (value >= SATURATED ? 1 : 0));
  const saturated = bright.reduce((sum, value) => sum + value, 0);
  if (saturated > WHITE_GROUND * data.length) return 0;
  let glare = 0;
  for (let start = 0; start < bright.length; start++) {
    if (bright[start] !== 1) continue;
    const { size, rim, softRim, touchesBorder } = fill(image, bright, start);
    if (!touchesBorder && size >= SMALLEST * data.length && softRim > SOFT_RIM * rim) glare += size;
  }
  return glare / data.length;
}

/** Takes one connected blob out of `bright` and measures it. */
function fill({ width, height, data }: GreyImage, bright: Uint8Array, start: number) {
  const blob = { size: 0, rim: 0, softRim: 0, touchesBorder: false };
  const stack = [start];
  bright[start] = 2;
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    blob.size++;
    const x = at % width;
    const y = (at - x) / width;
    if (x < 2 || y < 2 || x >= width - 2 || y >= height - 2) {
      blob.touchesBorder = true;
      continue;
    }
    for (const step of [-1, 1, -width, width]) {
      const next = at + step;
      if (bright[next] === 1) {
        bright[next] = 2;
        stack.push(next);
      } else if (bright[next] === 0) {
        blob.rim++;
        if (data[next + step]! >= HALO) blob.softRim++;
      }
    }
  }
  return blob;
}
