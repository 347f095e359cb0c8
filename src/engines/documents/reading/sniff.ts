import { fileTypeFromBuffer } from 'file-type';

/** Kinds of files that are read, as the public contract lists them. */
export const ACCEPTED_MIME_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/tiff',
  'image/bmp',
  'image/gif',
  'application/pdf',
] as const;

/** A kind of file that is read. */
export type AcceptedMimeType = (typeof ACCEPTED_MIME_TYPES)[number];

/** An animated PNG is a PNG whose first frame every reader shows. */
const SAME_AS: { [mime: string]: AcceptedMimeType } = { 'image/apng': 'image/png' };

/** A byte order mark and white space that careless writers put before a PDF's header. */
const BEFORE_PDF = /^(?:\u00ef\u00bb\u00bf)?\s{0,32}%PDF-\d/;

/** The first bytes of a TIFF in either byte order (TIFF 6.0, section 2): enough to call a damaged one what it is. */
const TIFF = /^(?:II\*\0|MM\0\*)/;

/**
 * The kind of a file by its content; its name and declared type are never looked at.
 * @returns `undefined` for every kind that is not accepted
 */
export async function sniffMimeType(bytes: Uint8Array): Promise<AcceptedMimeType | undefined> {
  if (BEFORE_PDF.test(Buffer.from(bytes.subarray(0, 64)).toString('latin1'))) return 'application/pdf';
  if (TIFF.test(Buffer.from(bytes.subarray(0, 4)).toString('latin1'))) return tiffOrRaw(bytes);
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  const mime = found && (SAME_AS[found.mime] ?? found.mime);
  return ACCEPTED_MIME_TYPES.find((accepted) => accepted === mime);
}

/** Camera raw files are TIFFs by their first bytes and not read; a directory that cannot be followed is a damaged TIFF. */
async function tiffOrRaw(bytes: Uint8Array): Promise<AcceptedMimeType | undefined> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  return found === undefined || found.mime === 'image/tiff' ? 'image/tiff' : undefined;
}
