import type { InferenceSession } from 'onnxruntime-node';
import { ModelsUnusable } from '../../models/modelFiles.js';
import { openNetwork } from '../../models/openNetwork.js';
import { createEmbedder, type EmbeddingNetwork } from '../align/embedder.js';
import { createLandmarkFinder } from '../align/landmarks.js';
import { convertedNetwork } from '../convert/convertedNetwork.js';
import { createDetector } from '../detect/detector.js';
import { createAgeEstimator } from '../judge/age.js';
import { createLivenessJudge } from '../judge/liveness.js';
import { createPoseEstimator } from '../judge/pose.js';
import type { FaceReaders } from '../lookAtFaces.js';
import type { EmbeddingSpec } from './faceManifest.js';
import { proveFaceModels } from './proveFaceModels.js';
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
  const networks = await openEmbedders(networksOf(embedder), files.embedders, threads);
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

/** One after the other: each takes memory while it is opened. */
async function openEmbedders(
  specs: readonly EmbeddingSpec[],
  files: readonly EmbeddingFile[],
  threads: number,
): Promise<EmbeddingNetwork[]> {
  const networks: EmbeddingNetwork[] = [];
  for (const [at, spec] of specs.entries()) {
    const { file } = files[at]!;
    const content = await convertedNetwork(files[at]!);
    const session = await openNetwork('FACE_MODELS', { file, content, threads });
    assertLength(session, spec.length, file);
    networks.push({ session, spec });
  }
  return networks;
}

function assertLength(session: InferenceSession, length: number, file: string): void {
  const output = session.outputMetadata[0];
  const said = output?.isTensor ? output.shape.at(-1) : undefined;
  if (typeof said === 'number' && said !== length) {
    throw new ModelsUnusable(`FACE_MODELS: ${file} says ${said} numbers of a face, and the manifest ${length}`);
  }
}
