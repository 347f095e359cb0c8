import { createCipheriv, createDecipheriv, createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { SubjectKeys } from '../sealing/subjectKeys.js';
import type { BlobAdapter } from './blobAdapter.js';
import { LONGEST_HEADER, makeHeader, openHeader, readSubject } from './blobHeader.js';
import { BlobDamaged, type BlobStore, type ByteRange } from './blobStore.js';

/**
 * A stored blob is a header (`blobHeader.ts`) and frames. Each frame: up to 64 KiB of content under AES-256-GCM, then its
 * tag. The nonce of a frame is its number and whether it is the last, so frames can be read from the middle, but not
 * changed, moved, dropped or cut off: the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár, "Online
 * Authenticated-Encryption and its Nonce-Reuse Misuse-Resistance" (2015). There is always a last frame; it is empty for an
 * empty blob.
 */
const TAG_BYTES = 16;
const PLAIN_FRAME = 64 * 1024;
const SEALED_FRAME = PLAIN_FRAME + TAG_BYTES;

/** Slash-separated segments of letters, digits, dots, dashes and underscores; none begins with a dot. */
const KEY = /^(?=.{1,512}$)[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}(\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,199})*$/;

/**
 * A blob store over an adapter: AES-256-GCM under a data key per blob, which the key of the blob's subject wraps. Never
 * holds a whole blob in memory, `read` apart.
 */
export function encryptedBlobs(deps: {
  adapter: BlobAdapter;
  subjectKeys: Pick<SubjectKeys, 'obtain' | 'find'>;
}): BlobStore {
  const { adapter, subjectKeys } = deps;

  const get = async (key: string, range?: ByteRange): Promise<Readable> => {
    checkKey(key);
    const { content, total } = await adapter.get(key, { start: 0, end: LONGEST_HEADER - 1 });
    const { dataKey, bytes: headerBytes } = await openHeader(subjectKeys, key, await buffer(content));
    const layout = { headerBytes, total };
    const size = plainSize(layout);
    const { start, end } = range ?? { start: 0, end: size - 1 };
    if (range && (start < 0 || end < start || start >= size)) {
      throw new RangeError(`Bytes ${start} to ${end} are outside of a blob of ${size} bytes`);
    }
    const plain = openRange({ adapter, key, dataKey, ...layout, start, end: Math.min(end, size - 1) });
    return Readable.from(plain, { objectMode: false });
  };

  return {
    kind: adapter.kind,
    memoryOfPut: adapter.memoryOfPut,
    async put(key, content, { subject }) {
      checkKey(key);
      const { dataKey, header } = makeHeader(await subjectKeys.obtain(subject), key, subject);
      const seen = { hash: createHash('sha256'), size: 0 };
      const source = content instanceof Uint8Array ? [content] : (content as AsyncIterable<Uint8Array>);
      await adapter.put(key, Readable.from(seal(header, dataKey, source, seen), { objectMode: false }));
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
    async *list() {
      for await (const page of adapter.list()) yield { ...page, blobs: page.blobs.filter(({ key }) => KEY.test(key)) };
    },
    removeBrokenOff: (which) => adapter.removeBrokenOff(which),
    async subjectOf(key) {
      checkKey(key);
      const { content } = await adapter.get(key, { start: 0, end: LONGEST_HEADER - 1 });
      return readSubject(key, await buffer(content)).subject;
    },
    ping: () => adapter.ping(),
    assertRoom: () => adapter.assertRoom(),
    close: () => adapter.close(),
  };
}

function checkKey(key: string): void {
  if (!KEY.test(key)) throw new TypeError(`"${key}" is no blob key`);
}

/** Where the frames of a stored blob begin, and where they end. */
interface Layout {
  headerBytes: number;
  total: number;
}

const plainSize = ({ headerBytes, total }: Layout): number => {
  const sealed = total - headerBytes;
  return Math.max(0, sealed - Math.ceil(sealed / SEALED_FRAME) * TAG_BYTES);
};

const lastFrame = ({ headerBytes, total }: Layout): number => Math.ceil((total - headerBytes) / SEALED_FRAME) - 1;

function nonce(frame: number, last: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(frame, 7);
  bytes[11] = last ? 1 : 0;
  return bytes;
}

async function* seal(
  header: Buffer,
  dataKey: Buffer,
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  seen: { hash: Hash; size: number },
): AsyncGenerator<Buffer> {
  yield header;
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
interface Opening extends Layout {
  adapter: BlobAdapter;
  key: string;
  dataKey: Buffer;
  start: number;
  end: number;
}

async function* openRange({ adapter, key, dataKey, start, end, ...layout }: Opening): AsyncGenerator<Buffer> {
  const firstFrame = Math.floor(start / PLAIN_FRAME);
  const endFrame = Math.floor(Math.max(end, 0) / PLAIN_FRAME) + 1;
  const { headerBytes } = layout;
  const from = headerBytes + firstFrame * SEALED_FRAME;
  const { content } = await adapter.get(key, { start: from, end: headerBytes + endFrame * SEALED_FRAME - 1 });
  try {
    let frame = firstFrame;
    for await (const sealed of framed(content as AsyncIterable<Uint8Array>, SEALED_FRAME)) {
      const plain = openFrame(key, dataKey, nonce(frame, frame === lastFrame(layout)), sealed);
      const offset = frame * PLAIN_FRAME;
      yield plain.subarray(Math.max(0, start - offset), Math.max(0, end + 1 - offset));
      frame++;
    }
    if (frame !== endFrame) throw new BlobDamaged(key);
  } finally {
    content.destroy();
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
