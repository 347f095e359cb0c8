import { v7 as newId } from 'uuid';
import { type KeptOut, type RegisteredFace, registeredFace, registeredFaceStream } from '../../domain/faces/index.js';
import { type FaceEngine, FaceLookFailed, PictureUnreadable } from '../../engines/faces/faceEngine.js';
import { BlobDamaged, BlobNotFound, type BlobStore } from '../../platform/blobs/blobStore.js';
import type { BulkJob, BulkKind, ItemFailure } from '../../platform/bulkWork/bulkWork.js';
import { orTryAgain } from '../../platform/bulkWork/orTryAgain.js';
import type { Clock } from '../../platform/clock.js';
import type { SealedVectors } from '../../platform/sealing/sealedVectors.js';
import { SubjectErased } from '../../platform/sealing/subjectKeys.js';
import type { FaceQueries } from '../../projections/faces/registeredFacesProjection.js';
import type { CommandHandler } from '../core/commandHandler.js';
import type { FaceSets } from './faceSets.js';
import { spaceOfFaces, vectorSpaceOf } from './faceSpaces.js';

/** What embedding anew stands on. */
export interface EmbedAnewDeps {
  engine: Pick<FaceEngine, 'look' | 'faceModels'>;
  handler: Pick<CommandHandler, 'load' | 'handle'>;
  sealedVectors: Pick<SealedVectors, 'add' | 'drop'>;
  blobs: Pick<BlobStore, 'read'>;
  sets: Pick<FaceSets, 'chosen'>;
  /** `FaceQueries.notEmbedded` */
  notEmbedded: FaceQueries['notEmbedded'];
  clock: Clock;
}

/** How all faces are embedded anew. */
export interface EmbedAnewParameters {
  /** Also those of which these networks could make no numbers before. */
  again: boolean;
}

/** A face takes up to half a second, and the engine does other things beside it. */
const CHUNK = 8;

/** The name of the work for some networks: processes that have others leave it alone. */
export const embedAnewName = (vectors: string): string => `embed-faces/${vectors}`;

/**
 * Makes numbers of all registered faces with the networks of this process, out of their pictures, as work over many. Where others were chosen
 * meanwhile it comes to its end without doing anything.
 */
export function embedAnewKind(
  deps: EmbedAnewDeps,
  ended: (job: BulkJob) => Promise<void>,
): BulkKind<EmbedAnewParameters> {
  const { vectors } = deps.engine.faceModels;
  const isMeant = async (): Promise<boolean> => (await deps.sets.chosen())?.vectors === vectors;
  return {
    name: embedAnewName(vectors),
    chunkItems: CHUNK,

    next: async ({ again }, after, limit) =>
      (await isMeant()) ? deps.notEmbedded({ vectors, again, after, limit }) : [],

    async work(_parameters, items, signal, chunk) {
      if (!(await isMeant())) return [];
      const failures: ItemFailure[] = [];
      for (const item of items) {
        if (signal.aborted) break;
        try {
          // Why a face is kept out is said of the face.
          await embedOne(deps, item, chunk.job_id);
        } catch (cause) {
          orTryAgain(chunk, cause);
          failures.push({ item, error: 'It could not be looked at again' });
        }
      }
      return failures;
    },

    ended: (_parameters, job) => ended(job),
  };
}

async function embedOne(deps: EmbedAnewDeps, registration_id: string, job_id: string): Promise<void> {
  const { handler, sealedVectors, engine, clock } = deps;
  const stream = registeredFaceStream(registration_id);
  const { vectors } = engine.faceModels;
  const { state } = await handler.load(stream, registeredFace);
  if (state.status !== 'registered' || state.face.vectors === vectors) return;
  const { face } = state;
  const seen = await lookAgain(deps, face);
  const context = {
    ...{ tenant_id: face.tenant_id, actor: 'worker:faces', correlation_id: job_id, causation_id: job_id },
    ...(face.mode === 'test' && { mode: face.mode }),
  };
  const about = { stream, decider: registeredFace, context };
  const at = clock().toISOString();
  if (typeof seen === 'string') {
    await handler.handle({ ...about, command: { type: 'keep_out', vectors, reason: seen, at } });
    return;
  }
  const vector_id = newId();
  const space = vectorSpaceOf(spaceOfFaces(face, face.database), vectors);
  try {
    await sealedVectors.add({ vector_id, subject: stream, space, vector: seen });
  } catch (error) {
    if (error instanceof SubjectErased) return; // it was deleted meanwhile
    throw error;
  }
  const after = (await handler.handle({ ...about, command: { type: 'embed_anew', vectors, vector_id, at } })).state;
  // Another process was first, or it was deleted; where that is not known a schedule drops what is nobody's.
  if (after.status !== 'registered' || after.face.vector_id !== vector_id) await sealedVectors.drop(vector_id);
}

/**
 * The numbers of a face by its picture, or what keeps it out.
 * @throws EngineUnavailable, BlobKeyMissing and whatever else is no fault of this face alone
 */
async function lookAgain(
  { engine, blobs }: EmbedAnewDeps,
  { tenant_id, picture_key }: RegisteredFace,
): Promise<Float32Array | KeptOut> {
  if (picture_key === null) return 'no_picture';
  try {
    const bytes = await blobs.read(picture_key);
    const { count, largest } = await engine.look(bytes, { tenant_id, wanted: ['embedding'] });
    // As when it is registered: whoever is taken for somebody else is found wrongly for ever.
    if (count > 1) return 'several_faces';
    return largest?.embedding ?? 'no_face';
  } catch (error) {
    if (error instanceof BlobNotFound) return 'no_picture';
    if (error instanceof BlobDamaged || error instanceof PictureUnreadable) return 'unreadable_picture';
    if (error instanceof FaceLookFailed) return 'networks_failed';
    throw error;
  }
}
