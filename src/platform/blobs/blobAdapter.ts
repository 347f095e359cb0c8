import type { Readable } from 'node:stream';
import type { BlobPage, BrokenOff, ByteRange } from './blobStore.js';

/** Where sealed bytes are kept. `encryptedBlobs.ts` makes a blob store of it. */
export interface BlobAdapter {
  /** `filesystem` or `s3`. */
  readonly kind: string;
  /** Most bytes of a stream that are in memory while it is stored. */
  readonly memoryOfPut: number;
  /** Stores all of the stream or, when it breaks, nothing; durable when the promise resolves. Replaces what was there. @throws NoRoomForBlobs */
  put(key: string, content: Readable): Promise<void>;
  /** The bytes of `range` (which may reach beyond the end), or all, and the size of the whole. @throws BlobNotFound */
  get(key: string, range?: ByteRange): Promise<{ content: Readable; total: number }>;
  /** True where there was one. */
  delete(key: string): Promise<boolean>;
  /** See `BlobStore.list`; what is there that is no blob may be among them. */
  list(): AsyncIterable<BlobPage>;
  /** See `BlobStore.removeBrokenOff`. A store that does not know the keys of what is there removes all: it is nobody else's. */
  removeBrokenOff(which: BrokenOff): Promise<number>;
  /** Resolves when the store is there, and may be written and read. */
  ping(): Promise<void>;
  /** Whether something can be stored now, as far as that can be known. @throws NoRoomForBlobs */
  assertRoom(): Promise<void>;
  close(): Promise<void>;
}
