import { z } from 'zod';
import { DomainError, type Decider } from '../core/decider.js';
import { defineEvent, type EventOf } from '../core/event.js';
import { storedMetadata, type Metadata } from '../core/metadata.js';
import { MODES, type Mode } from '../core/mode.js';
import type { FaceDatabase } from './faceDatabases.js';

/** What keeps a face from being compared once networks have changed. */
export const KEPT_OUT = ['no_picture', 'unreadable_picture', 'no_face', 'several_faces', 'networks_failed'] as const;
export type KeptOut = (typeof KEPT_OUT)[number];

/** Numbers of a face, by what they were made with and under which they are kept. */
export interface FaceNumbers {
  vectors: string;
  vector_id: string;
}

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
  /** What its numbers were made with before; null where it has had no others. They may be gone by now. */
  earlier_vectors: string | null;
  /** Under which those are kept, or were. */
  earlier_vector_id: string | null;
  /** Where its picture is, to be looked at again when networks change; null where none was kept. */
  picture_key: string | null;
  /** The networks that could not make numbers of it, and so do not find it; null where there are none. */
  kept_out_of: string | null;
  /** Why they could not. */
  kept_out: KeptOut | null;
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
    picture_key: z.string().nullable().optional(),
    registered_by: z.string(),
    registered_at: z.string(),
  }),
  { sealed: ['face_id', 'person_id', 'metadata'] },
);

const identity = { registration_id: z.string(), tenant_id: z.string(), database: z.string() };

/** Other networks made numbers of it too. */
export const FaceEmbeddedAnew = defineEvent(
  'FaceEmbeddedAnew',
  z.object({ ...identity, vectors: z.string(), vector_id: z.string(), embedded_at: z.string() }),
);

/** Other networks could make no numbers of it: it is in its register, and they do not find it. */
export const FaceKeptOut = defineEvent(
  'FaceKeptOut',
  z.object({ ...identity, vectors: z.string(), reason: z.enum(KEPT_OUT), kept_out_at: z.string() }),
);

/** It was taken out; nothing that was known of it is left. */
export const FaceRemoved = defineEvent('FaceRemoved', z.object({ ...identity, removed_at: z.string() }));

/** What can happen to a face in a register. */
export type RegisteredFaceEvent =
  | EventOf<typeof FaceRegistered>
  | EventOf<typeof FaceEmbeddedAnew>
  | EventOf<typeof FaceKeptOut>
  | EventOf<typeof FaceRemoved>;

/** Event types of registers of faces, for the registry. */
export const faceEventDefinitions = [FaceRegistered, FaceEmbeddedAnew, FaceKeptOut, FaceRemoved] as const;

/** What is known of a face when it is registered. */
export type NewFace = Omit<
  RegisteredFace,
  'registered_at' | 'earlier_vectors' | 'earlier_vector_id' | 'picture_key' | 'kept_out_of' | 'kept_out'
> & { picture_key?: string | null };

/** What can be asked of a face in a register. `at` is the time, ISO 8601. */
export type RegisteredFaceCommand =
  /** `anew`: numbers that other networks made of the same picture. */
  | { type: 'register'; face: NewFace; anew?: FaceNumbers | undefined; at: string }
  | ({ type: 'embed_anew'; at: string } & FaceNumbers)
  | { type: 'keep_out'; vectors: string; reason: KeptOut; at: string }
  | { type: 'remove'; at: string };

/** What has become of a face in a register. */
export type RegisteredFaceState =
  | { status: 'not_there' }
  | { status: 'registered'; face: RegisteredFace }
  /** `picture_key`: where its picture was. */
  | { status: 'removed'; picture_key?: string | null };

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
      const registered = { ...command.face, registered_at: command.at };
      return [
        { type: 'FaceRegistered', data: registered },
        ...(command.anew ? [embeddedAnew(command.face, command.anew, command.at)] : []),
      ];
    }
    if (command.type === 'remove') {
      if (state.status === 'not_there') throw noSuchFace();
      if (state.status === 'removed') return []; // whoever finishes a removal does all of it again
      return [{ type: 'FaceRemoved', data: { ...identityOf(state.face), removed_at: command.at } }];
    }
    // What is not there, or not any more, stays so, whatever networks say of it; and so does what they have said.
    if (state.status !== 'registered' || state.face.vectors === command.vectors) return [];
    const { face } = state;
    if (command.type === 'embed_anew') return [embeddedAnew(face, command, command.at)];
    const { vectors, reason } = command;
    if (face.kept_out_of === vectors && face.kept_out === reason) return [];
    return [{ type: 'FaceKeptOut', data: { ...identityOf(face), vectors, reason, kept_out_at: command.at } }];
  },

  evolve(state, event) {
    const before = state.status === 'registered' ? state.face : undefined;
    const face = applyToRegisteredFace(before, event);
    if (face) return { status: 'registered', face };
    return { status: 'removed', ...(before?.picture_key && { picture_key: before.picture_key }) };
  },
};

type FaceIdentity = Pick<RegisteredFace, 'registration_id' | 'tenant_id' | 'database'>;

const identityOf = ({ registration_id, tenant_id, database }: FaceIdentity): FaceIdentity => ({
  ...{ registration_id, tenant_id, database },
});

const embeddedAnew = (
  face: FaceIdentity,
  { vectors, vector_id }: FaceNumbers,
  embedded_at: string,
): EventOf<typeof FaceEmbeddedAnew> => ({
  type: 'FaceEmbeddedAnew',
  data: { ...identityOf(face), vectors, vector_id, embedded_at },
});

/** @throws DomainError `conflict` where the id is taken, or was */
export function assertFree({ status }: RegisteredFaceState): void {
  if (status === 'registered') throw new DomainError('conflict', 'A face with this face_id is in the database already');
  if (status === 'removed') {
    throw new DomainError('conflict', 'A face with this face_id was deleted; its id is not given again');
  }
}

/** What an event makes of a face; undefined: it is not there any more. Shared with the read model. */
export function applyToRegisteredFace(
  before: RegisteredFace | undefined,
  event: RegisteredFaceEvent,
): RegisteredFace | undefined {
  switch (event.type) {
    case 'FaceRegistered': {
      const { person_id = null, metadata = null, picture_key = null } = event.data;
      const first = { earlier_vectors: null, earlier_vector_id: null, kept_out_of: null, kept_out: null };
      return { ...event.data, person_id, metadata, picture_key, ...first };
    }
    case 'FaceEmbeddedAnew': {
      const { vectors, vector_id } = event.data;
      if (!before) return undefined;
      const earlier = { earlier_vectors: before.vectors, earlier_vector_id: before.vector_id };
      return { ...before, vectors, vector_id, ...earlier, kept_out_of: null, kept_out: null };
    }
    case 'FaceKeptOut':
      return before && { ...before, kept_out_of: event.data.vectors, kept_out: event.data.reason };
    case 'FaceRemoved':
      return undefined;
  }
}
