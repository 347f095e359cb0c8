import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { checkedFile, type ManifestFile, type ModelFolder, parseManifest } from '../../models/modelFiles.js';
import type { FaceModelFacts } from '../faceEngine.js';
import { type EmbeddingSpec, type FaceManifest, faceManifestSchema } from './faceManifest.js';

/** Folder of the shipped manifest, seen from `src/` and `dist/` alike. */
export const SHIPPED_FACE_MODELS = fileURLToPath(new URL('../../../../models/faces/', import.meta.url));

/** The content of a network, and its name in the manifest. */
export interface FaceNetworkFile {
  file: string;
  content: Buffer;
}

/** A network that says a face in numbers: where its content is weights of TensorFlow.js, with their list. */
export interface EmbeddingFile extends FaceNetworkFile {
  list?: Buffer;
}

/** Contents of the files that a manifest names. */
export interface FaceModelFiles {
  detector: FaceNetworkFile;
  /** The first, and those that are joined with it. */
  embedders: EmbeddingFile[];
  landmarks?: FaceNetworkFile;
  pose?: FaceNetworkFile;
  age?: FaceNetworkFile;
  antispoofing: FaceNetworkFile[];
}

/** A manifest that was read, with what is told of its set of networks. */
export interface ReadFaceManifest {
  manifest: FaceManifest;
  files: FaceModelFiles;
  facts: FaceModelFacts;
}

/**
 * Checks that every file the manifest in `folder` names is there and is the one meant, without loading a network.
 * @throws ModelsUnusable naming the file
 */
export async function readFaceManifest(
  folder: string,
  setting: ModelFolder['setting'] = 'FACE_MODELS',
): Promise<ReadFaceManifest> {
  const from: ModelFolder = { setting, folder };
  const manifest = await parseManifest(from, faceManifestSchema);
  const read = async (entry: ManifestFile): Promise<FaceNetworkFile> => ({
    file: entry.file,
    content: await checkedFile(from, entry),
  });
  const readEmbedding = async (spec: EmbeddingSpec): Promise<EmbeddingFile> => ({
    ...(await read(spec)),
    list: spec.tfjs && (await checkedFile(from, spec.tfjs.weights)),
  });
  const readOptional = (entry: ManifestFile | undefined) => (entry ? read(entry) : undefined);
  const files = {
    detector: await read(manifest.detector),
    embedders: await Promise.all(networksOf(manifest.embedder).map(readEmbedding)),
    landmarks: await readOptional(manifest.landmarks),
    pose: await readOptional(manifest.pose),
    age: await readOptional(manifest.age),
    antispoofing: await Promise.all(manifest.antispoofing.map(read)),
  };
  return { manifest, files, facts: factsOf(manifest, files.embedders) };
}

/** The networks that say a face in numbers, in the order in which their numbers stand. */
export const networksOf = (embedder: FaceManifest['embedder']): EmbeddingSpec[] => [embedder, ...embedder.joined];

/** All that makes a vector what it is has a part in its name: the networks, how their input is prepared, and how faces are aligned. */
function factsOf({ name, embedder }: FaceManifest, files: readonly EmbeddingFile[]): FaceModelFacts {
  const { calibration, alignment_version } = embedder;
  const networks = networksOf(embedder);
  const hash = createHash('sha256');
  for (const [at, { channels, mean, std, side, template, mirrored, weight }] of networks.entries()) {
    const prepared = [channels, mean, std, side, template, mirrored, alignment_version];
    // Vectors of a network that stands alone keep their name: its weight changes nothing.
    hash.update(JSON.stringify(networks.length > 1 ? [...prepared, weight] : prepared));
    const { content, list } = files[at]!;
    hash.update(content);
    if (list) hash.update(list);
  }
  const length = networks.reduce((sum, network) => sum + network.length, 0);
  return { name, vectors: hash.digest('hex').slice(0, 16), length, calibration };
}
