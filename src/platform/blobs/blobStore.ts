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

/** Whose blob it is. */
export interface BlobOwner {
  /** The subject under whose key it is encrypted: erasing the subject makes it unreadable, and every copy of it. */
  subject: string;
}

/** Some of what is stored. */
export interface BlobPage {
  /** When it was listed, by the clock that also says when each was stored: that of the store. */
  asOf: Date;
  blobs: { key: string; storedAt: Date }[];
}

/** Which puts that were broken off by a crash. */
export interface BrokenOff {
  /** Begun longer ago than this, by the clock of the store. */
  olderThanMs: number;
  /** Whether a key can be of this service: others may keep files in the same bucket, and upload them for days. */
  isOurs: (key: string) => boolean;
  /** Where it is aborted, the others stay for the next time. */
  stopping: AbortSignal;
}

/** Encrypted files, as the rest of the service sees them. */
export interface BlobStore {
  /** `filesystem` or `s3`. */
  readonly kind: string;
  /** Most bytes of a stream that are in memory while it is stored. */
  readonly memoryOfPut: number;
  /**
   * Stores a stream or a buffer under `key`, encrypted; durable when the promise resolves. A second put of a key replaces it.
   * @throws SubjectErased when the owner was erased before @throws NoRoomForBlobs
   */
  put(key: string, content: Readable | Uint8Array, owner: BlobOwner): Promise<BlobRef>;
  /**
   * Opens a blob, decrypting as it streams. A flipped byte or a truncation ends the stream with BlobDamaged.
   * @throws BlobNotFound also when its owner was erased @throws BlobDamaged @throws BlobKeyMissing
   */
  get(key: string, range?: ByteRange): Promise<Readable>;
  /** The whole plain content. @throws BlobNotFound also when its owner was erased @throws BlobDamaged @throws BlobKeyMissing */
  read(key: string): Promise<Buffer>;
  /** True where there was one. */
  delete(key: string): Promise<boolean>;
  /**
   * All that is stored, in pages of a thousand at most and in no order. What is put or deleted meanwhile may be there or not;
   * everything else is there once.
   */
  list(): AsyncIterable<BlobPage>;
  /**
   * Removes what puts left that were broken off by a crash, which is no blob and in no list; how many there were. What cannot be
   * removed keeps none of the others. @throws Error the first of those that went wrong, once all were tried
   */
  removeBrokenOff(which: BrokenOff): Promise<number>;
  /** Whose a blob is, which its header says in the clear. @throws BlobNotFound @throws BlobDamaged */
  subjectOf(key: string): Promise<string>;
  /** Resolves when the store is there, and may be written and read. */
  ping(): Promise<void>;
  /** Whether something can be stored now, as far as that can be known. @throws NoRoomForBlobs */
  assertRoom(): Promise<void>;
  close(): Promise<void>;
}

/** The disk is full, or may not be written: nothing can be stored until that changes. What is there can be read. */
export class NoRoomForBlobs extends Error {
  override readonly name = 'NoRoomForBlobs';
  constructor(cause: unknown) {
    super('There is no room for files', { cause });
  }
}

/** There is no blob under that key, or nobody can read it any more because its owner was erased. */
export class BlobNotFound extends Error {
  override readonly name = 'BlobNotFound';
  constructor(readonly key: string) {
    super(`No blob is stored under ${key}`);
  }
}

/** The stored bytes are not what was written: changed, cut short or moved to another key. */
export class BlobDamaged extends Error {
  override readonly name = 'BlobDamaged';
  constructor(readonly key: string) {
    super(`The blob ${key} does not decrypt: it was changed, cut short or moved`);
  }
}

/** The blob may be whole, but it was encrypted under a key that is not here: database and blobs are not of one installation, or one was restored without the other. */
export class BlobKeyMissing extends Error {
  override readonly name = 'BlobKeyMissing';
  constructor(
    readonly key: string,
    /** Which key it was encrypted under. */
    under: string,
  ) {
    super(`The blob ${key} was encrypted under ${under}, which is not here`);
  }
}
