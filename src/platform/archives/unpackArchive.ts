import { ARCHIVE_LIMITS, ArchiveUnreadable, createUnpacking, type ArchiveLimits, type Unpacked } from './unpacking.js';
import { unpackTar } from './unpackTar.js';
import { unpackZip } from './unpackZip.js';

/** Kinds of archives that are read. */
export type ArchiveType = 'application/zip' | 'application/x-tar' | 'application/gzip';

/**
 * What kind of archive bytes are, told by their content: the signature of a zip's first entry or of its empty directory
 * (APPNOTE.TXT 4.3), that of gzip (RFC 1952), or the magic of a tar header (POSIX.1-1988 and GNU). Not by `file-type`,
 * which tells what images and PDFs are: it goes on into a zip, and has another type for one with a manifest of Java or an
 * office document in it, while here every zip is a zip whatever its entries are.
 */
export function archiveType(bytes: Buffer): ArchiveType | undefined {
  const start = bytes.subarray(0, 4).toString('latin1');
  if (start === 'PK\x03\x04' || start === 'PK\x05\x06') return 'application/zip';
  if (start.startsWith('\x1f\x8b')) return 'application/gzip';
  return bytes.subarray(257, 262).toString('latin1') === 'ustar' ? 'application/x-tar' : undefined;
}

/**
 * Unpacks a zip, tar or tar.gz file in memory. Folders, links and entries with names that lead elsewhere are no files; what
 * is skipped is named.
 * @throws ArchiveUnreadable for what is no archive, encrypted or damaged; ArchiveTooLarge beyond the limits
 */
export async function unpackArchive(bytes: Buffer, limits: ArchiveLimits = ARCHIVE_LIMITS): Promise<Unpacked> {
  const unpacking = createUnpacking(bytes.length, limits);
  const type = archiveType(bytes);
  if (type === undefined) throw new ArchiveUnreadable('is neither zip, tar nor tar.gz');
  if (type === 'application/zip') await unpackZip(bytes, unpacking);
  else await unpackTar(bytes, unpacking, { gzipped: type === 'application/gzip' });
  return unpacking.unpacked;
}
