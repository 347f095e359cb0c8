import type { Timestamp, Uuid } from '../../domain/core/text.js';
import type { FieldValuesView } from '../../domain/documents/index.js';

/** A document of a case, with what was read from it. */
export interface FoundDocumentView {
  doc_id: Uuid;
  session_id: Uuid;
  /**
   * The goal of its case.
   * @example "customer_onboarding"
   */
  session_goal: string;
  /** @example "passport.jpg" */
  filename: string;
  /**
   * What it was read as: `unknown` when it fits no type, empty until it is known.
   * @example "passport"
   */
  document_type: string;
  /**
   * Decimal string, 0 to 1; empty until it is known.
   * @example "0.98"
   */
  confidence: string;
  status: 'pending' | 'processing' | 'done' | 'failed';
  /**
   * Values by field, masked ones as they are shown everywhere.
   * @example { "surname": "LINDQVIST", "expiry_date": "2033-05-08" }
   */
  extracted: FieldValuesView;
  created_at: Timestamp;
}

/** Headers of an export. */
export interface ExportHeaders {
  /** `attachment; filename=extraction_export.csv`. */
  'Content-Disposition': string;
}
