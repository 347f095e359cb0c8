import { createHmac } from 'node:crypto';
import { onceItWorks } from '../onceItWorks.js';
import type { SubjectKeys } from './subjectKeys.js';

/**
 * HMAC-SHA-256 (RFC 2104) of a value that others could guess: a reference, a file, a key that a caller chose. Whoever has
 * the value cannot find it again without the installation's key. The same value has the same hash for ever, under one
 * purpose; under another purpose it has another one.
 */
export type KeyedHash = (purpose: string, value: string | Uint8Array) => Promise<Buffer>;

/**
 * Among the subject keys, so that it is made once, wrapped, and re-wrapped as they are. It is never another one: what is
 * found by a hash would not be found any more.
 */
const SUBJECT = 'keyed-hashes';

/** Keyed hashes of this installation. */
export function createKeyedHash(subjectKeys: Pick<SubjectKeys, 'obtain'>): KeyedHash {
  const obtain = onceItWorks(() => subjectKeys.obtain(SUBJECT));
  return async (purpose, value) => {
    const { bytes } = await obtain();
    return createHmac('sha256', bytes).update(JSON.stringify(purpose)).update(value).digest();
  };
}
