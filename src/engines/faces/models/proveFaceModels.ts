import type { Raster } from '../../documents/reading/page.js';
import { type ModelFolder, ModelsUnusable } from '../../models/modelFiles.js';
import { createEmbedder, type EmbeddingNetwork } from '../align/embedder.js';
import type { FivePoints, Rectangle } from '../detect/candidate.js';
import type { FaceReaders } from '../lookAtFaces.js';
import type { FaceModelFiles } from './readFaceManifest.js';

/** Pixels of a side of the picture that is looked at. */
const SIDE = 160;

const BOX: Rectangle = [40, 40, 120, 120];

/** Where a face would have its points in the box. */
const FIVE: FivePoints = [
  [65, 70],
  [95, 70],
  [80, 85],
  [67, 100],
  [93, 100],
];

/**
 * Looks once at a grey picture, with each network: one that is opened and cannot be run, since its input is of another form than the manifest
 * says or it holds an operator that fails, is named at the start and not by the first picture.
 * @throws ModelsUnusable naming the file
 */
export async function proveFaceModels(
  { finder, pose, age, liveness }: Omit<FaceReaders, 'embedder'>,
  embedders: readonly EmbeddingNetwork[],
  files: FaceModelFiles,
): Promise<void> {
  const raster = greyPicture();
  await prove(files.detector.file, () => finder.detector.detect(raster));
  await prove(files.landmarks?.file, async () => pointsOf(await finder.landmarks?.find(raster, BOX)));
  await proveEmbedders(embedders, files.embedders, 'FACE_MODELS');
  await prove(files.pose?.file, async () => {
    const { yaw, pitch, roll } = await pose(raster, BOX, FIVE);
    return [yaw, pitch, roll];
  });
  await prove(files.age?.file, async () => {
    const range = await age?.(raster, BOX);
    return range ? [range.low, range.high] : [];
  });
  const spoofing = files.antispoofing.map(({ file }) => file).join(', ');
  await prove(spoofing || undefined, async () => [(await liveness(raster, BOX)).score]);
}

/** The same of networks that say a face in numbers alone. @throws ModelsUnusable naming the file */
export async function proveEmbedders(
  embedders: readonly EmbeddingNetwork[],
  files: FaceModelFiles['embedders'],
  setting: ModelFolder['setting'],
): Promise<void> {
  const raster = greyPicture();
  for (const [at, network] of embedders.entries()) {
    const look = async () => {
      const said = await createEmbedder([network]).embed(raster, FIVE);
      // Of which direction a grey picture is, if of any, is nobody's business.
      if (said.length !== network.spec.length) throw new Error('of another length');
      return [...said];
    };
    await prove(files[at]!.file, look, setting);
  }
}

const greyPicture = (): Raster => ({ width: SIDE, height: SIDE, data: new Uint8Array(SIDE * SIDE * 3).fill(150) });

const pointsOf = (found: { five: FivePoints } | undefined): number[] => (found?.five ?? []).flat();

/** @param file undefined where the set has no such network */
async function prove(
  file: string | undefined,
  look: () => Promise<readonly unknown[]>,
  setting: ModelFolder['setting'] = 'FACE_MODELS',
): Promise<void> {
  if (file === undefined) return;
  const said = await look().catch(() => undefined);
  if (said?.every((one) => typeof one !== 'number' || Number.isFinite(one))) return;
  throw new ModelsUnusable(
    `${setting}: ${file} cannot be run as the manifest describes it, or says what are no numbers`,
  );
}
