import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import parseRange from 'range-parser';
import type { BlobRef, BlobStore, ByteRange } from '../../../platform/blobs/blobStore.js';
import { ApiError } from './apiError.js';
import { inlineDisposition } from './contentDisposition.js';

/** A stored file, and what it is to be called. */
export interface StoredFile {
  blob: Pick<BlobRef, 'key' | 'size'>;
  filename: string;
  /** What the content was found to be when it was received. */
  mime_type: string;
}

/** How much of it is asked for. */
export interface FileRequest {
  /** The header `Range`. */
  range?: string;
  /** The header `If-Range`. */
  if_range?: string;
  /** The headers alone. */
  head: boolean;
}

/**
 * Streams a stored file, or the one range of it that is asked for (RFC 9110, section 14). Its entity tag goes by its key, under
 * which there is never anything else; a hash of the content would tell others what the file is.
 * @throws ApiError 416 @throws BlobNotFound
 */
export async function sendFile(
  blobs: BlobStore,
  file: StoredFile,
  request: FileRequest,
  response: Response,
): Promise<void> {
  const etag = entityTag(file.blob.key);
  // Ranges are of GET alone (RFC 9110, section 14.2).
  const range = request.head ? undefined : requestedRange(request, file.blob.size, etag);
  const content = await blobs.get(file.blob.key, range);
  response.status(range ? 206 : 200).set({
    'Content-Type': file.mime_type,
    'Content-Length': String(range ? range.end - range.start + 1 : file.blob.size),
    'Content-Disposition': inlineDisposition(file.filename),
    'Cache-Control': 'private, max-age=3600',
    // A document is shown, never run: a PDF or an image cannot reach for the page's origin.
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Accept-Ranges': 'bytes',
    ETag: etag,
    ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${file.blob.size}` }),
  });
  if (request.head) {
    content.destroy();
    response.end();
    return;
  }
  try {
    await pipeline(content, response);
  } catch (error) {
    // A client that hangs up is no failure; a blob that turns out to be damaged is.
    if (content.errored && !isHangUp(content.errored)) throw error;
  }
}

/** The entity tag of what stands under a key for ever. */
export const entityTag = (key: string): string => `"${createHash('sha256').update(key).digest('hex')}"`;

const isHangUp = (error: Error): boolean => 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';

function requestedRange({ range, if_range }: FileRequest, size: number, etag: string): ByteRange | undefined {
  if (range === undefined || (if_range !== undefined && if_range !== etag)) return undefined;
  const parsed = parseRange(size, wholeForLongSuffix(range, size), { combine: true });
  if (parsed === -1) {
    throw new ApiError(416, `The range lies outside the file of ${size} bytes`, { 'Content-Range': `bytes */${size}` });
  }
  // Several ranges, or a unit that is not bytes: the whole file is a valid answer.
  const only = parsed === -2 || parsed.type !== 'bytes' || parsed.length > 1 ? undefined : parsed[0];
  return only && { start: only.start, end: only.end };
}

/** More of the end than there is is all of it (RFC 9110, section 14.1.2); the parser takes it for a range outside. */
const wholeForLongSuffix = (range: string, size: number): string =>
  Number(/^bytes=-(\d+)$/.exec(range)?.[1] ?? 0) > size ? 'bytes=0-' : range;
