import {
  assertFaceDatabase,
  type FaceDatabase,
  type NamedFaceDatabase,
  noSuchFace,
  registeredFace,
  type RegisteredFaceState,
  registeredFaceStream,
} from '../../domain/faces/index.js';
import type { BlobStore } from '../../platform/blobs/blobStore.js';
import type { SealedVectors } from '../../platform/sealing/sealedVectors.js';
import { committed } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import { type ForgetDeps, type ForgetElsewhere, forgetWhole } from '../core/forget.js';
import type { FaceReembedding } from './faceReembedding.js';
import { registrationIdOf, spaceOfFaces } from './faceSpaces.js';
import { type NamedFace, type RegisterDeps, registerFace, type RegisterInput } from './registerFace.js';
import { type FaceSearch, type SearchDeps, searchFaces, type SearchInput } from './searchFaces.js';
import { sweepVectors, type VectorsSwept } from './sweepVectors.js';

/** What can be asked of registers of faces. The context's tenant is whose register it is: `''` for a watchlist. */
export interface FaceRegistryCommands {
  /** The registers of this installation. */
  readonly databases: readonly NamedFaceDatabase[];
  /**
   * Puts the face of a picture into a register. Kept are the numbers that it is compared by and the picture, both encrypted under its own key.
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
  /** Takes the registers from earlier networks to those of this process. */
  readonly reembedding: FaceReembedding;
}

/** What the commands of registers stand on. */
export interface FaceRegistryDeps extends ForgetDeps, ForgetElsewhere, SearchDeps, RegisterDeps {
  blobs: Pick<BlobStore, 'put' | 'delete'>;
  sealedVectors: Pick<SealedVectors, 'add' | 'drop' | 'count' | 'olderThan'>;
  /** The registers of this installation. */
  databases: readonly NamedFaceDatabase[];
  reembedding: FaceReembedding;
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
    const blobKeys = (after: RegisteredFaceState): string[] =>
      after.status === 'removed' && after.picture_key ? [after.picture_key] : [];
    return committed(undefined, await forgetWhole(deps, { stream, id, context, record, blobKeys }));
  };

  return {
    ...{ databases, reembedding: deps.reembedding },

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
