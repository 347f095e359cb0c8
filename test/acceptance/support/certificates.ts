import { createHash, createPublicKey, verify } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Client } from './client.js';

/** Which of the published keys verifies a certificate, found as an auditor would: without a key of the API. Undefined where none does. */
export async function verifyingKey(
  anyone: Client,
  certificate: { [field: string]: unknown },
): Promise<string | undefined> {
  const { signature, ...rest } = certificate;
  const signed = Buffer.from(canonicalize(rest) ?? '');
  const { keys } = (await anyone.get('/v1/signing-keys')).body as { keys: Record<string, string>[] };
  const found = keys.find((key) =>
    verify(null, signed, createPublicKey({ key, format: 'jwk' }), Buffer.from(String(signature), 'base64url')),
  );
  if (!found) return undefined;
  const needed = JSON.stringify({ crv: found['crv'], kty: found['kty'], x: found['x'] });
  return createHash('sha256').update(needed).digest('base64url') === found['kid'] ? found['kid'] : undefined;
}
