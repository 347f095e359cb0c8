import type { Metadata } from '../../domain/core/metadata.js';
import type { TenantId, Timestamp, Uuid } from '../../domain/core/text.js';
import type { ModeName } from '../apiKeys/apiKeyContract.js';
import type { ErasureView } from '../http/erasureContract.js';
import type { WebhookUrl } from '../http/textContract.js';
import type { AgentRunPhaseView, ExecutionResultView } from './resultContract.js';
import type { StepView } from './stepContract.js';

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
  result: ExecutionResultView;
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
  /** That of the key that started it: a run of a test key counts in no figure. */
  mode: ModeName;
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
