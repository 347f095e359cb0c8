import { v7 as newId } from 'uuid';
import { DomainError } from '../../domain/core/decider.js';
import type { Metadata } from '../../domain/core/metadata.js';
import {
  assertFree,
  type FaceDatabase,
  type FaceNumbers,
  type RegisteredFace,
  registeredFace,
  registeredFaceStream,
} from '../../domain/faces/index.js';
import type { FaceEngine } from '../../engines/faces/faceEngine.js';
import type { BlobStore } from '../../platform/blobs/blobStore.js';
import type { Clock } from '../../platform/clock.js';
import type { KeyedHash } from '../../platform/sealing/keyedHash.js';
import type { SealedVectors } from '../../platform/sealing/sealedVectors.js';
import { committed, type CommandHandler } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import { registrationIdOf, spaceOfFaces, vectorSpaceOf } from './faceSpaces.js';
import { assertFitToRegister } from './fitToRegister.js';
import { earlierEmbeddingOf, embeddingOf, type FacePicture, lookAtFace, type SeenPicture } from './lookAtFace.js';

/** A face that is to be put into a register. */
export interface RegisterInput {
  database: FaceDatabase;
  /** What the caller calls it; made up where it is left out. */
  face_id?: string | undefined;
  /** Whose face it is, as the caller calls them. */
  person_id?: string | undefined;
  picture: FacePicture;
  metadata?: Metadata | undefined;
}

/** A face in a register, with what the caller calls it. */
export type NamedFace = RegisteredFace & { face_id: string };

/** What registering stands on. */
export interface RegisterDeps {
  engine: FaceEngine;
  handler: CommandHandler;
  keyedHash: KeyedHash;
  sealedVectors: Pick<SealedVectors, 'add' | 'drop' | 'count'>;
  blobs: Pick<BlobStore, 'put' | 'delete'>;
  clock: Clock;
  /** Most faces of one register of one tenant: what is kept, and looked through, for one of many has a bound. */
  mostFaces: number;
}

/**
 * Looks at the picture, keeps it and the numbers of its face, and then says that it is there: a face that is there is surely found. As long as
 * numbers of earlier networks are in the register, it is given such ones too, so that it is found whichever are compared.
 */
export async function registerFace(
  deps: RegisterDeps,
  context: CommandContext,
  input: RegisterInput,
): Promise<Committed<NamedFace>> {
  const { handler, engine, clock } = deps;
  const { database, face_id = context.command_id ?? newId(), person_id, picture, metadata } = input;
  const space = spaceOfFaces(context, database);
  const registration_id = await registrationIdOf(deps.keyedHash, space, face_id);
  const stream = registeredFaceStream(registration_id);
  const { state } = await handler.load(stream, registeredFace);
  // A request that begins again may find what it made; the decider tells.
  if (context.command_id === undefined || state.status === 'removed') assertFree(state);
  const withEarlier = await assertRoom(deps, space);
  const seen = await lookAtFace(engine, picture, {
    tenant_id: context.tenant_id,
    wanted: ['embedding', ...(withEarlier ? (['earlier_embedding'] as const) : [])],
  });
  assertFitToRegister(picture, seen);
  const kept = await keep(deps, { stream, space, seen, picture, withEarlier });
  const { tenant_id, actor: registered_by, mode = 'live' } = context;
  const face = {
    ...{ registration_id, tenant_id, mode, database, face_id },
    ...{ person_id: person_id ?? null, metadata: metadata ?? null },
    ...{ quality: seen.face.quality.score, ...kept.numbers, picture_key: kept.picture_key, registered_by },
  };
  try {
    const handled = await handler.handle({
      ...{ stream, decider: registeredFace, context, once: true },
      command: { type: 'register', face, anew: kept.anew, at: clock().toISOString() },
    });
    if (handled.state.status !== 'registered') throw new DomainError('conflict', 'The face was deleted meanwhile');
    if (handled.state.face.picture_key !== kept.picture_key) await kept.drop();
    return committed({ ...handled.state.face, face_id }, handled);
  } catch (error) {
    // Of any other error nobody knows whether the face is there by now, and it must not be there without its numbers.
    if (error instanceof DomainError) await kept.drop();
    throw error;
  }
}

/** What is to be kept of a face. */
interface Keeping {
  stream: string;
  space: string;
  seen: SeenPicture;
  picture: FacePicture;
  withEarlier: boolean;
}

/** What was kept, and how to drop it. */
interface Kept {
  numbers: FaceNumbers;
  anew?: FaceNumbers | undefined;
  picture_key: string;
  drop(): Promise<void>;
}

async function keep(
  { engine, sealedVectors, blobs }: Pick<RegisterDeps, 'engine' | 'sealedVectors' | 'blobs'>,
  { stream, space, seen, picture, withEarlier }: Keeping,
): Promise<Kept> {
  const add = async (vectors: string, vector: Float32Array): Promise<FaceNumbers> => {
    const vector_id = newId();
    await sealedVectors.add({ vector_id, subject: stream, space: vectorSpaceOf(space, vectors), vector });
    return { vectors, vector_id };
  };
  const { faceModels, earlierFaceModels } = engine;
  const picture_key = `faces/${newId()}`;
  await blobs.put(picture_key, picture.bytes, { subject: stream });
  const now = await add(faceModels.vectors, embeddingOf(seen));
  const earlier =
    withEarlier && earlierFaceModels ? await add(earlierFaceModels.vectors, earlierEmbeddingOf(seen)) : undefined;
  return {
    ...(earlier ? { numbers: earlier, anew: now } : { numbers: now }),
    picture_key,
    async drop() {
      for (const { vector_id } of earlier ? [now, earlier] : [now]) await sealedVectors.drop(vector_id);
      await blobs.delete(picture_key);
    },
  };
}

/** Whether numbers of earlier networks are in the register too. @throws DomainError `rule_broken` where it is full */
async function assertRoom(
  { sealedVectors, engine, mostFaces }: Pick<RegisterDeps, 'sealedVectors' | 'engine' | 'mostFaces'>,
  space: string,
): Promise<boolean> {
  const { faceModels, earlierFaceModels } = engine;
  const now = await sealedVectors.count(vectorSpaceOf(space, faceModels.vectors));
  const earlier = earlierFaceModels ? await sealedVectors.count(vectorSpaceOf(space, earlierFaceModels.vectors)) : 0;
  if (Math.max(now, earlier) < mostFaces) return earlier > 0;
  throw new DomainError('rule_broken', `The database holds ${mostFaces} faces, and takes no more; delete some first`);
}
