import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Json } from '../eventStore/eventStore.js';

/**
 * Sealed text: base64 of a version byte, a 12 byte nonce, the ciphertext and a 16 byte tag (AES-256-GCM, NIST SP 800-38D).
 * Random nonces are safe here: a key seals far fewer than 2^32 values.
 */
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The sealed text is not what was sealed: changed, moved to another place, or sealed under another key. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
  constructor() {
    super('A sealed value does not open: it was changed or moved, or the key is another one');
  }
}

/**
 * Seals a JSON value under a 32 byte key. `aad` says where the value belongs (for example stream and field); it is not
 * stored, and must be the same to open it.
 */
export function sealValue(key: Buffer, aad: string, value: Json): string {
  return sealBytes(key, aad, Buffer.from(JSON.stringify(value))).toString('base64');
}

/** Opens what `sealValue` made. @throws SealBroken */
export function openValue(key: Buffer, aad: string, sealed: string): Json {
  return JSON.parse(openBytes(key, aad, Buffer.from(sealed, 'base64')).toString()) as Json;
}

/** Seals bytes; the layout is that of `sealValue` without the base64. */
export function sealBytes(key: Buffer, aad: string, plain: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(aad));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), nonce, body, cipher.getAuthTag()]);
}

/** Opens what `sealBytes` made. @throws SealBroken */
export function openBytes(key: Buffer, aad: string, sealed: Buffer): Buffer {
  if (sealed.length < 1 + NONCE_BYTES + TAG_BYTES || sealed[0] !== VERSION) throw new SealBroken();
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const body = sealed.subarray(1 + NONCE_BYTES, -TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(aad)).setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch {
    throw new SealBroken();
  }
}
