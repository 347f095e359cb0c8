import { keyIdOf, openBytes, sealBytes, sealingKey, SealingKeyMissing } from './sealValue.js';

/** The master keys that a process has. They wrap data keys and nothing else. */
export interface MasterKeys {
  /** Id of the one that a rotation goes to: the key of `MASTER_KEY`. */
  readonly newest: string;
  /** Ids of all of them, the newest first. */
  readonly ids: readonly string[];
  /** A data key under the master key with this id. `purpose` says whose key it is, and must be the same to unwrap it. @throws MasterKeyMissing */
  wrap(masterKeyId: string, purpose: string, dataKey: Buffer): Buffer;
  /** The data key, whichever of the master keys it is under. @throws MasterKeyMissing @throws SealBroken */
  unwrap(purpose: string, wrapped: Buffer): Buffer;
}

/** What a key is wrapped by is not among the keys this process was started with. */
export class MasterKeyMissing extends SealingKeyMissing {
  override readonly name = 'MasterKeyMissing';
  constructor(keyId: string) {
    super(
      keyId,
      `The master key ${keyId} is needed, and this process was started without it: add it to MASTER_KEY_OLD, or to MASTER_KEY.`,
    );
  }
}

/** Master keys of 32 bytes each. */
export function createMasterKeys(newest: Buffer, older: readonly Buffer[] = []): MasterKeys {
  const keys = new Map([newest, ...older].map((bytes) => [sealingKey(bytes).id, sealingKey(bytes)]));
  const find = (id: string) => {
    const key = keys.get(id);
    if (!key) throw new MasterKeyMissing(id);
    return key;
  };
  return {
    newest: sealingKey(newest).id,
    ids: [...keys.keys()],
    wrap: (masterKeyId, purpose, dataKey) => sealBytes(find(masterKeyId), purpose, dataKey),
    unwrap: (purpose, wrapped) => openBytes(find(keyIdOf(wrapped)), purpose, wrapped),
  };
}

/** What a process has that was given no master key, as it seals and opens nothing. Every use says which key is missing. */
export const noMasterKeys: MasterKeys = {
  newest: 'none',
  ids: [],
  wrap(masterKeyId) {
    throw new MasterKeyMissing(masterKeyId);
  },
  unwrap(_purpose, wrapped) {
    throw new MasterKeyMissing(keyIdOf(wrapped));
  },
};
