import { setImmediate } from 'node:timers/promises';
import { sniffMimeType } from '../../../engines/documents/reading/sniff.js';
import { ApiError } from '../responses/apiError.js';
import { SLICE } from './parseJson.js';

/** Most bytes of one decoded document. */
export const MAX_DOCUMENT_BYTES = 20 * 1024 * 1024;

/** A document as it was received: its bytes, and what they are. */
export interface DecodedDocument {
  bytes: Buffer;
  mime_type: string;
}

/**
 * Decodes a document that came as base64 and tells what it is by its content.
 * @param field name of the field it came in, for the sentence
 * @throws ApiError 422 for what is no base64 or empty, 413 for more than 20 MiB, 415 for a kind that is not accepted
 */
export async function decodeDocument(base64: string, field: string): Promise<DecodedDocument> {
  if (Math.floor((base64.length * 3) / 4) - 2 > MAX_DOCUMENT_BYTES) throw tooLarge(field);
  const bytes = await decodeFile(base64, field);
  if (bytes.length > MAX_DOCUMENT_BYTES) throw tooLarge(field);
  const mime_type = await sniffMimeType(bytes);
  if (mime_type === undefined) {
    throw new ApiError(
      415,
      `The field \`${field}\` must hold a JPEG, PNG, WebP, TIFF, BMP, GIF or PDF file; its content is none of these`,
    );
  }
  return { bytes, mime_type };
}

/**
 * Decodes a picture that came as base64, as `decodeDocument` does.
 * @throws ApiError 422, 413, and 415 for a PDF too
 */
export async function decodePicture(base64: string, field: string): Promise<Buffer> {
  const { bytes, mime_type } = await decodeDocument(base64, field);
  if (mime_type !== 'application/pdf') return bytes;
  throw new ApiError(
    415,
    `The field \`${field}\` must hold a picture (JPEG, PNG, WebP, TIFF, BMP or GIF), not a PDF file`,
  );
}

/** Decodes a file of any kind that came as base64. @throws ApiError 422 for what is no base64 or empty */
export async function decodeFile(base64: string, field: string): Promise<Buffer> {
  const bytes = await decodeBase64(base64);
  if (!bytes) {
    throw new ApiError(422, `The field \`${field}\` must be base64 (RFC 4648) with padding and without line breaks`);
  }
  if (bytes.length === 0) throw new ApiError(422, `The field \`${field}\` holds an empty file`);
  return bytes;
}

const tooLarge = (field: string): ApiError =>
  new ApiError(413, `The field \`${field}\` holds a file of more than 20 MiB`);

/** Node decodes leniently, and skips what it does not know. Strict is: every character counts, and encoding again gives the same text. */
async function decodeBase64(text: string): Promise<Buffer | undefined> {
  const padding = text.indexOf('=');
  if (text.length % 4 !== 0 || (padding !== -1 && padding < text.length - 2)) return undefined;
  if (text.includes('-') || text.includes('_')) return undefined;
  const bytes = Buffer.allocUnsafe((text.length / 4) * 3);
  let size = 0;
  for (let at = 0; at < text.length; at += SLICE) {
    if (at > 0) await setImmediate();
    size += bytes.write(text.slice(at, at + SLICE), size, 'base64');
  }
  if (Math.ceil(size / 3) * 4 !== text.length) return undefined;
  const lastGroup = bytes.subarray(Math.max(0, Math.ceil(size / 3) - 1) * 3, size);
  return text.endsWith(lastGroup.toString('base64')) ? bytes.subarray(0, size) : undefined;
}
