import { fileTypeFromBuffer } from 'file-type';

/** Kinds of files that are read, as the API lists them. */
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

/** Bytes from the beginning of a file that tell what it is; as many as `file-type` asks for. */
export const SNIFFED_BYTES = 4100;

/**
 * The first bytes of a PNG (its section 5.2) and of a TIFF in either byte order (TIFF 6.0, section 2): enough to call a damaged one, of which
 * `file-type` cannot follow what stands behind them, what it is.
 */
const DAMAGED: readonly (readonly [signature: RegExp, mime: AcceptedMimeType])[] = [
  [/^\x89PNG\r\n\x1a\n/, 'image/png'],
  [/^(?:II\*\0|MM\0\*)/, 'image/tiff'],
];

/** The two versions of GIF there are; `file-type` takes every text that begins with GIF for one. */
const GIF = /^GIF8[79]a/;

/**
 * The kind of a file by its content; its name and declared type are never looked at. This is the one place that says so, for
 * uploads and the engine alike: of a whole file as of its beginning, it looks at the first `SNIFFED_BYTES` alone. A file that
 * only begins like its kind is the engine's to judge, and fails there with a reason.
 * @param file the file, or at least its first `SNIFFED_BYTES`
 * @returns `undefined` for every kind that is not accepted
 */
export async function sniffMimeType(file: Uint8Array): Promise<AcceptedMimeType | undefined> {
  const head = file.subarray(0, SNIFFED_BYTES);
  const begin = Buffer.from(head.subarray(0, 64)).toString('latin1');
  if (BEFORE_PDF.test(begin)) return 'application/pdf';
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (found === undefined) return DAMAGED.find(([signature]) => signature.test(begin))?.[1];
  if (found.mime === 'image/gif' && !GIF.test(begin)) return undefined;
  const mime = SAME_AS[found.mime] ?? found.mime;
  return ACCEPTED_MIME_TYPES.find((accepted) => accepted === mime);
}
