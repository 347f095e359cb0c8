import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { StoredJson } from '../eventStore/eventStore.js';

/**
 * A seal: a version byte, the 8 byte id of the key, a 12 byte nonce, the ciphertext and a 16 byte tag (AES-256-GCM,
 * NIST SP 800-38D). Random nonces are safe here: a key seals far fewer than 2^32 values.
 */
const VERSION = 1;
const KEY_ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + KEY_ID_BYTES + NONCE_BYTES;

/** How many bytes longer a seal is than what is in it. */
export const SEAL_OVERHEAD = HEAD_BYTES + TAG_BYTES;

/** A key of 32 bytes, and the name by which seals refer to it: 16 hex digits that tell nothing of the key. */
export interface SealingKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/** The key of these 32 bytes. Its id is made from them, one way: the same bytes have the same id everywhere. */
export function sealingKey(bytes: Buffer): SealingKey {
  const id = createHmac('sha256', bytes).update('attest key id').digest('hex');
  return { id: id.slice(0, 2 * KEY_ID_BYTES), bytes };
}

/** A new random key. */
export const newSealingKey = (): SealingKey => sealingKey(randomBytes(32));

/** The sealed text is not what was sealed: it was changed, or moved to another place. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
  constructor() {
    super('A sealed value does not open: it was changed or moved');
  }
}

/** The value may be whole, but the key that it names is not the one there is. */
export class SealingKeyMissing extends Error {
  override readonly name: string = 'SealingKeyMissing';
  constructor(
    readonly keyId: string,
    message = `A value was sealed under the key ${keyId}, which is not here`,
  ) {
    super(message);
  }
}

/**
 * Seals a JSON value. `aad` says where the value belongs (for example stream and field); it is not stored, and must be
 * the same to open it. Gives base64.
 */
export function sealValue(key: SealingKey, aad: string, value: StoredJson): string {
  return sealBytes(key, aad, Buffer.from(JSON.stringify(value))).toString('base64');
}

/** Opens what `sealValue` made. @throws SealBroken @throws SealingKeyMissing */
export function openValue(key: SealingKey, aad: string, sealed: string): StoredJson {
  return JSON.parse(openBytes(key, aad, Buffer.from(sealed, 'base64')).toString()) as StoredJson;
}

/** Seals bytes; the layout is that of `sealValue` without the base64. */
export function sealBytes(key: SealingKey, aad: string, plain: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce).setAAD(Buffer.from(aad));
  const body = [cipher.update(plain), cipher.final()];
  return Buffer.concat([Buffer.of(VERSION), Buffer.from(key.id, 'hex'), nonce, ...body, cipher.getAuthTag()]);
}

/** The id of the key that something was sealed under. @throws SealBroken when it is no seal */
export function keyIdOf(sealed: Buffer): string {
  if (sealed.length < SEAL_OVERHEAD || sealed[0] !== VERSION) throw new SealBroken();
  return sealed.toString('hex', 1, 1 + KEY_ID_BYTES);
}

/** Opens what `sealBytes` made. @throws SealBroken @throws SealingKeyMissing */
export function openBytes(key: SealingKey, aad: string, sealed: Buffer): Buffer {
  const named = keyIdOf(sealed);
  if (named !== key.id) throw new SealingKeyMissing(named);
  const nonce = sealed.subarray(1 + KEY_ID_BYTES, HEAD_BYTES);
  const body = sealed.subarray(HEAD_BYTES, -TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(aad)).setAuthTag(sealed.subarray(-TAG_BYTES));
  const plain = decipher.update(body); // all of it: this mode keeps nothing for the end
  try {
    decipher.final();
  } catch {
    throw new SealBroken();
  }
  return plain;
}
