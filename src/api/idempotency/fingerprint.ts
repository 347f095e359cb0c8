import { createHash, type Hash } from 'node:crypto';

/**
 * SHA-256 of what a request says: its query string and the content of its body, whatever the order of an object's members or of the
 * parameters.
 */
export function fingerprint(query: string, body: unknown): Buffer {
  const parameters = new URLSearchParams(query);
  parameters.sort();
  const hash = createHash('sha256').update(parameters.toString());
  add(hash, body);
  return hash.digest();
}

// Lengths stand before texts, so that no two contents are written the same way.
function add(hash: Hash, value: unknown): void {
  if (Array.isArray(value)) {
    hash.update(`[${value.length}:`);
    for (const entry of value) add(hash, entry);
  } else if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
    hash.update(`{${members.length}:`);
    for (const [key, member] of members) {
      add(hash, key);
      add(hash, member);
    }
  } else if (typeof value === 'string') {
    hash.update(`"${value.length}:`).update(value);
  } else {
    hash.update(`${String(value)};`);
  }
}
