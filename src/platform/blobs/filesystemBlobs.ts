import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, constants, mkdir, open, opendir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isNoRoom, probeRoom } from '../roomOnDisk.js';
import type { BlobAdapter } from './blobAdapter.js';
import { BlobNotFound, NoRoomForBlobs, type BlobPage, type BrokenOff } from './blobStore.js';
import { removeEach } from './removeEach.js';

/** The buffers of the streams that a file goes through, with some to spare: a few hundred KiB. */
const MEMORY_OF_PUT = 1024 * 1024;

/** Where uploads are written first. Segments of keys do not begin with a dot and hold no tilde: nothing here is a blob's. */
const INCOMING = '.incoming';

/** Says so where there is no room. @throws NoRoomForBlobs, or the error as it is */
function failPlainly(error: unknown): never {
  throw isNoRoom(error) ? new NoRoomForBlobs(error) : error;
}

/**
 * Blobs as files below `folder`, which is made where there is none. A blob is written under another name, flushed to the disk and
 * renamed: it is there as a whole or not at all. Keys are checked above, in `encryptedBlobs`.
 */
export async function createFilesystemBlobs(options: { folder: string }): Promise<BlobAdapter> {
  const { folder } = options;
  const incoming = join(folder, INCOMING);
  const fileOf = (key: string): string => join(folder, `${key}~`);
  await mkdir(incoming, { recursive: true, mode: 0o700 });

  return {
    kind: 'filesystem',
    memoryOfPut: MEMORY_OF_PUT,
    async put(key, content) {
      const draft = join(incoming, randomBytes(12).toString('hex'));
      try {
        await pipeline(content, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }));
        const file = fileOf(key);
        const made = await mkdir(dirname(file), { recursive: true, mode: 0o700 });
        await rename(draft, file);
        await flushFolders(dirname(file), made ? dirname(made) : dirname(file));
      } catch (error) {
        await rm(draft, { force: true });
        failPlainly(error);
      }
    },

    async get(key, range) {
      const file = await open(fileOf(key)).catch((error: unknown) => {
        throw isMissing(error) ? new BlobNotFound(key) : error;
      });
      const { size } = await file.stat();
      if (range && range.start >= size) {
        await file.close();
        return { content: Readable.from([]), total: size };
      }
      return { content: file.createReadStream({ ...range, highWaterMark: 256 * 1024 }), total: size };
    },

    async delete(key) {
      try {
        await rm(fileOf(key));
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },

    async *list() {
      const asOf = new Date(await timeIn(incoming));
      let blobs: BlobPage['blobs'] = [];
      for await (const blob of blobsIn(folder, '')) {
        blobs.push(blob);
        if (blobs.length < PAGE) continue;
        yield { asOf, blobs };
        blobs = [];
      }
      if (blobs.length > 0) yield { asOf, blobs };
    },

    removeBrokenOff: (which) => removeDrafts(incoming, which),
    ping: () => access(incoming, constants.R_OK | constants.W_OK),
    assertRoom: () => probeRoom(incoming).catch(failPlainly),
    close: () => Promise.resolve(),
  };
}

/** Blobs in one page of a list. */
const PAGE = 1_000;

/** The blobs below a folder, whose keys begin with `prefix`. */
async function* blobsIn(folder: string, prefix: string): AsyncGenerator<BlobPage['blobs'][number]> {
  for await (const entry of await opendir(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && path !== join(folder, INCOMING)) yield* blobsIn(path, `${prefix}${entry.name}/`);
    if (!entry.isFile() || !entry.name.endsWith('~')) continue;
    // One that was deleted since is not there.
    const found = await stat(path).catch(() => undefined);
    if (found) yield { key: `${prefix}${entry.name.slice(0, -1)}`, storedAt: found.mtime };
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

/** A new name is durable when its folder is flushed, and a new folder when the one above it is. */
async function flushFolders(from: string, upTo: string): Promise<void> {
  for (let folder = from; ; folder = dirname(folder)) {
    const handle = await open(folder);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (folder === upTo || folder === dirname(folder)) return;
  }
}

/** What is old goes by the clock of the file system, which also dates what other processes write: that of this one may be wrong. */
async function removeDrafts(incoming: string, { olderThanMs, stopping }: BrokenOff): Promise<number> {
  const drafts = await readdir(incoming);
  const now = await timeIn(incoming);
  const isOld = async (file: string): Promise<boolean> => {
    const found = await stat(file).catch(() => undefined);
    return found !== undefined && now - found.mtimeMs > olderThanMs;
  };
  const remove = async (name: string): Promise<boolean> => {
    const file = join(incoming, name);
    if (!(await isOld(file))) return false;
    await rm(file, { force: true });
    return true;
  };
  return removeEach(drafts, remove, stopping);
}

/** The time that the file system gives to what is written in a folder now, in milliseconds since 1970. */
async function timeIn(folder: string): Promise<number> {
  const probe = join(folder, randomBytes(12).toString('hex'));
  await writeFile(probe, '', { mode: 0o600 });
  const { mtimeMs } = await stat(probe);
  await rm(probe, { force: true });
  return mtimeMs;
}
