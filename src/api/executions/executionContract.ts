import type { Metadata } from '../../domain/core/metadata.js';
import type { TenantId, Timestamp, Uuid } from '../../domain/core/text.js';
import type { ErasureView } from '../http/erasureContract.js';
import type { WebhookUrl } from '../http/textContract.js';

/**
 * A document to process. Other fields are handed to each step. A run with `sync: true` does not store them; one with `sync: false` does, sealed,
 * until it is erased: a worker needs them later. No answer shows them.
 */
export interface PipelineInput {
  /**
   * The file in base64 (RFC 4648, padded, no line breaks), at most 20 MiB decoded. What it is is told by its content: JPEG, PNG, WebP, TIFF, BMP, GIF or PDF.
   * @format base64
   * @example "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
   */
  data: string;
  /**
   * What the caller takes it for; the content decides.
   * @maxLength 255
   * @example "image/jpeg"
   */
  mime_type: string;
  /**
   * @maxLength 255
   * @example "passport.jpg"
   */
  filename: string;
  [extra: string]: unknown;
}

/** A run to start. */
export interface RunPipelineBody {
  /**
   * The document type: the tenant's own, else the global one.
   * @example "passport"
   */
  context_id: string;
  input: PipelineInput;
  /** The key's own tenant when left out. */
  tenant_id?: TenantId;
  /**
   * Answer with the result (true), or at once and process behind it (false).
   * @default true
   */
  sync?: boolean;
  /** Where to post the result of an asynchronous run. */
  webhook_url?: WebhookUrl;
  metadata?: Metadata;
}

/** The outcome of one step. */
export interface StepView {
  /**
   * The step; `type:<context_id>` for a member of a composite type, `document` for a document of an agent run.
   * @example "extract"
   */
  tool: string;
  /**
   * Index in the pipeline, from 0.
   * @isInt
   * @example 1
   */
  order: number;
  status: 'success' | 'failed';
  /** That step's part of the result. */
  output: { [key: string]: unknown };
  /** Why it failed, when it did. */
  error?: string;
  /** @example 412.5 */
  duration_ms: number;
}

/** What an agent run found of one document type. */
export interface AgentRunPhaseView {
  /**
   * `unknown` for documents that fit no type or could not be read.
   * @example "passport"
   */
  doc_type: string;
  /** `failed` where a document could not be read. */
  status: 'completed' | 'failed';
  /**
   * Of several documents of the type the later value. Masked values are masked.
   * @example { "surname": "LINDQVIST", "expiry_date": "2033-05-08" }
   */
  extracted: { [field: string]: unknown };
  /** Whether the last document of the type keeps its rules. */
  valid: boolean;
  violations: { field: string; rule: string; message: string }[];
}

/** Where a run stands. */
export type ExecutionStatusName = 'running' | 'completed' | 'failed';

/** A run of a document through a pipeline, as it is listed. */
export interface ListedExecutionView {
  execution_id: Uuid;
  /** @example "passport" */
  context_id: string;
  /** @example "Passport" */
  context_display_name: string;
  tenant_id: TenantId;
  status: ExecutionStatusName;
  /** In execution order; of an agent run one per document. */
  steps: StepView[];
  /** Of an agent run: what was found, by document type. */
  phases?: AgentRunPhaseView[];
  /**
   * `{ document_type, confidence, extracted, confidences, coordinates, raw, sources, valid, violations, checks }`; a composite type has one such object per member
   * under the member's name. Of an agent run `{ decision, reasons, cross_match, validation, governance, completed_at, phases, progress, skipped }`. Empty until there
   * is one. Masked values are masked.
   * @example {
   *   "document_type": "passport",
   *   "confidence": "0.98",
   *   "extracted": { "surname": "LINDQVIST", "document_number": "*****3967", "expiry_date": "2033-05-08" },
   *   "confidences": { "surname": 0.97, "document_number": 0.99, "expiry_date": 0.99 },
   *   "coordinates": { "surname": { "page": 1, "box": [0.31, 0.28, 0.2, 0.04] } },
   *   "raw": { "surname": "LINDQVIST", "document_number": "*****3967", "expiry_date": "330508" },
   *   "sources": { "surname": "ocr", "document_number": "mrz", "expiry_date": "mrz" },
   *   "valid": true,
   *   "violations": [],
   *   "checks": [{
   *     "code": "mrz_check_digit_fails", "status": "passed", "weight": "strong", "detail": "All check digits of the zone hold.",
   *     "field": null, "page": 1, "box": [0.05, 0.8, 0.9, 0.14], "values": []
   *   }]
   * }
   */
  result: { [key: string]: unknown };
  /** Why the run failed, when it did. */
  error?: string;
  /** @example "passport.jpg" */
  input_filename: string;
  /**
   * What the content was found to be.
   * @example "image/jpeg"
   */
  input_mime_type: string;
  /** @example "/v1/pipeline/executions/0b9e3a52-6f0c-4e0f-9a57-3f1c7b1f2d11/file" */
  file_url: string;
  started_at: Timestamp;
  /** Empty while running. */
  completed_at: string;
  /**
   * Measured; 0 while running.
   * @example 913.2
   */
  total_ms: number;
}

/** A run of a document through a pipeline. */
export interface ExecutionView extends ListedExecutionView {
  /** What it was started with; empty where that is nothing. */
  metadata: Metadata;
}

/** Headers of a downloaded file. */
export interface FileHeaders {
  /** `inline`, with a quoted ASCII `filename` and the whole name as `filename*`. */
  'Content-Disposition': string;
  /** `private, max-age=3600`. */
  'Cache-Control': string;
  /** Stays the same for as long as the file is kept; good for `If-Range`. */
  ETag: string;
  /** `bytes`. */
  'Accept-Ranges': string;
  /** Which bytes a 206 holds. */
  'Content-Range'?: string;
}

/** The certificate of an execution's erasure. */
export interface ExecutionErasureView extends ErasureView {
  execution_id: Uuid;
}
