import type { InferenceSession } from 'onnxruntime-node';
import type { Raster } from '../../documents/reading/page.js';
import type { FivePoints } from '../detect/candidate.js';
import type { EmbeddingSpec } from '../models/faceManifest.js';
import { type Chip, cutChip, inputOf, mirrored } from './chip.js';
import { fitSimilarity, type Similarity } from './similarityTransform.js';
import { templateOf } from './templates.js';

/** Says a face in numbers: those of one person lie in nearly the same direction. */
export interface Embedder {
  /** @returns of length 1 */
  embed(raster: Raster, five: FivePoints): Promise<Float32Array>;
}

/** A network that was opened, and what the manifest says of it. */
export interface EmbeddingNetwork {
  session: InferenceSession;
  spec: EmbeddingSpec;
}

/**
 * An embedder on one network or several. The numbers of each are of the length that makes the cosine of all of them the mean of the cosines of
 * each, by weight.
 */
export function createEmbedder(networks: readonly EmbeddingNetwork[]): Embedder {
  const whole = networks.reduce((sum, { spec }) => sum + spec.weight, 0);
  return {
    async embed(raster, five) {
      const parts: number[] = [];
      for (const network of networks) {
        const share = Math.sqrt(network.spec.weight / whole);
        for (const value of await say(network, raster, five)) parts.push(value * share);
      }
      return Float32Array.from(parts);
    },
  };
}

/** What one network says of a face, of length 1. */
async function say({ session, spec }: EmbeddingNetwork, raster: Raster, five: FivePoints): Promise<Float32Array> {
  const [input, output] = [session.inputNames[0]!, session.outputNames[0]!];
  const sayOf = async (chip: Chip): Promise<Float32Array> => {
    const said = (await session.run({ [input]: inputOf(chip, spec) }))[output]!;
    return normalised(said.data as Float32Array);
  };
  const chip = alignedChip(raster, five, spec);
  const said = await sayOf(chip);
  if (!spec.mirrored) return said;
  const other = await sayOf(mirrored(chip));
  return normalised(said.map((value, at) => value + other[at]!));
}

/** How a face is cut out: pixels of a side, and where its points lie. */
type Cut = Pick<EmbeddingSpec, 'side' | 'template'>;

/** A face as embedders want it: upright, its five points where the template has them. */
export const alignedChip = (raster: Raster, five: FivePoints, cut: Cut): Chip =>
  cutChip(raster, alignedPlace(five, cut), { width: cut.side, height: cut.side });

/** Where the points of an aligned chip lie in the picture. */
const alignedPlace = (five: FivePoints, { side, template }: Cut): Similarity =>
  fitSimilarity(templateOf(template, side), five);

/** The same direction, of length 1. */
function normalised(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length > 0 ? vector.map((value) => value / length) : vector;
}
