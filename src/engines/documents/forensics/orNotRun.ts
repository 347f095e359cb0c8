import { type CheckCode, checkOf, type DocumentCheck } from '../../../domain/documents/index.js';

/** What a method found; `not_run` where it fails, whatever of: files are hostile, and a trace that is not found says nothing. */
export async function orNotRun(code: CheckCode, examine: () => Promise<DocumentCheck[]>): Promise<DocumentCheck[]> {
  try {
    return await examine();
  } catch {
    return [checkOf(code, 'not_run', 'The file is not written so that this could be looked at.')];
  }
}
