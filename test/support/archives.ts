import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { pack, type Header } from 'tar-stream';

/** An entry of a zip. */
export interface ZipEntry {
  name: string;
  bytes?: Buffer;
  /** Unix file mode, type bits included. */
  mode?: number;
  /** Sets the flag for encryption; the content stays as it is. */
  encrypted?: boolean;
  /** Instead of the CRC-32 of the content. */
  crc?: number;
}

const CREATED_ON_UNIX = 0x0314;
const DEFLATED = 8;
const UTF8_NAMES = 0x800;

/** A zip file as APPNOTE.TXT describes it: local headers with their content, then the central directory. */
export function zipOf(...entries: ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes = Buffer.alloc(0), mode = 0o100644, encrypted = false, crc = crc32(bytes) } of entries) {
    const path = Buffer.from(name);
    const content = deflateRawSync(bytes);
    // From the version needed to the length of the extra field: the same in both headers.
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(UTF8_NAMES | (encrypted ? 1 : 0), 2);
    shared.writeUInt16LE(DEFLATED, 4);
    shared.writeUInt32LE(crc, 10);
    shared.writeUInt32LE(content.length, 14);
    shared.writeUInt32LE(bytes.length, 18);
    shared.writeUInt16LE(path.length, 22);
    const central = Buffer.alloc(20);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(CREATED_ON_UNIX, 4);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((mode << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    directory.push(central.subarray(0, 6), shared, tail, path);
    const local = [Buffer.from('PK\x03\x04'), shared, path, content];
    parts.push(...local);
    offset += Buffer.concat(local).length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}

/** An entry of a tar. */
export interface TarEntry extends Partial<Header> {
  name: string;
  bytes?: Buffer;
}

/** A tar file. */
export async function tarOf(...entries: TarEntry[]): Promise<Buffer> {
  const tar = pack();
  for (const { bytes = Buffer.alloc(0), ...headers } of entries) tar.entry(headers, bytes);
  tar.finalize();
  return buffer(Readable.from(tar as AsyncIterable<Buffer>));
}

/** A tar file that gzip packed. */
export const tarGzOf = async (...entries: TarEntry[]): Promise<Buffer> => gzipSync(await tarOf(...entries));
