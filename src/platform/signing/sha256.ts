import { createHash } from 'node:crypto';

/** SHA-256 of these bytes behind one another. */
export function sha256(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
