import { crc32 } from 'node:zlib';
import { fromBufferPromise, getFileNameLowLevel, type Entry, type ZipFile } from 'yauzl';
import { ArchiveTooLarge, ArchiveUnreadable, type Unpacking } from './unpacking.js';

/** Unpacks a zip file. @throws ArchiveUnreadable, ArchiveTooLarge */
export async function unpackZip(bytes: Buffer, unpacking: Unpacking): Promise<void> {
  try {
    const zip = await fromBufferPromise(bytes, { decodeStrings: false });
    for await (const entry of zip.eachEntry()) await unpackEntry(zip, entry, unpacking);
  } catch (error) {
    if (error instanceof ArchiveTooLarge || error instanceof ArchiveUnreadable) throw error;
    throw new ArchiveUnreadable('is damaged', { cause: error });
  }
}

async function unpackEntry(zip: ZipFile, entry: Entry, unpacking: Unpacking): Promise<void> {
  const { generalPurposeBitFlag, fileNameRaw, extraFields, uncompressedSize } = entry;
  const filename = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
  if (entry.isEncrypted()) throw new ArchiveUnreadable('is encrypted');
  if (!unpacking.wants(filename, kindOf(entry, filename), uncompressedSize)) return;
  if (!entry.canDecodeFileData()) return unpacking.skip(filename, 'is packed in a way that is not supported');
  try {
    const content = await unpacking.read(await zip.openReadStreamPromise(entry));
    if (crc32(content) === entry.crc32) unpacking.keep(filename, content);
    else unpacking.skip(filename, 'is damaged');
  } catch (error) {
    if (error instanceof ArchiveTooLarge) throw error;
    unpacking.skip(filename, 'is damaged');
  }
}

/** Type bits of a Unix file mode, in the upper half of the external attributes (APPNOTE.TXT 4.4.15). */
const FILE_TYPE = 0o170000;
const REGULAR = 0o100000;

function kindOf({ externalFileAttributes }: Entry, filename: string): 'file' | 'folder' | 'other' {
  if (filename.endsWith('/')) return 'folder';
  const type = (externalFileAttributes >>> 16) & FILE_TYPE;
  return type === 0 || type === REGULAR ? 'file' : 'other';
}
