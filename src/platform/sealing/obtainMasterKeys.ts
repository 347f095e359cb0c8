import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.js';
import { createSecretFile } from '../secretFile.js';
import { parseMasterKey } from '../settingForms.js';
import { StartError } from '../startError.js';
import { createMasterKeys, noMasterKeys, type MasterKeys } from './masterKeys.js';

/**
 * The keys that wrap every data key: `MASTER_KEY`, else what is in `MASTER_KEY_FILE`, else the file `master.key` in the
 * data folder, made on first use with mode 600 unless `make` is false; and those of `MASTER_KEY_OLD`, which only open. None for
 * a process that only relays and was given none: it moves ids, and what it does not have cannot be taken from it.
 * @throws StartError when a file cannot be read or holds anything but a key
 */
export async function obtainMasterKeys(
  config: Pick<Config, 'roles' | 'masterKey' | 'masterKeyFile' | 'masterKeysOld' | 'dataDir'>,
  { make = true } = {},
): Promise<MasterKeys> {
  if (make && needsNone(config)) return noMasterKeys;
  const older: Buffer[] = [];
  for (const one of config.masterKeysOld) {
    older.push(typeof one === 'string' ? await readKeyFile('MASTER_KEY_OLD', one) : one);
  }
  return createMasterKeys(await newestKey(config, make), older);
}

/**
 * The files that master keys are read from, other than the one in the data folder. What names no file is left out: it may be a key that was
 * mistyped, and who gets these names may show them.
 */
export const masterKeyFiles = (config: Pick<Config, 'masterKeyFile' | 'masterKeysOld'>): string[] =>
  [config.masterKeyFile, ...config.masterKeysOld]
    .filter((one) => typeof one === 'string')
    .filter((one) => existsSync(one));

const needsNone = ({
  roles,
  masterKey,
  masterKeyFile,
}: Pick<Config, 'roles' | 'masterKey' | 'masterKeyFile'>): boolean =>
  roles.size === 1 && roles.has('relay') && masterKey === undefined && masterKeyFile === undefined;

async function newestKey(
  { masterKey, masterKeyFile, dataDir }: Pick<Config, 'masterKey' | 'masterKeyFile' | 'dataDir'>,
  make: boolean,
): Promise<Buffer> {
  if (masterKey) return masterKey;
  if (masterKeyFile !== undefined) return readKeyFile('MASTER_KEY_FILE', masterKeyFile);
  const file = join(dataDir, 'master.key');
  const text = await readFile(file, 'utf8').catch(async (error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    if (!make)
      throw new StartError(`There is no master.key in ${dataDir}: set MASTER_KEY or DATA_DIR as the service has it.`);
    await mkdir(dataDir, { recursive: true });
    await createSecretFile(file, `${randomBytes(32).toString('base64')}\n`);
    return readFile(file, 'utf8');
  });
  return keyIn(file, text);
}

async function readKeyFile(setting: string, file: string): Promise<Buffer> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    // The path is not repeated: it may be a key that was mistyped or put into the wrong setting.
    throw new StartError(`${setting}: a file that it names cannot be read (${code}).`);
  });
  return keyIn(`A file that ${setting} names`, text);
}

function keyIn(what: string, text: string): Buffer {
  const key = parseMasterKey(text.trim());
  if (!key) throw new StartError(`${what} is no master key (32 bytes in base64 or hex): put the right file back.`);
  return key;
}
