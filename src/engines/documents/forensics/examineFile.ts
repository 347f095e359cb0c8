import type { DocumentCheck } from '../../../domain/documents/index.js';
import type { ReadDocument } from '../reading/page.js';
import { FORENSIC_LIMITS, type ForensicLimits } from './forensicLimits.js';
import { examinePdf } from './pdf/examinePdf.js';

/** What is looked at, and against when. */
export interface ForensicOptions {
  /** ISO date. */
  today: string;
  limits?: ForensicLimits;
}

/**
 * Looks for traces of editing in a file itself: in how it is written, without any network. What it cannot look at is
 * left out or `not_run`; it never throws.
 */
export async function examineFile(
  bytes: Uint8Array,
  { facts }: Pick<ReadDocument, 'facts'>,
  { today, limits = FORENSIC_LIMITS }: ForensicOptions,
): Promise<DocumentCheck[]> {
  try {
    return facts.mime_type === 'application/pdf' ? await examinePdf(bytes, today, limits) : [];
  } catch {
    return [];
  }
}
