import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** A public key of Ed25519 as a JSON Web Key (RFC 8037). */
export interface SigningJwk {
  kty: 'OKP';
  crv: 'Ed25519';
  /** The key, 32 bytes in base64url. */
  x: string;
  /** Its thumbprint: RFC 7638 with SHA-256, in base64url. */
  kid: string;
  use: 'sig';
  alg: 'EdDSA';
}

/** A public key, given in base64url, as it is published. */
export function signingJwk(x: string): SigningJwk {
  const needed = { crv: 'Ed25519', kty: 'OKP', x } as const; // what RFC 7638 takes the thumbprint of
  const kid = createHash('sha256').update(canonicalJson(needed)).digest('base64url');
  return { kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', alg: 'EdDSA' };
}

/** A value as RFC 8785 writes it: the same bytes, in UTF-8, for whoever has the same value. @throws Error for what JSON cannot hold */
export function canonicalJson(value: object): Buffer {
  const text = canonicalize(value);
  if (text === undefined) throw new Error('What is signed must be an object of JSON');
  return Buffer.from(text, 'utf8');
}
