/** A file of an archive. */
export interface UnpackedFile {
  /** Its path in the archive. */
  filename: string;
  bytes: Buffer;
}

/** An entry of an archive that was passed over. */
export interface SkippedEntry {
  filename: string;
  /** Completes "The entry …". */
  reason: string;
}

/** What an archive held, in its order. */
export interface Unpacked {
  files: UnpackedFile[];
  skipped: SkippedEntry[];
}

/** How much an archive may hold. Sizes in bytes, unpacked. */
export interface ArchiveLimits {
  files: number;
  /** Folders and all else that is no file included. */
  entries: number;
  fileBytes: number;
  totalBytes: number;
  /** Unpacked to packed, of the whole archive, once it is worth looking at: pages that were scanned pack to a tenth at best. */
  ratio: number;
  /** Folders inside folders. */
  depth: number;
}

/** The limits of archives that callers send. */
export const ARCHIVE_LIMITS: ArchiveLimits = {
  files: 200,
  entries: 5_000,
  fileBytes: 20 * 1024 * 1024,
  totalBytes: 100 * 1024 * 1024,
  ratio: 250,
  depth: 16,
};

/** The archive cannot be read as one. The message completes "The archive …" and holds nothing of its content. */
export class ArchiveUnreadable extends Error {
  override readonly name = 'ArchiveUnreadable';
}

/** The archive holds more than it may. The message completes "The archive …". */
export class ArchiveTooLarge extends Error {
  override readonly name = 'ArchiveTooLarge';
}

/** Below this an archive may be packed as well as it likes. */
const RATIO_FROM_BYTES = 10 * 1024 * 1024;

const LONGEST_NAME = 512;

/** Collects what an archive holds, and holds it to the limits while it is unpacked. */
export interface Unpacking {
  readonly limits: ArchiveLimits;
  readonly unpacked: Unpacked;
  /**
   * Meets an entry: whether its content is wanted.
   * @param size what the archive says that it unpacks to, if it says so
   * @throws ArchiveTooLarge
   */
  wants(filename: string, kind: 'file' | 'folder' | 'other', size?: number): boolean;
  /** Reads the content of an entry. @throws ArchiveTooLarge, and what the stream throws */
  read(content: AsyncIterable<Buffer>): Promise<Buffer>;
  /** Keeps a file. */
  keep(filename: string, bytes: Buffer): void;
  /** Names an entry that is passed over. */
  skip(filename: string, reason: string): void;
}

/** Begins to unpack an archive of that many bytes. */
export function createUnpacking(packedBytes: number, limits: ArchiveLimits): Unpacking {
  const unpacked: Unpacked = { files: [], skipped: [] };
  const seen = { entries: 0, files: 0, bytes: 0 };

  const skip = (filename: string, reason: string): void =>
    void unpacked.skipped.push({ filename: filename.slice(0, LONGEST_NAME), reason });

  const assertFileFits = (size: number): void => {
    if (size > limits.fileBytes) throw new ArchiveTooLarge(`has a file of more than ${mib(limits.fileBytes)}`);
  };

  const take = (bytes: number): void => {
    seen.bytes += bytes;
    if (seen.bytes > limits.totalBytes) throw new ArchiveTooLarge(`unpacks to more than ${mib(limits.totalBytes)}`);
    if (seen.bytes > RATIO_FROM_BYTES && seen.bytes > limits.ratio * packedBytes) {
      throw new ArchiveTooLarge(`unpacks to more than ${limits.ratio} times its size`);
    }
  };

  return {
    ...{ limits, unpacked, skip },

    wants(filename, kind, size = 0) {
      seen.entries++;
      if (seen.entries > limits.entries) throw new ArchiveTooLarge(`has more than ${limits.entries} entries`);
      if (kind === 'folder') return false;
      const reason = kind === 'other' ? 'is a link or a device, not a file' : objectionTo(filename, limits.depth);
      if (reason !== undefined) {
        skip(filename, reason);
        return false;
      }
      seen.files++;
      if (seen.files > limits.files) throw new ArchiveTooLarge(`has more than ${limits.files} files`);
      assertFileFits(size);
      return true;
    },

    async read(content) {
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of content) {
        size += chunk.length;
        assertFileFits(size);
        take(chunk.length);
        chunks.push(chunk);
      }
      return Buffer.concat(chunks, size);
    },

    keep(filename, bytes) {
      if (bytes.length === 0) skip(filename, 'is empty');
      else unpacked.files.push({ filename, bytes });
    },
  };
}

function objectionTo(filename: string, depth: number): string | undefined {
  // Windows takes both for separators.
  const parts = filename.split(/[/\\]/);
  if (filename.length > LONGEST_NAME) return 'has too long a name';
  if (parts[0] === '' || /^[A-Za-z]:/.test(filename) || parts.includes('..')) {
    return 'has a path that leads out of the archive';
  }
  if (/\p{Cc}/u.test(filename)) return 'has control characters in its name';
  if (parts.length > depth) return 'lies too deep in folders';
  // What macOS and file managers leave behind, such as `__MACOSX/._passport.jpg` and `.DS_Store`.
  if (parts[0] === '__MACOSX' || parts.some((part) => part.startsWith('.') && part !== '.')) return 'is hidden';
  return undefined;
}

const mib = (bytes: number): string => `${bytes / 1024 / 1024} MiB`;
