import type { Classification } from '../classify/classification.js';
import type { EngineDocumentType } from '../documentEngine.js';
import type { MachineReadings } from '../extract/extraction.js';
import type { ReadDocument } from '../reading/page.js';

/** What a proposal is made of. */
export interface DocumentToPropose {
  document: Pick<ReadDocument, 'pages'>;
  readings: MachineReadings;
  classification: Classification;
  candidates: readonly EngineDocumentType[];
  /** ISO date. */
  today: string;
}
