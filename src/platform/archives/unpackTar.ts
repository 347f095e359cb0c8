import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Extract, type Header } from 'tar-stream';
import { ArchiveTooLarge, ArchiveUnreadable, type Unpacking } from './unpacking.js';

/** Unpacks a tar file, also one that gzip packed. @throws ArchiveUnreadable, ArchiveTooLarge */
export async function unpackTar(bytes: Buffer, unpacking: Unpacking, { gzipped }: { gzipped: boolean }): Promise<void> {
  const entries = extract();
  const source = Readable.from(slices(bytes));
  const fed = gzipped
    ? pipeline(source, createGunzip(), bounded(2 * unpacking.limits.totalBytes), entries)
    : pipeline(source, entries);
  try {
    await Promise.all([fed, unpackEntries(entries, unpacking)]);
  } catch (error) {
    entries.destroy();
    await fed.catch(() => undefined);
    if (error instanceof ArchiveTooLarge) throw error;
    throw new ArchiveUnreadable('is damaged, or no tar inside its gzip', { cause: error });
  }
}

async function unpackEntries(entries: Extract, unpacking: Unpacking): Promise<void> {
  for await (const entry of entries) {
    const filename = entry.header.name.replace(/^(\.\/)+/, '');
    if (unpacking.wants(filename, kindOf(entry.header), entry.header.size)) {
      unpacking.keep(filename, await unpacking.read(entry as AsyncIterable<Buffer>));
    } else entry.resume();
  }
}

function kindOf({ type, name }: Header): 'file' | 'folder' | 'other' {
  if (type === 'directory' || name === '.' || name === './') return 'folder';
  return type === 'file' || type === 'contiguous-file' ? 'file' : 'other';
}

/** Entries that are passed over are unpacked as well: what a gzip yields is bounded as a whole. */
function bounded(most: number): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > most) done(new ArchiveTooLarge('unpacks to more than it may'));
      else done(null, chunk);
    },
  });
}

const SLICE = 64 * 1024;

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE);
}
