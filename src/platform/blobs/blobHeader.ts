import { randomBytes } from 'node:crypto';
import { openBytes, SEAL_OVERHEAD, sealBytes, SealingKeyMissing, type SealingKey } from '../sealing/sealValue.js';
import type { SubjectKeys } from '../sealing/subjectKeys.js';
import { BlobDamaged, BlobKeyMissing, BlobNotFound } from './blobStore.js';

/**
 * What a stored blob begins with: four letters, the length of the subject's name in a byte, that name, and the blob's own
 * data key sealed under the key of the subject (which the seal names). Whoever erases the subject makes every copy of the
 * blob unreadable, those in back-ups and in versions of a bucket included.
 */
const MAGIC = Buffer.from('ATB1');
const DATA_KEY_BYTES = 32;
const SEALED_KEY_BYTES = SEAL_OVERHEAD + DATA_KEY_BYTES;
const LONGEST_SUBJECT = 255;
const NAME_AT = MAGIC.length + 1;

/** As many bytes as a header can have. */
export const LONGEST_HEADER = NAME_AT + LONGEST_SUBJECT + SEALED_KEY_BYTES;

const place = (key: string, subject: string): string => `blob ${key} of ${subject}`;

/** A new data key for the blob, and the header that brings it. */
export function makeHeader(subjectKey: SealingKey, key: string, subject: string): { dataKey: Buffer; header: Buffer } {
  const name = Buffer.from(subject);
  if (name.length > LONGEST_SUBJECT) throw new TypeError(`A subject of ${name.length} bytes is too long for a blob`);
  const dataKey = randomBytes(DATA_KEY_BYTES);
  const sealed = sealBytes(subjectKey, place(key, subject), dataKey);
  return { dataKey, header: Buffer.concat([MAGIC, Buffer.of(name.length), name, sealed]) };
}

/** Whose a blob is, and where in the bytes that it begins with the name of that ends. @throws BlobDamaged */
export function readSubject(key: string, start: Buffer): { subject: string; end: number } {
  const end = NAME_AT + (start[MAGIC.length] ?? 0);
  if (start.length < end + SEALED_KEY_BYTES || !start.subarray(0, MAGIC.length).equals(MAGIC))
    throw new BlobDamaged(key);
  return { subject: start.toString('utf8', NAME_AT, end), end };
}

/**
 * The data key of a blob, from the bytes it begins with, and how many of them are header.
 * @throws BlobDamaged @throws BlobKeyMissing @throws BlobNotFound when its subject was erased
 */
export async function openHeader(
  subjectKeys: Pick<SubjectKeys, 'find'>,
  key: string,
  start: Buffer,
): Promise<{ dataKey: Buffer; bytes: number }> {
  const { subject, end: nameEnd } = readSubject(key, start);
  const bytes = nameEnd + SEALED_KEY_BYTES;
  const subjectKey = (await subjectKeys.find([subject])).get(subject);
  if (subjectKey === null) throw new BlobNotFound(key);
  if (subjectKey === undefined) throw new BlobKeyMissing(key, `the key of ${subject}`);
  try {
    return { dataKey: openBytes(subjectKey, place(key, subject), start.subarray(nameEnd, bytes)), bytes };
  } catch (error) {
    throw error instanceof SealingKeyMissing
      ? new BlobKeyMissing(key, `the key ${error.keyId} of ${subject}`)
      : new BlobDamaged(key);
  }
}
