import type { Coordinates, FoundFields } from '../../../domain/documents/index.js';
import type { BarcodeReading } from '../barcode/barcodeReading.js';
import type { MrzReading } from '../mrz/mrzReading.js';

/** What machines wrote for machines on the document; it outranks what was printed for people. */
export interface MachineReadings {
  mrz: readonly MrzReading[];
  barcodes: readonly BarcodeReading[];
}

/** Whether what a machine-readable zone or a barcode says of a field is also what is printed in the visual zone. */
export interface FieldCrossCheck {
  field: string;
  source: 'mrz' | 'barcode';
  /** `not_found` where the visual zone shows no such value. */
  outcome: 'agrees' | 'differs' | 'not_found';
  /** Where they differ: what the machine-readable part says, and what is printed. */
  values?: [string, string];
  /** Where the print stands that differs. */
  printed_at?: Coordinates;
}

/**
 * What was read of a document, field by field of its `output_schema`. Every field has an entry in `extracted`, `null` where
 * nothing was found; `raw` is as in the zone or the barcode where it was read there.
 */
export interface Extraction extends FoundFields {
  /**
   * 0 to 1: of the values with 0.9, about nine in ten are right, as far as that was measured (`docs/engine.md`). 0 for what was
   * not found.
   */
  confidences: { [field: string]: number };
  cross_checks: FieldCrossCheck[];
}
