/** A grey picture: 0 black to 255 white, row by row. */
export interface GreyImage {
  width: number;
  height: number;
  data: Uint8Array;
}

/** The value below which a share of the pixels lies. */
export function percentile({ data }: GreyImage, share: number): number {
  const counts = new Uint32Array(256);
  for (const value of data) counts[value]! += 1;
  let below = 0;
  for (let value = 0; value < 256; value++) {
    below += counts[value]!;
    if (below > share * (data.length - 1)) return value;
  }
  return 255;
}

/** How far the darkest of a picture of print is from its ground, as a share of black on white. */
export const contrastOf = (picture: GreyImage): number => (percentile(picture, 0.97) - percentile(picture, 0.03)) / 255;
