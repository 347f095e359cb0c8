import { v7 as newId } from 'uuid';
import { DomainError } from '../../domain/core/decider.js';
import type { Metadata } from '../../domain/core/metadata.js';
import {
  assertFaceDatabase,
  assertFree,
  type FaceDatabase,
  type NamedFaceDatabase,
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
import { type ForgetDeps, type ForgetElsewhere, forgetWhole } from '../core/forget.js';
import { assertFitToRegister } from './fitToRegister.js';
import { embeddingOf, type FacePicture, lookAtFace } from './lookAtFace.js';
import { registrationIdOf, spaceOfFaces, vectorSpaceOf } from './faceSpaces.js';
import { type FaceSearch, type SearchDeps, searchFaces, type SearchInput } from './searchFaces.js';
import { sweepVectors, type VectorsSwept } from './sweepVectors.js';

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

/** What can be asked of registers of faces. The context's tenant is whose register it is: `''` for a watchlist. */
export interface FaceRegistryCommands {
  /** The registers of this installation. */
  readonly databases: readonly NamedFaceDatabase[];
  /**
   * Puts the face of a picture into a register. Kept are the numbers that it is compared by, sealed; the picture is not.
   * @throws DomainError `invalid` for no register, what is no picture or shows not exactly one face that is fit, `conflict` for a `face_id` that is or
   *   was taken, `rule_broken` where the register is full
   * @throws EngineUnavailable
   */
  register(context: CommandContext, input: RegisterInput): Promise<Committed<NamedFace>>;
  /** Looks for a face in registers. The context's tenant is who asks. @throws DomainError `invalid` @throws EngineUnavailable */
  search(context: CommandContext, input: SearchInput): Promise<FaceSearch>;
  /** What the service calls a face, whether there is one or not. */
  registrationId(context: CommandContext, face: { database: FaceDatabase; face_id: string }): Promise<string>;
  /** Takes a face out, with all that was known of it. @throws DomainError `not_found` */
  remove(context: CommandContext, face: { database: FaceDatabase; face_id: string }): Promise<Committed<void>>;
  /** The same, by what the service calls it. Can be repeated, and finishes what a crash broke off. @throws DomainError `not_found` */
  removeRegistration(context: CommandContext, registration_id: string): Promise<Committed<void>>;
  /** Drops what registrations left that were broken off before a moment, in every register. */
  sweep(before: Date, stopping?: AbortSignal): Promise<VectorsSwept>;
}

/** What the commands of registers stand on. */
export interface FaceRegistryDeps extends ForgetDeps, ForgetElsewhere, SearchDeps {
  handler: CommandHandler;
  subjectKeys: Pick<SubjectKeys, 'obtain' | 'erase' | 'noteOf' | 'erasureDone'>;
  keyedHash: KeyedHash;
  sealedVectors: Pick<SealedVectors, 'add' | 'drop' | 'count' | 'olderThan'>;
  clock: Clock;
  /** The registers of this installation. */
  databases: readonly NamedFaceDatabase[];
  /** Most faces of one register of one tenant: what is kept, and looked through, for one of many has a bound. */
  mostFaces: number;
}

declare module '../core/commands.js' {
  interface Commands {
    faceRegistry: FaceRegistryCommands;
  }
}

/** Creates the commands of registers of faces. */
export function createFaceRegistryCommands(deps: FaceRegistryDeps): FaceRegistryCommands {
  const { handler, keyedHash, clock, databases } = deps;

  const registrationId: FaceRegistryCommands['registrationId'] = async (context, { database, face_id }) => {
    assertFaceDatabase(databases, database, 'database');
    return registrationIdOf(keyedHash, spaceOfFaces(context, database), face_id);
  };

  /** What is not there is refused; of what is removed already the rest is forgotten where it is asked for by our id. */
  const forgetFace = async (context: CommandContext, id: string, isAgain: boolean): Promise<Committed<void>> => {
    const stream = registeredFaceStream(id);
    const { status } = (await handler.loadToErase(stream, registeredFace)).state;
    if (status === 'not_there' || (status === 'removed' && !isAgain)) throw noSuchFace();
    const command = { type: 'remove', at: clock().toISOString() } as const;
    const record = () => handler.handle({ stream, decider: registeredFace, context, command });
    return committed(undefined, await forgetWhole(deps, { stream, id, context, record }));
  };

  return {
    databases,

    async register(context, input) {
      assertFaceDatabase(databases, input.database, 'database');
      return registerFace(deps, context, input);
    },

    async search(context, input) {
      for (const { database } of input.databases) assertFaceDatabase(databases, database, 'databases');
      return searchFaces(deps, context, input);
    },

    registrationId,

    async remove(context, face) {
      const registration_id = await registrationId(context, face);
      return forgetFace(context, registration_id, false); // what is left of one that is gone a worker forgets
    },

    removeRegistration: (context, registration_id) => forgetFace(context, registration_id, true),
    sweep: (before, stopping) => sweepVectors(deps, before, stopping),
  };
}

/** Looks at the picture, keeps the numbers of its face, and then says that it is there: a face that is there is surely found. */
async function registerFace(
  deps: FaceRegistryDeps,
  context: CommandContext,
  { database, face_id = context.command_id ?? newId(), person_id, picture, metadata }: RegisterInput,
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
      person_id: person_id ?? null,
      metadata: metadata ?? null,
    },
    ...{ quality: seen.face.quality.score, vectors, vector_id, registered_by },
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
  { sealedVectors, mostFaces }: Pick<FaceRegistryDeps, 'sealedVectors' | 'mostFaces'>,
  space: string,
): Promise<void> {
  if ((await sealedVectors.count(space)) < mostFaces) return;
  throw new DomainError('rule_broken', `The database holds ${mostFaces} faces, and takes no more; delete some first`);
}
