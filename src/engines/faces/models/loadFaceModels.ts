import type { InferenceSession } from 'onnxruntime-node';
import { type ModelFolder, ModelsUnusable } from '../../models/modelFiles.js';
import { openNetwork } from '../../models/openNetwork.js';
import { createEmbedder, type Embedder, type EmbeddingNetwork } from '../align/embedder.js';
import { createLandmarkFinder } from '../align/landmarks.js';
import { convertedNetwork } from '../convert/convertedNetwork.js';
import { createDetector } from '../detect/detector.js';
import { createAgeEstimator } from '../judge/age.js';
import { createLivenessJudge } from '../judge/liveness.js';
import { createPoseEstimator } from '../judge/pose.js';
import type { FaceReaders } from '../lookAtFaces.js';
import type { EmbeddingSpec } from './faceManifest.js';
import { proveEmbedders, proveFaceModels } from './proveFaceModels.js';
import {
  type EmbeddingFile,
  type FaceNetworkFile,
  networksOf,
  readFaceManifest,
  SHIPPED_FACE_MODELS,
} from './readFaceManifest.js';

/**
 * Loads the networks of the manifest in `folder`.
 * @throws ModelsUnusable naming the file, also when the embedder says another number of numbers than the manifest, or a network cannot be run
 */
export async function loadFaceModels(folder: string = SHIPPED_FACE_MODELS, threads = 1): Promise<FaceReaders> {
  const { manifest, files } = await readFaceManifest(folder);
  const open = (network: FaceNetworkFile): Promise<InferenceSession> =>
    openNetwork('FACE_MODELS', { ...network, threads });
  const { detector, embedder, landmarks, pose, age, antispoofing } = manifest;
  const networks = await openEmbedders(networksOf(embedder), files.embedders, { threads, setting: 'FACE_MODELS' });
  const readers: FaceReaders = {
    finder: {
      detector: createDetector(await open(files.detector), detector),
      landmarks: landmarks && createLandmarkFinder(await open(files.landmarks!), landmarks),
    },
    embedder: createEmbedder(networks),
    pose: createPoseEstimator(pose && { session: await open(files.pose!), spec: pose }),
    age: age && createAgeEstimator(await open(files.age!), age),
    liveness: createLivenessJudge(
      await Promise.all(
        antispoofing.map(async (spec, index) => ({ session: await open(files.antispoofing[index]!), spec })),
      ),
    ),
  };
  await proveFaceModels(readers, networks, files);
  return readers;
}

/**
 * Loads of another manifest what says a face in numbers, and nothing else: a face is found and aligned by the networks of now.
 * @throws ModelsUnusable naming the file
 */
export async function loadEarlierEmbedder(folder: string, threads = 1): Promise<Embedder> {
  const setting = 'FACE_MODELS_BEFORE';
  const { manifest, files } = await readFaceManifest(folder, setting);
  const networks = await openEmbedders(networksOf(manifest.embedder), files.embedders, { threads, setting });
  await proveEmbedders(networks, files.embedders, setting);
  return createEmbedder(networks);
}

/** How networks are opened, and the setting that names them. */
interface Opening {
  threads: number;
  setting: ModelFolder['setting'];
}

/** One after the other: each takes memory while it is opened. */
async function openEmbedders(
  specs: readonly EmbeddingSpec[],
  files: readonly EmbeddingFile[],
  { threads, setting }: Opening,
): Promise<EmbeddingNetwork[]> {
  const networks: EmbeddingNetwork[] = [];
  for (const [at, spec] of specs.entries()) {
    const { file } = files[at]!;
    const content = await convertedNetwork(files[at]!);
    const session = await openNetwork(setting, { file, content, threads });
    assertLength(session, spec.length, `${setting}: ${file}`);
    networks.push({ session, spec });
  }
  return networks;
}

function assertLength(session: InferenceSession, length: number, named: string): void {
  const output = session.outputMetadata[0];
  const said = output?.isTensor ? output.shape.at(-1) : undefined;
  if (typeof said === 'number' && said !== length) {
    throw new ModelsUnusable(`${named} says ${said} numbers of a face, and the manifest ${length}`);
  }
}
