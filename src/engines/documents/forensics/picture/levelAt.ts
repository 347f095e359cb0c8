/**
 * The grey level below which so many pixels are; 255 where there are not so many.
 * @param counts How many pixels have each level, from 0
 * @param steps of a level that they are counted in
 */
export function levelAt(counts: Uint32Array, pixels: number, steps = 1): number {
  let below = 0;
  for (let step = 0; step < counts.length; step++) {
    below += counts[step]!;
    if (below > pixels) return step / steps;
  }
  return 255;
}
