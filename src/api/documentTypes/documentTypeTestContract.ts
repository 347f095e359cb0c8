import type { PipelineResultView } from '../executions/resultContract.js';
import type { DocumentTypeChanges } from './documentTypeContract.js';
import type { SampleDocument } from './documentTypeDiscoveryContract.js';

/** A document to try a type on. */
export interface TestDocumentTypeBody {
  document: SampleDocument;
  /** What is to be otherwise than it is saved; nothing when left out. */
  draft?: DocumentTypeChanges;
}

/** What a document type, as it would be, makes of a document. */
export interface DocumentTypeTestView {
  /** `failed` where the document cannot be read. */
  status: 'completed' | 'failed';
  result: PipelineResultView | null;
  /**
   * Why the document cannot be read.
   * @example "The file is no JPEG that can be decoded."
   */
  error: string | null;
  /**
   * What of the draft is probably a mistake.
   * @example ["output_schema.total has the type hint \"amout\", which is taken as free text; did you mean \"amount\"?"]
   */
  warnings: string[];
}
