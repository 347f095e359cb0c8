import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { parse, stringify } from 'uuid';

/** Bytes of the id of a link, which its token begins with, and of what nobody can guess behind it. */
const [ID_BYTES, SECRET_BYTES] = [16, 32];

/** What a customer is given, and what of it is kept. */
export interface NewToken {
  token: string;
  /** SHA-256, hexadecimal: of 256 bits by chance nothing is gained by a slow hash. */
  hash: string;
}

/** Makes the token of a link, by chance. */
export function newCaptureToken(link_id: string): NewToken {
  const token = Buffer.concat([parse(link_id), randomBytes(SECRET_BYTES)]).toString('base64url');
  return { token, hash: hashOf(token) };
}

/** Of which link a token is, if it is one; undefined for what is no token. */
export function linkOfToken(token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== ID_BYTES + SECRET_BYTES || bytes.toString('base64url') !== token) return undefined;
  try {
    return stringify(bytes, 0);
  } catch {
    return undefined;
  }
}

/** Whether a token is the one whose hash is kept. */
export const isToken = (token: string, hash: string): boolean =>
  timingSafeEqual(Buffer.from(hashOf(token), 'hex'), Buffer.from(hash, 'hex'));

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
