import { z } from 'zod';
import { DomainError, type Decider } from '../core/decider.js';
import { defineEvent, type EventOf } from '../core/event.js';
import { storedMetadata, type Metadata } from '../core/metadata.js';
import { MODES, type Mode } from '../core/mode.js';
import type { FaceDatabase } from './faceDatabases.js';

/** A face that is in a register. What it looks like is in no event: its numbers are kept apart, under the key of its stream. */
export interface RegisteredFace {
  /** Made of tenant, mode, register and `face_id`, one way: the same are the same face. */
  registration_id: string;
  /** Whose register it is in; `''` for a watchlist. */
  tenant_id: string;
  mode: Mode;
  database: FaceDatabase;
  /** What the caller calls it; null once it is erased. */
  face_id: string | null;
  /** Whose it is, as the caller says: faces of a register with the same one are one person's. Null where nobody said, and once it is erased. */
  person_id: string | null;
  metadata: Metadata | null;
  /** How fit it is to be compared, 0 to 1. */
  quality: number;
  /** What its numbers were made with: those with another name are never compared. */
  vectors: string;
  /** Under which its numbers are kept. */
  vector_id: string;
  /** Whose request it was, for example `key:<id>`. */
  registered_by: string;
  /** ISO 8601 */
  registered_at: string;
}

/** A face was put into a register. */
export const FaceRegistered = defineEvent(
  'FaceRegistered',
  z.object({
    registration_id: z.string(),
    tenant_id: z.string(),
    mode: z.enum(MODES),
    database: z.string(),
    face_id: z.string().nullable(),
    person_id: z.string().nullable().optional(),
    metadata: storedMetadata,
    quality: z.number(),
    vectors: z.string(),
    vector_id: z.string(),
    registered_by: z.string(),
    registered_at: z.string(),
  }),
  { sealed: ['face_id', 'person_id', 'metadata'] },
);

/** It was taken out; nothing that was known of it is left. */
export const FaceRemoved = defineEvent(
  'FaceRemoved',
  z.object({
    registration_id: z.string(),
    tenant_id: z.string(),
    database: z.string(),
    removed_at: z.string(),
  }),
);

/** What can happen to a face in a register. */
export type RegisteredFaceEvent = EventOf<typeof FaceRegistered> | EventOf<typeof FaceRemoved>;

/** Event types of registers of faces, for the registry. */
export const faceEventDefinitions = [FaceRegistered, FaceRemoved] as const;

/** What can be asked of a face in a register. `at` is the time, ISO 8601. */
export type RegisteredFaceCommand =
  { type: 'register'; face: Omit<RegisteredFace, 'registered_at'>; at: string } | { type: 'remove'; at: string };

/** What has become of a face in a register. */
export type RegisteredFaceState =
  { status: 'not_there' } | { status: 'registered'; face: RegisteredFace } | { status: 'removed' };

/** The stream of a face in a register; also the subject whose key seals what is known of it. */
export const registeredFaceStream = (registrationId: string): string => `registeredFace-${registrationId}`;

/** The refusal for a face that is not in the register, or not any more. */
export const noSuchFace = (): DomainError =>
  new DomainError('not_found', 'There is no face with this id in the database');

/** The rules of a face in a register: it is there until it is removed, and its id is never given again. */
export const registeredFace: Decider<RegisteredFaceState, RegisteredFaceCommand, RegisteredFaceEvent> = {
  initial: { status: 'not_there' },

  decide(command, state) {
    if (command.type === 'register') {
      assertFree(state);
      return [{ type: 'FaceRegistered', data: { ...command.face, registered_at: command.at } }];
    }
    if (state.status === 'not_there') throw noSuchFace();
    if (state.status === 'removed') return []; // whoever finishes a removal does all of it again
    const { registration_id, tenant_id, database } = state.face;
    return [{ type: 'FaceRemoved', data: { registration_id, tenant_id, database, removed_at: command.at } }];
  },

  evolve(_state, event) {
    const face = applyToRegisteredFace(undefined, event);
    return face ? { status: 'registered', face } : { status: 'removed' };
  },
};

/** @throws DomainError `conflict` where the id is taken, or was */
export function assertFree({ status }: RegisteredFaceState): void {
  if (status === 'registered') throw new DomainError('conflict', 'A face with this face_id is in the database already');
  if (status === 'removed') {
    throw new DomainError('conflict', 'A face with this face_id was deleted; its id is not given again');
  }
}

/** What an event makes of a face; undefined: it is not there any more. Shared with the read model. */
export function applyToRegisteredFace(
  _before: RegisteredFace | undefined,
  event: RegisteredFaceEvent,
): RegisteredFace | undefined {
  if (event.type === 'FaceRemoved') return undefined;
  const { person_id = null, metadata = null } = event.data;
  return { ...event.data, person_id, metadata };
}
