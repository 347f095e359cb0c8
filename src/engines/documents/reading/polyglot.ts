import type { AcceptedMimeType } from './sniff.js';

/**
 * Files that are two things at once: a picture that is also an archive, a script or a PDF. Whoever reads such a file
 * elsewhere sees something else than what is verified here, so it is refused. Known trailers of honest writers (motion
 * photos, thumbnails, EXIF) are none of these.
 */

/** End of central directory record of a ZIP (APPNOTE 4.3.16) and the longest comment behind it. */
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1');
const ZIP_END_SIZE = 22;
const ZIP_COMMENT = 0xffff;
const ZIP_ENTRY = Buffer.from('PK\x01\x02', 'latin1');

/** How far into a file readers look for a PDF's header (ISO 32000-1, annex H.3.4.1). */
const PDF_HEADER_WITHIN = 1024;

/** @returns what else the file is, or `undefined` when it is one thing */
export function secondNature(bytes: Uint8Array, mimeType: AcceptedMimeType): string | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (endsAsZip(file)) return 'a ZIP archive';
  if (mimeType !== 'application/pdf' && file.subarray(0, PDF_HEADER_WITHIN).includes('%PDF-')) return 'a PDF';
  if (mimeType === 'image/gif' && opensAsScript(file)) return 'a script';
  const head = file.subarray(0, PDF_HEADER_WITHIN).toString('latin1').toLowerCase();
  return /<script|<html|<!doctype html|<\?php/.test(head) ? 'a web page' : undefined;
}

/** The file ends with a ZIP's directory: the record is there, and where it says the first entry is, there is one. */
function endsAsZip(file: Buffer): boolean {
  const end = file.lastIndexOf(ZIP_END);
  if (end < 0 || end + ZIP_END_SIZE > file.length || file.length - end > ZIP_END_SIZE + ZIP_COMMENT) return false;
  const start = end - file.readUInt32LE(end + 12);
  return start >= 0 && file.subarray(start, start + 4).equals(ZIP_ENTRY);
}

/** `GIF89a/*` or `GIF89a=`: the size field of the header begins a comment or an assignment in JavaScript. */
function opensAsScript(file: Buffer): boolean {
  const behindMagic = file.subarray(6, 8).toString('latin1');
  return behindMagic === '/*' || (behindMagic.startsWith('=') && /\*\/|;/.test(file.subarray(-256).toString('latin1')));
}
