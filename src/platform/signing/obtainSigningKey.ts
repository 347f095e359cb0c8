import type { KeyObject } from 'node:crypto';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.js';
import { createSecretFile } from '../secretFile.js';
import { StartError } from '../startError.js';
import { parseSigningKey } from './signingKey.js';

/** Where the key stands in the data folder. */
const FILE = 'signing.key';

/**
 * The key that certificates are signed with: `SIGNING_KEY`, else what is in `SIGNING_KEY_FILE`, else the file `signing.key` in the data
 * folder, made on first use with mode 600; of several processes that start at once one makes it, and all have it.
 * @throws StartError when a file cannot be read or holds anything but a key
 */
export async function obtainSigningKey({
  signingKey,
  signingKeyFile,
  dataDir,
}: Pick<Config, 'signingKey' | 'signingKeyFile' | 'dataDir'>): Promise<KeyObject> {
  if (signingKey) return signingKey;
  if (signingKeyFile !== undefined) {
    const text = await readFile(signingKeyFile, 'utf8').catch((error: unknown) => {
      // The path is not repeated: it may be a key that was put into the wrong setting.
      throw new StartError(`SIGNING_KEY_FILE: the file that it names cannot be read (${codeOf(error)}).`);
    });
    return keyIn('The file that SIGNING_KEY_FILE names', text);
  }
  const file = join(dataDir, FILE);
  const text = await readFile(file, 'utf8').catch(async (error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw new StartError(`${file} cannot be read (${codeOf(error)}).`);
    await mkdir(dataDir, { recursive: true });
    await createSecretFile(file, `${randomBytes(32).toString('base64')}\n`);
    return readFile(file, 'utf8');
  });
  return keyIn(file, text);
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';

function keyIn(what: string, text: string): KeyObject {
  const key = parseSigningKey(text.trim());
  if (key) return key;
  throw new StartError(
    `${what} is no signing key (Ed25519: 32 bytes in base64 or hex, or PKCS #8 in PEM): put the right file back.`,
  );
}
