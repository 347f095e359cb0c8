import { createCipheriv, createDecipheriv, createHash, randomBytes, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { openBytes, sealBytes } from '../sealing/sealValue.js';
import type { BlobAdapter } from './blobAdapter.js';
import { BlobDamaged, type BlobStore, type ByteRange } from './blobStore.js';

/**
 * A stored blob is a header and frames. The header: four letters, then the blob's own data key wrapped by the master
 * key (`sealBytes`). Each frame: up to 64 KiB of content under AES-256-GCM, then its tag. The nonce of a frame is its
 * number and whether it is the last, so frames can be read from the middle, but not changed, moved, dropped or cut off: the STREAM
 * construction of Hoang, Reyhanitabar, Rogaway and Vizár, "Online Authenticated-Encryption and its Nonce-Reuse
 * Misuse-Resistance" (2015). There is always a last frame; it is empty for an empty blob.
 */
const MAGIC = Buffer.from('ATB1');
const DATA_KEY_BYTES = 32;
const WRAPPED_KEY_BYTES = 1 + 12 + DATA_KEY_BYTES + 16;
const HEADER_BYTES = MAGIC.length + WRAPPED_KEY_BYTES;
const TAG_BYTES = 16;
const PLAIN_FRAME = 64 * 1024;
const SEALED_FRAME = PLAIN_FRAME + TAG_BYTES;

/** Slash-separated segments of letters, digits, dots, dashes and underscores; none begins with a dot. */
const KEY = /^(?=.{1,512}$)[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}(\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,199})*$/;

/** A blob store over an adapter: AES-256-GCM under a data key per blob, which the master key wraps. Never holds a whole blob in memory, `read` apart. */
export function encryptedBlobs(deps: { adapter: BlobAdapter; masterKey: Buffer }): BlobStore {
  const { adapter, masterKey } = deps;

  const get = async (key: string, range?: ByteRange): Promise<Readable> => {
    checkKey(key);
    const { content, total } = await adapter.get(key, { start: 0, end: HEADER_BYTES - 1 });
    const header = await buffer(content);
    const size = plainSize(total);
    const { start, end } = range ?? { start: 0, end: size - 1 };
    if (range && (start < 0 || end < start || start >= size)) {
      throw new RangeError(`Bytes ${start} to ${end} are outside of a blob of ${size} bytes`);
    }
    const plain = openRange({ adapter, masterKey, key, header, total, start, end: Math.min(end, size - 1) });
    return Readable.from(plain, { objectMode: false });
  };

  return {
    kind: adapter.kind,
    async put(key, content) {
      checkKey(key);
      const seen = { hash: createHash('sha256'), size: 0 };
      const source = content instanceof Uint8Array ? [content] : (content as AsyncIterable<Uint8Array>);
      await adapter.put(key, Readable.from(seal(masterKey, key, source, seen), { objectMode: false }));
      return { key, sha256: seen.hash.digest('hex'), size: seen.size };
    },
    get,
    async read(key) {
      return buffer(await get(key));
    },
    async delete(key) {
      checkKey(key);
      return adapter.delete(key);
    },
    ping: () => adapter.ping(),
    close: () => adapter.close(),
  };
}

function checkKey(key: string): void {
  if (!KEY.test(key)) throw new TypeError(`"${key}" is no blob key`);
}

const wrapping = (key: string): string => `blob ${key}`;

const plainSize = (total: number): number => {
  const sealed = total - HEADER_BYTES;
  return Math.max(0, sealed - Math.ceil(sealed / SEALED_FRAME) * TAG_BYTES);
};

const lastFrame = (total: number): number => Math.ceil((total - HEADER_BYTES) / SEALED_FRAME) - 1;

function nonce(frame: number, last: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(frame, 7);
  bytes[11] = last ? 1 : 0;
  return bytes;
}

async function* seal(
  masterKey: Buffer,
  key: string,
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  seen: { hash: Hash; size: number },
): AsyncGenerator<Buffer> {
  const dataKey = randomBytes(DATA_KEY_BYTES);
  yield Buffer.concat([MAGIC, sealBytes(masterKey, wrapping(key), dataKey)]);
  let frame = 0;
  let held: Buffer | undefined;
  for await (const plain of framed(content, PLAIN_FRAME)) {
    seen.hash.update(plain);
    seen.size += plain.length;
    // One frame is held back, because only after it is known whether it is the last.
    if (held) yield sealFrame(dataKey, frame++, false, held);
    held = plain;
  }
  yield sealFrame(dataKey, frame, true, held ?? Buffer.alloc(0));
}

function sealFrame(dataKey: Buffer, frame: number, last: boolean, plain: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', dataKey, nonce(frame, last));
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** What a range of plain bytes is opened from; `start` and `end` are inside the blob. */
interface Opening {
  adapter: BlobAdapter;
  masterKey: Buffer;
  key: string;
  header: Buffer;
  total: number;
  start: number;
  end: number;
}

async function* openRange({ adapter, masterKey, key, header, total, start, end }: Opening): AsyncGenerator<Buffer> {
  const dataKey = openHeader(masterKey, key, header);
  const firstFrame = Math.floor(start / PLAIN_FRAME);
  const endFrame = Math.floor(Math.max(end, 0) / PLAIN_FRAME) + 1;
  const from = HEADER_BYTES + firstFrame * SEALED_FRAME;
  const { content } = await adapter.get(key, { start: from, end: HEADER_BYTES + endFrame * SEALED_FRAME - 1 });
  try {
    let frame = firstFrame;
    for await (const sealed of framed(content as AsyncIterable<Uint8Array>, SEALED_FRAME)) {
      const plain = openFrame(key, dataKey, nonce(frame, frame === lastFrame(total)), sealed);
      const offset = frame * PLAIN_FRAME;
      yield plain.subarray(Math.max(0, start - offset), Math.max(0, end + 1 - offset));
      frame++;
    }
    if (frame !== endFrame) throw new BlobDamaged(key);
  } finally {
    content.destroy();
  }
}

function openHeader(masterKey: Buffer, key: string, header: Buffer): Buffer {
  if (!header.subarray(0, MAGIC.length).equals(MAGIC)) throw new BlobDamaged(key);
  try {
    return openBytes(masterKey, wrapping(key), header.subarray(MAGIC.length));
  } catch {
    throw new BlobDamaged(key);
  }
}

function openFrame(key: string, dataKey: Buffer, iv: Buffer, sealed: Buffer): Buffer {
  if (sealed.length < TAG_BYTES) throw new BlobDamaged(key);
  const decipher = createDecipheriv('aes-256-gcm', dataKey, iv, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const plain = decipher.update(sealed.subarray(0, -TAG_BYTES));
  try {
    decipher.final();
  } catch {
    throw new BlobDamaged(key);
  }
  return plain;
}

/** Regroups bytes into buffers of exactly `size`, the last one apart. */
async function* framed(source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    while (length + rest.length >= size) {
      const missing = size - length;
      yield Buffer.concat([...pending, rest.subarray(0, missing)]);
      rest = rest.subarray(missing);
      pending = [];
      length = 0;
    }
    if (rest.length > 0) pending.push(rest);
    length += rest.length;
  }
  if (length > 0) yield Buffer.concat(pending);
}
