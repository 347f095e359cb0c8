import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** A private key of Ed25519 as PKCS #8 (RFC 8410) is this, and behind it the 32 bytes that it is made of. */
const PKCS8_OF_SEED = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * The private key out of its text: PKCS #8 in PEM, or its 32 bytes in base64, base64url or hex; `undefined` when it is anything
 * else, a key of another kind too.
 */
export function parseSigningKey(text: string): KeyObject | undefined {
  const seed = seedIn(text);
  try {
    const key = seed
      ? createPrivateKey({ key: Buffer.concat([PKCS8_OF_SEED, seed]), format: 'der', type: 'pkcs8' })
      : createPrivateKey(text);
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    // What it is not cannot be told apart from what it is not quite; the error of OpenSSL names neither.
    return undefined;
  }
}

function seedIn(text: string): Buffer | undefined {
  if (/^[0-9a-fA-F]{64}$/.test(text)) return Buffer.from(text, 'hex');
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return Buffer.from(text, 'base64');
  return undefined;
}

/** The public half, 32 bytes in base64url, as a JWK has it in `x` (RFC 8037). */
export function publicHalfOf(key: KeyObject): string {
  const { x } = createPublicKey(key).export({ format: 'jwk' });
  if (x === undefined) throw new Error('A key of Ed25519 has a public half');
  return x;
}
