import type { ExecutionView } from './executionContract.js';
import type { AgentRunPhaseView, AgentRunResultView } from './resultContract.js';
import type { DocumentStepView } from './stepContract.js';
import type { Metadata } from '../../domain/core/metadata.js';
import type { TenantId } from '../../domain/core/text.js';
import type { NothingView } from '../../domain/documents/index.js';
import type { WebhookUrl } from '../http/textContract.js';

/** A document of an agent run. */
export interface AgentRunDocument {
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
}

/** An archive of documents. */
export interface AgentRunArchive {
  /**
   * A zip, tar or tar.gz file in base64, told by its content: at most 200 files of 20 MiB each, 100 MiB unpacked.
   * @format base64
   * @example "H4sIAAAAAAAAAwMAAAAAAAAAAAA="
   */
  data: string;
  /**
   * @maxLength 255
   * @example "customer-4711.zip"
   */
  filename?: string;
}

/** An agent run to start: documents, or an archive of them. */
export interface RunAgentBody {
  /**
   * Goal of the agent; it must be deployed.
   * @maxLength 64
   * @example "onboarding"
   */
  goal: string;
  /**
   * Required unless an archive is given.
   * @maxItems 200
   */
  documents?: AgentRunDocument[];
  archive?: AgentRunArchive;
  /** The key's own tenant when left out. */
  tenant_id?: TenantId;
  /**
   * Answer with the result (true), or at once and process behind it (false). More than 1,500,000 characters of base64 are answered with the result either way.
   * @default true
   */
  sync?: boolean;
  /** Where to post the result of a run with `sync: false`, also of one that was answered with the result. */
  webhook_url?: WebhookUrl;
  metadata?: Metadata;
}

/** A run of documents through an agent. */
export interface AgentRunView extends ExecutionView {
  /** One for each document. */
  steps: DocumentStepView[];
  /** Empty while running, where the run failed, and once it is erased. */
  result: AgentRunResultView | NothingView;
  /** One for each document type that turned up; empty while running. */
  phases: AgentRunPhaseView[];
}
