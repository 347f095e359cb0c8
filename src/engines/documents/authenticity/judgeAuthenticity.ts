import type { Extraction } from '../extract/extraction.js';
import type { MrzReading } from '../mrz/mrzReading.js';
import type { ReadDocument } from '../reading/page.js';
import type { Authenticity } from './authenticity.js';
import { fileSignals } from './fileSignals.js';
import { checkDigitSignals, dateSignals, printSignals } from './mrzSignals.js';

/** What was read of the document before. */
export interface AuthenticityInput {
  mrz: readonly MrzReading[];
  extraction: Pick<Extraction, 'cross_checks'>;
}

/**
 * Collects what speaks for a closer look at a document: a zone at odds with itself or with the print, and traces of editing in the
 * file. Signals with evidence, never a verdict: each of them also has innocent causes.
 */
export function judgeAuthenticity(document: ReadDocument, { mrz, extraction }: AuthenticityInput): Authenticity {
  const { facts, pages } = document;
  const sources = new Set(extraction.cross_checks.map((check) => check.source));
  const isPdf = facts.mime_type === 'application/pdf';
  return {
    signals: [
      ...checkDigitSignals(mrz),
      ...dateSignals(mrz),
      ...printSignals(extraction.cross_checks),
      ...fileSignals(facts, pages),
    ],
    examined: [
      ...(mrz.length > 0 ? (['mrz_check_digits'] as const) : []),
      ...(sources.has('mrz') ? (['mrz_against_print'] as const) : []),
      ...(sources.has('barcode') ? (['barcode_against_print'] as const) : []),
      'file_metadata',
      isPdf ? 'pdf_updates' : 'picture',
    ],
  };
}
