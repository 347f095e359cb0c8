import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { SLICE } from '../requests/parseJson.js';

/**
 * SHA-256 of what a request says: its query string and the content of its body, whatever the order of an object's members or of the
 * parameters. Lets other requests have their turn where there is much to hash.
 */
export async function fingerprint(query: string, body: unknown): Promise<Buffer> {
  const parameters = new URLSearchParams(query);
  parameters.sort();
  const hash = createHash('sha256').update(parameters.toString());
  let hashed = 0;
  for (const piece of piecesOf(body)) {
    hash.update(piece);
    hashed += piece.length;
    if (hashed < SLICE) continue;
    hashed = 0;
    await setImmediate();
  }
  return hash.digest();
}

/** A value as text. Lengths stand before what they are the lengths of, so that no two values are written the same way. */
function* piecesOf(value: unknown): Generator<string> {
  if (Array.isArray(value)) {
    yield `[${value.length}:`;
    for (const entry of value) yield* piecesOf(entry);
  } else if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
    yield `{${members.length}:`;
    for (const [key, member] of members) {
      yield* piecesOf(key);
      yield* piecesOf(member);
    }
  } else if (typeof value === 'string') {
    yield `"${value.length}:`;
    for (let at = 0; at < value.length; at += SLICE) yield value.slice(at, at + SLICE);
  } else {
    yield `${String(value)};`;
  }
}
