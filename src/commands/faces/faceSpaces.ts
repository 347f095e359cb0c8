import { stringify } from 'uuid';
import type { FaceDatabase } from '../../domain/faces/index.js';
import type { KeyedHash } from '../../platform/sealing/keyedHash.js';
import type { CommandContext } from '../core/context.js';

/** What the names of all spaces of registers begin with. */
export const SPACES_OF_FACES = 'faces:';

/** Where the faces of a register are: what is a test is not found by what is none, and the other way round. */
export const spaceOfFaces = (
  { tenant_id, mode = 'live' }: Pick<CommandContext, 'tenant_id' | 'mode'>,
  database: FaceDatabase,
): string => `${SPACES_OF_FACES}${mode}:${tenant_id}:${database}`;

/**
 * What a face of a register is called by the service: the same for the same `face_id`, and nobody who has it can find a `face_id` again
 * that says who somebody is. A UUID of RFC 9562, version 8.
 */
export async function registrationIdOf(keyedHash: KeyedHash, space: string, face_id: string): Promise<string> {
  const bytes = (await keyedHash('registered face', JSON.stringify([space, face_id]))).subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return stringify(bytes);
}

/** Where the numbers of a register's faces are: those that were made with other networks are elsewhere, and never compared. */
export const vectorSpaceOf = (space: string, vectors: string): string => `${space}:${vectors}`;

/** Whether numbers of such networks are in a space. */
export const isOfVectors = (space: string, vectors: string): boolean => space.endsWith(vectorSpaceOf('', vectors));
