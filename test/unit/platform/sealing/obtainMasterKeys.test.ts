import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../../src/platform/config.js';
import { createMasterKeys, type MasterKeys } from '../../../../src/platform/sealing/masterKeys.js';
import { masterKeyFiles, obtainMasterKeys } from '../../../../src/platform/sealing/obtainMasterKeys.js';
import { sealingKey } from '../../../../src/platform/sealing/sealValue.js';
import { StartError } from '../../../../src/platform/startError.js';

describe('the master key', () => {
  let dataDir: string;
  const obtain = (env: NodeJS.ProcessEnv = {}): Promise<MasterKeys> =>
    obtainMasterKeys(loadConfig({ DATA_DIR: dataDir, ...env }));
  const file = async (name: string, text: string): Promise<string> => {
    await writeFile(join(dataDir, name), text);
    return join(dataDir, name);
  };

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'attest-key-'));
    return () => rm(dataDir, { recursive: true });
  });

  it('is made in the data folder on first use, for its owner alone, and stays', async () => {
    const { newest } = await obtain();
    expect((await stat(join(dataDir, 'master.key'))).mode & 0o777).toBe(0o600);
    expect((await obtain()).newest).toBe(newest);
  });

  it('is one and the same for processes that start together', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => obtain()));
    expect(new Set(keys.map(({ newest }) => newest)).size).toBe(1);
    expect(await readdir(dataDir)).toEqual(['master.key']);
  });

  it('is the given one where one is given, and then leaves no file', async () => {
    const key = randomBytes(32);
    expect((await obtain({ MASTER_KEY: key.toString('hex') })).newest).toBe(sealingKey(key).id);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('comes from a file such as a mounted secret, and then leaves no other', async () => {
    const key = randomBytes(32);
    const mounted = await file('mounted', `${key.toString('base64')}\n`);
    expect((await obtain({ MASTER_KEY_FILE: mounted })).ids).toEqual([sealingKey(key).id]);
    expect(await readdir(dataDir)).toEqual(['mounted']);
  });

  it('has older ones beside it, from keys and files, which open what they wrapped', async () => {
    const [newest, older, oldest] = [randomBytes(32), randomBytes(32), randomBytes(32)];
    const path = await file('oldest.key', oldest.toString('hex'));
    const before = await obtain({ MASTER_KEY: oldest.toString('hex') });
    const wrapped = before.wrap(before.newest, 'x', Buffer.from('data key'));
    const keys = await obtain({
      MASTER_KEY: newest.toString('hex'),
      MASTER_KEY_OLD: `${older.toString('base64')}, ${path}`,
    });
    expect(keys.ids).toEqual([newest, older, oldest].map((key) => sealingKey(key).id));
    expect(keys.unwrap('x', wrapped).toString()).toBe('data key');
  });

  it.each(['MASTER_KEY_FILE', 'MASTER_KEY_OLD'])(
    'is refused when the file of %s cannot be read, without repeating what may be a mistyped key',
    async (setting) => {
      const refused = obtain({ [setting]: 'hunter2-secret' });
      await expect(refused).rejects.toThrow(StartError);
      await expect(refused).rejects.toThrow(new RegExp(`^${setting}: .*ENOENT`));
      await expect(refused).rejects.not.toThrow(/hunter2/);
    },
  );

  it('lies in files that can be told, and what may be a mistyped key is none of them', async () => {
    const [newest, older] = [await file('newest.key', 'x'), await file('older.key', 'x')];
    const old = [randomBytes(32).toString('hex'), older, 'hunter2-secret'].join();
    expect(masterKeyFiles(loadConfig({ MASTER_KEY_FILE: newest, MASTER_KEY_OLD: old }))).toEqual([newest, older]);
    expect(masterKeyFiles(loadConfig({}))).toEqual([]);
  });

  it('is refused when the file holds anything else', async () => {
    await file('master.key', 'not a key');
    await expect(obtain()).rejects.toThrow(StartError);
  });

  it('is none where a process only relays and is given none: it makes and reads no file, and says what is missing', async () => {
    await file('master.key', 'of others');
    const keys = await obtain({ ROLES: 'relay' });
    expect([keys.ids, await readdir(dataDir)]).toEqual([[], ['master.key']]);
    const others = createMasterKeys(randomBytes(32));
    const wrapped = others.wrap(others.newest, 'x', Buffer.from('data key'));
    for (const use of [() => keys.wrap(others.newest, 'x', wrapped), () => keys.unwrap('x', wrapped)])
      expect(use).toThrow(`The master key ${others.newest} is needed`);
  });

  it.each([
    ['given one, a process that only relays', { ROLES: 'relay', MASTER_KEY: 'ab'.repeat(32) }],
    ['a process that does more than relay', { ROLES: 'relay,worker' }],
  ])('is there all the same for %s', async (_, env) => {
    expect((await obtain(env)).ids).toHaveLength(1);
  });

  it('is refused when two are given', () => {
    const both = { MASTER_KEY: randomBytes(32).toString('hex'), MASTER_KEY_FILE: '/run/secrets/key' };
    expect(() => loadConfig(both)).toThrow(/^MASTER_KEY and MASTER_KEY_FILE/);
  });
});
