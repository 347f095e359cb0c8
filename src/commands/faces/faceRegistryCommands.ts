import { v7 as newId } from 'uuid';
import { DomainError } from '../../domain/core/decider.js';
import type { Metadata } from '../../domain/core/metadata.js';
import {
  assertFree,
  type FaceDatabase,
  noSuchFace,
  type RegisteredFace,
  registeredFace,
  registeredFaceStream,
} from '../../domain/faces/index.js';
import type { Clock } from '../../platform/clock.js';
import type { KeyedHash } from '../../platform/sealing/keyedHash.js';
import type { SealedVectors } from '../../platform/sealing/sealedVectors.js';
import type { SubjectKeys } from '../../platform/sealing/subjectKeys.js';
import { committed, type CommandHandler } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import { forget, type ForgetDeps, type ForgetElsewhere } from '../core/forget.js';
import { assertFitToRegister } from './fitToRegister.js';
import { embeddingOf, type FacePicture, lookAtFace } from './lookAtFace.js';
import { registrationIdOf, spaceOfFaces, vectorSpaceOf } from './faceSpaces.js';
import { type FaceSearch, type SearchDeps, searchFaces, type SearchInput } from './searchFaces.js';

/** A face that is to be put into a register. */
export interface RegisterInput {
  database: FaceDatabase;
  /** What the caller calls it; made up where it is left out. */
  face_id?: string | undefined;
  picture: FacePicture;
  metadata?: Metadata | undefined;
}

/** A face in a register, with what the caller calls it. */
export type NamedFace = RegisteredFace & { face_id: string };

/** What can be asked of registers of faces. The context's tenant is whose register it is: `''` for a watchlist. */
export interface FaceRegistryCommands {
  /**
   * Puts the face of a picture into a register. Kept are the numbers that it is compared by, sealed; the picture is not.
   * @throws DomainError `invalid` for what is no picture or shows not exactly one face that is fit, `conflict` for a `face_id` that is or
   *   was taken, `rule_broken` where the register is full
   * @throws EngineUnavailable
   */
  register(context: CommandContext, input: RegisterInput): Promise<Committed<NamedFace>>;
  /** Looks for a face in registers. The context's tenant is who asks. @throws DomainError `invalid` @throws EngineUnavailable */
  search(context: CommandContext, input: SearchInput): Promise<FaceSearch>;
  /** Takes a face out, with all that was known of it. @throws DomainError `not_found` */
  remove(context: CommandContext, face: { database: FaceDatabase; face_id: string }): Promise<Committed<void>>;
  /** The same, by what the service calls it. Can be repeated, and finishes what a crash broke off. @throws DomainError `not_found` */
  removeRegistration(context: CommandContext, registration_id: string): Promise<Committed<void>>;
}

/** What the commands of registers stand on. */
export interface FaceRegistryDeps extends ForgetDeps, ForgetElsewhere, SearchDeps {
  handler: CommandHandler;
  subjectKeys: Pick<SubjectKeys, 'obtain' | 'erase' | 'erasureDone'>;
  keyedHash: KeyedHash;
  sealedVectors: Pick<SealedVectors, 'add' | 'drop' | 'count'>;
  clock: Clock;
  /** For tests: `MOST_FACES`. */
  mostFaces?: number;
}

declare module '../core/commands.js' {
  interface Commands {
    faceRegistry: FaceRegistryCommands;
  }
}

/** Most faces of one register of one tenant: what is kept, and looked through, for one of many has a bound. */
const MOST_FACES = 100_000;

/** Creates the commands of registers of faces. */
export function createFaceRegistryCommands(deps: FaceRegistryDeps): FaceRegistryCommands {
  const { handler, subjectKeys, keyedHash, clock } = deps;
  const now = (): string => clock().toISOString();

  const removeRegistration: FaceRegistryCommands['removeRegistration'] = async (context, registration_id) => {
    const stream = registeredFaceStream(registration_id);
    if ((await handler.loadToErase(stream, registeredFace)).state.status === 'not_there') throw noSuchFace();
    const forgotten = await forget(deps, {
      ...{ stream, context, blobKeys: () => [] },
      record: () =>
        handler.handle({ stream, decider: registeredFace, context, command: { type: 'remove', at: now() } }),
    });
    // The request that made it named it perhaps by no id of ours.
    const made = forgotten.recorded[0]?.metadata.command_id;
    for (const id of [registration_id, ...(made === undefined ? [] : [made])]) await deps.forgetAnswers(id);
    const position = forgotten.recorded.at(-1)?.position;
    if (position === undefined || (await deps.forgetRows(registration_id, position))) {
      await subjectKeys.erasureDone(stream);
    }
    return committed(undefined, forgotten);
  };

  return {
    register: (context, input) => registerFace(deps, context, input),
    search: (context, input) => searchFaces(deps, context, input),

    async remove(context, { database, face_id }) {
      const space = spaceOfFaces(context, database);
      const registration_id = await registrationIdOf(keyedHash, space, face_id);
      const { state } = await handler.loadToErase(registeredFaceStream(registration_id), registeredFace);
      if (state.status === 'removed') throw noSuchFace(); // what is left of it a worker forgets
      return removeRegistration(context, registration_id);
    },
    removeRegistration,
  };
}

/** Looks at the picture, keeps the numbers of its face, and then says that it is there: a face that is there is surely found. */
async function registerFace(
  deps: FaceRegistryDeps,
  context: CommandContext,
  { database, face_id = context.command_id ?? newId(), picture, metadata }: RegisterInput,
): Promise<Committed<NamedFace>> {
  const { handler, keyedHash, clock, sealedVectors } = deps;
  const space = spaceOfFaces(context, database);
  const registration_id = await registrationIdOf(keyedHash, space, face_id);
  const stream = registeredFaceStream(registration_id);
  const { state } = await handler.load(stream, registeredFace);
  // A request that begins again may find what it made; the decider tells.
  if (context.command_id === undefined || state.status === 'removed') assertFree(state);
  const { vectors } = deps.engine.faceModels;
  const vectorSpace = vectorSpaceOf(space, vectors);
  await assertRoom(deps, vectorSpace);
  const seen = await lookAtFace(deps.engine, picture, { tenant_id: context.tenant_id, wanted: ['embedding'] });
  assertFitToRegister(picture, seen);
  const vector_id = newId();
  await sealedVectors.add({ vector_id, subject: stream, space: vectorSpace, vector: embeddingOf(seen) });
  const { tenant_id, actor: registered_by, mode = 'live' } = context;
  const face = {
    ...{
      registration_id,
      tenant_id,
      mode,
      database,
      face_id,
      metadata: metadata ?? null,
      vector_id,
      registered_by,
    },
    ...{ quality: seen.face.quality.score, vectors },
  };
  try {
    const handled = await handler.handle({
      ...{ stream, decider: registeredFace, context, once: true },
      command: { type: 'register', face, at: clock().toISOString() },
    });
    if (handled.state.status !== 'registered') throw new DomainError('conflict', 'The face was deleted meanwhile');
    if (handled.state.face.vector_id !== vector_id) await sealedVectors.drop(vector_id);
    return committed({ ...handled.state.face, face_id }, handled);
  } catch (error) {
    // Of any other error nobody knows whether the face is there by now, and it must not be there without its numbers.
    if (error instanceof DomainError) await sealedVectors.drop(vector_id);
    throw error;
  }
}

async function assertRoom(
  { sealedVectors, mostFaces = MOST_FACES }: Pick<FaceRegistryDeps, 'sealedVectors' | 'mostFaces'>,
  space: string,
): Promise<void> {
  if ((await sealedVectors.count(space)) < mostFaces) return;
  throw new DomainError('rule_broken', `The database holds ${mostFaces} faces, and takes no more; delete some first`);
}
