import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { checkedFile, type ManifestFile, type ModelFolder, parseManifest } from '../../models/modelFiles.js';
import type { FaceModelFacts } from '../faceEngine.js';
import { type FaceManifest, faceManifestSchema } from './faceManifest.js';

/** Folder of the shipped manifest, seen from `src/` and `dist/` alike. */
export const SHIPPED_FACE_MODELS = fileURLToPath(new URL('../../../../models/faces/', import.meta.url));

/** The content of a network, and its name in the manifest. */
export interface FaceNetworkFile {
  file: string;
  content: Buffer;
}

/** Contents of the files that a manifest names. */
export interface FaceModelFiles {
  detector: FaceNetworkFile;
  embedder: FaceNetworkFile;
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
export async function readFaceManifest(folder: string): Promise<ReadFaceManifest> {
  const from: ModelFolder = { setting: 'FACE_MODELS', folder };
  const manifest = await parseManifest(from, faceManifestSchema);
  const read = async (entry: ManifestFile): Promise<FaceNetworkFile> => ({
    file: entry.file,
    content: await checkedFile(from, entry),
  });
  const readOptional = (entry: ManifestFile | undefined) => (entry ? read(entry) : undefined);
  const files = {
    detector: await read(manifest.detector),
    embedder: await read(manifest.embedder),
    landmarks: await readOptional(manifest.landmarks),
    pose: await readOptional(manifest.pose),
    age: await readOptional(manifest.age),
    antispoofing: await Promise.all(manifest.antispoofing.map(read)),
  };
  return { manifest, files, facts: factsOf(manifest, files.embedder.content) };
}

/** All that makes a vector what it is has a part in its name: the network, how its input is prepared, and how faces are aligned. */
function factsOf({ name, embedder }: FaceManifest, network: Buffer): FaceModelFacts {
  const { length, calibration, channels, mean, std, side, template, mirrored, alignment_version } = embedder;
  const prepared = JSON.stringify([channels, mean, std, side, template, mirrored, alignment_version]);
  const vectors = createHash('sha256').update(prepared).update(network).digest('hex').slice(0, 16);
  return { name, vectors, length, calibration };
}
