import type { Readable } from 'node:stream';

/**
 * The blob store port: encrypted files by key. Adapters: `filesystemBlobs.ts` (embedded default) and `s3Blobs.ts`.
 * Encryption is not the adapter's: `encryptedBlobs.ts` seals what goes in and opens what comes out.
 */

/** What is known of a blob once it is stored; this is what events carry instead of bytes. */
export interface BlobRef {
  /** Where it is stored; opaque. */
  key: string;
  /** SHA-256 of the plain content, lower-case hex. */
  sha256: string;
  /** Size of the plain content in bytes. */
  size: number;
}

/** A range of plain bytes, both ends included, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Encrypted files, as the rest of the service sees them. */
export interface BlobStore {
  /** `filesystem` or `s3`. */
  readonly kind: string;
  /** Stores a stream or a buffer under `key`, encrypted; durable when the promise resolves. A second put of a key replaces it. */
  put(key: string, content: Readable | Uint8Array): Promise<BlobRef>;
  /**
   * Opens a blob, decrypting as it streams. A flipped byte, a truncation or a wrong key ends the stream with BlobDamaged.
   * @throws BlobNotFound
   */
  get(key: string, range?: ByteRange): Promise<Readable>;
  /** The whole plain content. @throws BlobNotFound @throws BlobDamaged */
  read(key: string): Promise<Buffer>;
  /** True where there was one. */
  delete(key: string): Promise<boolean>;
  /** Resolves when the store can be written and read. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** There is no blob under that key. */
export class BlobNotFound extends Error {
  override readonly name = 'BlobNotFound';
  constructor(readonly key: string) {
    super(`No blob is stored under ${key}`);
  }
}

/** The stored bytes are not what was written: changed, cut short or sealed with another master key. */
export class BlobDamaged extends Error {
  override readonly name = 'BlobDamaged';
  constructor(readonly key: string) {
    super(`The blob ${key} does not decrypt: it was changed or cut short, or the master key is another one`);
  }
}
