/** Longest side of a picture that is sent, in pixels: A4 at 240 dpi. What is lost of small print by it is measured (`npm run accuracy`). */
export const LONGEST = 2_800;

/** A picture of more bytes than this is made coarser, and then smaller: on a slow network it takes too long. */
const MOST_BYTES = 1_500_000;

/** How a picture is made, in turn, until it is small enough: the share of its sides that is kept, and the quality of the JPEG. */
const WAYS = [
  [1, 0.9],
  [1, 0.8],
  [1, 0.7],
  [1, 0.6],
  [0.8, 0.6],
  [0.64, 0.6],
  [0.5, 0.6],
] as const;

/**
 * The best picture that is small enough to be sent. Sensor noise is what makes one large; the last way is enough for nothing but noise.
 * @param make makes a JPEG with this share of the sides, in this quality (0 to 1); undefined where none can be made
 * @returns undefined where none could be made
 */
export async function smallEnough<Jpeg extends { size: number }>(
  make: (share: number, quality: number) => Promise<Jpeg | undefined>,
): Promise<Jpeg | undefined> {
  let jpeg: Jpeg | undefined;
  for (const [share, quality] of WAYS) {
    jpeg = await make(share, quality);
    if (!jpeg || jpeg.size <= MOST_BYTES) break;
  }
  return jpeg;
}
