import type { Metadata } from '../../domain/core/metadata.js';
import type { TenantId, Uuid } from '../../domain/core/text.js';
import type { FaceDatabase } from '../../domain/faces/index.js';
import type { FaceImage, Share } from './faceContract.js';

/**
 * What the caller calls a face: letters, digits, `.`, `_` and `-`. It stands in URLs: take a number of your own, not a name.
 * @pattern ^[A-Za-z0-9._-]{1,128}$
 * @example "visitor-4711"
 */
export type FaceId = string;

/**
 * What the caller calls a person: the form of a `face_id`. Faces of one register with the same one are photos of one person.
 * @pattern ^[A-Za-z0-9._-]{1,128}$
 * @example "person-17"
 */
export type PersonId = string;

/** A face to be put into a register. */
export interface FaceRegisterBody {
  image: FaceImage;
  database: FaceDatabase;
  /** Made up when left out. One that was given before is not given again in the same register, also when its face was deleted. */
  face_id?: FaceId;
  /** Joins several photos of a person, each a face with an id of its own: a search tells the most alike of them alone. */
  person_id?: PersonId;
  metadata?: Metadata;
  /** Whose `custom` register is meant; the key's own tenant when left out. */
  tenant_id?: TenantId;
}

/** A face that was put into a register. */
export interface FaceRegisterView {
  face_id: FaceId;
  database: FaceDatabase;
  /** How fit the face is to be compared. */
  quality: Share;
  /**
   * UTC, with milliseconds.
   * @format date-time
   * @example "2025-03-14T09:26:53.589Z"
   */
  registered_at: string;
}

/** A face in a register, without what it looks like. */
export interface FaceRegistrationView extends FaceRegisterView {
  /** What the service calls it: by this alone a case names the face on a watchlist that one of its own is like. */
  registration_id: Uuid;
  /** Null where none was given. */
  person_id: PersonId | null;
  metadata: Metadata;
  /**
   * Why the networks that faces are compared with could make no numbers of it, so that it is not found: `no_picture`, `unreadable_picture`, `no_face`,
   * `several_faces` or `networks_failed`; null for a face that is found, or waits for them.
   * @example "no_face"
   */
  kept_out: string | null;
}

/** A register of faces. */
export interface FaceIndexView {
  database: FaceDatabase;
  /** @example "Own faces" */
  display_name: string;
  /**
   * @isInt
   * @example 128
   */
  face_count: number;
  /**
   * Of them: how many wait for the networks of now to make numbers of them. Until none does, the earlier numbers are compared, where there are
   * networks to compare with them.
   * @isInt
   * @example 0
   */
  waiting: number;
  /**
   * Of them: how many these networks could make no numbers of; `kept_out` of the face says why.
   * @isInt
   * @example 0
   */
  kept_out: number;
  /**
   * When the newest of its faces was registered; empty where it holds none.
   * @example "2025-03-14T09:26:53.589Z"
   */
  last_updated: string;
}

/** Whom to look for, and where. */
export interface FaceSearchBody {
  probe: FaceImage;
  /**
   * The registers; one that is named twice is looked through once.
   * @minItems 1
   * @maxItems 26
   */
  databases: FaceDatabase[];
  /**
   * Most people of each register; a face without `person_id` counts as one.
   * @isInt
   * @minimum 1
   * @maximum 1000
   * @default 5
   */
  top_k?: number;
  /**
   * From which similarity on a face is told.
   * @minimum 0
   * @maximum 1
   * @default 0.7
   */
  threshold?: number;
  /** Whose `custom` register is meant; the key's own tenant when left out. */
  tenant_id?: TenantId;
}

/** A face of a register that is like the one that was looked for. */
export interface FaceFoundView {
  database: FaceDatabase;
  face_id: FaceId;
  /** Null where none was given. Of a person with several photos in a register it is the most alike. */
  person_id: PersonId | null;
  /** How alike they are, on the scale of a match. */
  similarity: Share;
  metadata: Metadata;
}

/** Who was found. */
export interface FaceSearchView {
  /** The most alike first. */
  results: FaceFoundView[];
  searched_databases: FaceDatabase[];
  /**
   * With how many faces it was compared, those of a large register that cannot be like it with it.
   * @isInt
   * @example 128
   */
  compared: number;
  /**
   * How many strangers among them reach the threshold, by the rate that was measured for it; null for a threshold below 0.70, for which none was
   * measured. One or more means that a result is likely to be a stranger.
   * @example 0.384
   */
  expected_false_matches: number | null;
  /**
   * Which face is meant where the picture shows several; and how many faces of a register could not be compared, as what is kept of them is damaged, or
   * as they wait for the networks of now.
   * @example ["The field `probe` shows 3 faces; the largest one is meant"]
   */
  notes: string[];
  /** @example 184.2 */
  processing_ms: number;
}
