import { createHash } from 'node:crypto';

/** Numbers of a face of the shipped networks. */
export const LENGTH = 640;

/**
 * Of strangers' cosines: their mean, and how many directions their faces differ in, which makes them stray by one through its root. So 0.3 % of
 * strangers reach a similarity of 0.70 and 0.03 % one of 0.75, as measured of the shipped networks (`models/faces/manifest.json`).
 */
const [ALIKE, DIRECTIONS] = [0.23, 36] as const;

/** How much two photos of somebody are alike, a cosine. */
const SAME = 0.75;

/** Faces as the shipped networks might say them, each by its id the same every time. */
export interface FaceNumbers {
  of(id: string): Float32Array;
  /** Another photo of the same. */
  like(id: string): Float32Array;
}

/** Faces that lie in some directions around what all of them have. */
export function createFaceNumbers(): FaceNumbers {
  const normal = createNormal('directions');
  const common = unit(Float32Array.from({ length: LENGTH }, normal));
  const directions = Array.from({ length: DIRECTIONS }, () => unit(Float32Array.from({ length: LENGTH }, normal)));
  const stray = (name: string): Float32Array => {
    const among = createNormal(name);
    const vector = new Float32Array(LENGTH);
    for (const direction of directions) {
      const by = among();
      for (let at = 0; at < LENGTH; at++) vector[at]! += by * direction[at]!;
    }
    return unit(vector);
  };
  const of = (id: string): Float32Array => mixed(common, stray(id), ALIKE);
  return { of, like: (id) => mixed(of(id), stray(`like ${id}`), SAME ** 2) };
}

/** One of a length of 1, the first of which is a part of it by its square. */
const mixed = (one: Float32Array, other: Float32Array, share: number): Float32Array =>
  unit(one.map((number, at) => Math.sqrt(share) * number + Math.sqrt(1 - share) * other[at]!));

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((number) => number / length);
}

/** Numbers of a normal distribution, by a name (Box and Muller, 1958; the generator of Lehmer). */
function createNormal(name: string): () => number {
  let state = (createHash('sha256').update(name).digest().readUInt32LE(0) % 2_147_483_646) + 1;
  const uniform = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}
