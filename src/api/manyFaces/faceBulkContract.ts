import type { TenantId, Uuid } from '../../domain/core/text.js';
import type { FaceDatabase } from '../../domain/faces/index.js';
import type { FaceImage } from '../faces/faceContract.js';
import type { FaceFoundView } from '../faces/faceRegistryContract.js';
import type { WebhookUrl } from '../http/textContract.js';

/** A picture of somebody to be looked for. */
export interface FaceProbe extends FaceImage {
  /**
   * What the caller calls it.
   * @minLength 1
   * @maxLength 255
   * @example "applicant-17"
   */
  id: string;
}

/** Whom to look for, and where. */
export interface FaceBulkBody {
  /**
   * In all at most 64 MiB of request: some 48 KB each where there are a thousand.
   * @minItems 1
   * @maxItems 1000
   */
  probes: FaceProbe[];
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
   * @maximum 50
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
  /** Is posted what a read of the job shows once it has ended. */
  webhook_url?: WebhookUrl;
  /** The key's own tenant when left out. */
  tenant_id?: TenantId;
}

/** A search for many faces that was begun. */
export interface FaceBulkBegun {
  job_id: Uuid;
  status: 'queued';
  /**
   * @isInt
   * @example 2
   */
  probe_count: number;
}

/** What was found of one probe. */
export interface FaceProbeView {
  /** What the caller calls it. */
  id: string;
  /** The most alike first; those that were taken out of their register since are left out. */
  results: FaceFoundView[];
  /**
   * Why it could not be looked for.
   * @example "The field `probe` shows no face"
   */
  error: string | null;
}

/** A search for many faces, and how far it is. */
export interface FaceBulkView {
  job_id: Uuid;
  /** One that was cancelled has failed. */
  status: 'queued' | 'running' | 'completed' | 'failed';
  /**
   * @isInt
   * @example 2
   */
  probe_count: number;
  /**
   * Probes that are done, those with an error too.
   * @isInt
   * @example 1
   */
  processed: number;
  /** Of the probes that are done, in their order. */
  results: FaceProbeView[];
  /** Why it failed; `cancelled` where somebody ended it. */
  error: string | null;
}
