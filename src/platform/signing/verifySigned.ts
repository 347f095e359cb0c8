import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { canonicalJson, type SigningJwk } from './jsonWebKeys.js';

/** Public keys that something may be signed with. @throws TypeError for one that is no public key of Ed25519 */
export function publicKeysOf(keys: readonly Pick<SigningJwk, 'kty' | 'crv' | 'x'>[]): KeyObject[] {
  return keys.map(({ kty, crv, x }) => {
    if ((kty as string) !== 'OKP' || (crv as string) !== 'Ed25519') throw new TypeError('A key is none of Ed25519');
    return createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
  });
}

/** Whether one of the keys signed these facts: Ed25519 over their RFC 8785 form, without `signature`, which is in base64url. */
export function isSignedBy(keys: readonly KeyObject[], { signature, ...facts }: { signature: string }): boolean {
  const bytes = canonicalJson(facts);
  return keys.some((key) => verify(null, bytes, key, Buffer.from(signature, 'base64url')));
}
