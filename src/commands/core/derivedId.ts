import { createHash } from 'node:crypto';

/**
 * An id for a part of something that has one: whoever does the same again gives its parts the same ids. RFC 9562, version 8: the
 * bits of version and variant set, the rest the SHA-256 of both.
 */
export function derivedId(id: string, part: string): string {
  const hex = createHash('sha256').update(`${id}:${part}`).digest('hex');
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`];
  return [...groups, hex.slice(20, 32)].join('-');
}
