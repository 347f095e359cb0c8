/** What the log was at a moment, signed. */
export interface TreeHead {
  tree_size: number;
  root_hash: string;
  timestamp: string;
  /** Base64url. */
  signature: string;
}

/** A public key of the service, as RFC 8037 writes it. */
export interface SigningKey {
  kty: 'OKP';
  crv: 'Ed25519';
  x: string;
}

/** Whether one of the keys signed a tree head: Ed25519 over the RFC 8785 form of what is in it (its members by name, nothing blank). */
export async function isSigned(
  { root_hash, timestamp, tree_size, signature }: TreeHead,
  keys: readonly SigningKey[],
): Promise<boolean> {
  const message = new TextEncoder().encode(JSON.stringify({ root_hash, timestamp, tree_size }));
  const signed = Uint8Array.from(atob(signature.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
  for (const { kty, crv, x } of keys) {
    const key = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify']);
    if (await crypto.subtle.verify('Ed25519', key, signed, message)) return true;
  }
  return false;
}
