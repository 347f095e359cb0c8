import { type CheckCode, CHECKS, checkOf, type DocumentCheck, type Validity } from '../../../domain/documents/index.js';
import type { Authenticity } from '../authenticity/authenticity.js';
import type { BarcodeReading } from '../barcode/barcodeReading.js';
import type { Extraction } from '../extract/extraction.js';
import type { MrzReading } from '../mrz/mrzReading.js';
import type { DocumentQuality } from '../quality/quality.js';
import type { DocumentFaces } from '../face/portrait.js';
import { fileChecks } from './fileChecks.js';
import { portraitChecks } from './portraitChecks.js';
import { printChecks } from './printChecks.js';
import { qualityChecks } from './qualityChecks.js';
import { ruleChecks } from './ruleChecks.js';
import { typeChecks, type TypeAsked } from './typeChecks.js';
import { barcodeChecks, zoneChecks } from './zoneChecks.js';

/** What the steps of a run found; what is not there was not asked for. */
export interface StepFindings {
  /** What kind the document type describes. */
  kind?: string | undefined;
  quality?: DocumentQuality;
  mrz?: readonly MrzReading[];
  barcodes?: readonly BarcodeReading[];
  faces?: DocumentFaces;
  authenticity?: Authenticity;
  extraction?: Pick<Extraction, 'cross_checks' | 'coordinates'>;
  validation?: Validity;
  asked?: TypeAsked | undefined;
  /** What the file itself was found to have gone through. */
  forensics?: readonly DocumentCheck[];
}

/**
 * Every check there is of a document, in the order of the registry, with what came of it: one for each code at least, and more where
 * several fields or zones were looked at. What no step looked at, or could look at, is `not_run`.
 */
export function documentChecks(found: StepFindings): DocumentCheck[] {
  const { kind, quality, mrz, barcodes, authenticity, extraction, validation, asked } = found;
  const made = [
    ...(quality ? qualityChecks(quality) : []),
    ...(mrz ? zoneChecks(mrz, kind) : []),
    ...(barcodes ? barcodeChecks(barcodes) : []),
    ...(found.faces ? portraitChecks(found.faces) : []),
    ...(authenticity ? printChecks(extraction?.cross_checks ?? [], authenticity) : []),
    ...(authenticity ? fileChecks(authenticity) : []),
    ...(validation ? ruleChecks(validation, extraction?.coordinates ?? {}) : []),
    ...typeChecks(asked),
    ...(found.forensics ?? []),
  ];
  return (Object.keys(CHECKS) as CheckCode[]).flatMap((code) => {
    const ofCode = made.filter((check) => check.code === code);
    return ofCode.length > 0 ? ofCode : [checkOf(code, 'not_run', NOT_RUN)];
  });
}

const NOT_RUN = 'This was not looked at: no step of the run does, or the document has nothing of the kind.';
