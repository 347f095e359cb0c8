import type { DocumentCheck } from '../../../domain/documents/index.js';
import type { ReadDocument } from '../reading/page.js';
import { FORENSIC_LIMITS, type ForensicLimits } from './forensicLimits.js';
import { examinePdf } from './pdf/examinePdf.js';
import { examinePicture } from './picture/examinePicture.js';

/** What is looked at, and against when. */
export interface ForensicOptions {
  /** ISO date. */
  today: string;
  limits?: ForensicLimits;
}

/**
 * Looks for traces of editing in a file itself: in how it is written, and in what its pictures look like, without any network. What it cannot
 * look at is left out or `not_run`; it never throws.
 */
export async function examineFile(
  bytes: Uint8Array,
  document: Pick<ReadDocument, 'facts' | 'pages' | 'pages_total'>,
  { today, limits = FORENSIC_LIMITS }: ForensicOptions,
): Promise<DocumentCheck[]> {
  const isPdf = document.facts.mime_type === 'application/pdf';
  const written = isPdf ? await examinePdf(bytes, today, limits).catch(() => []) : [];
  return [...written, ...(await examinePicture(bytes, document, limits).catch(() => []))];
}
