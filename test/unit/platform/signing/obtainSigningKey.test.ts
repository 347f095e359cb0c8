import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from '../../../../src/platform/config.js';
import { obtainSigningKey } from '../../../../src/platform/signing/obtainSigningKey.js';
import { signingJwk } from '../../../../src/platform/signing/jsonWebKeys.js';
import { publicHalfOf } from '../../../../src/platform/signing/signingKey.js';
import { StartError } from '../../../../src/platform/startError.js';

describe('the signing key', () => {
  let dataDir: string;
  const obtain = async (env: NodeJS.ProcessEnv = {}): Promise<string> =>
    publicHalfOf(await obtainSigningKey(loadConfig({ DATA_DIR: dataDir, ...env })));
  const file = async (name: string, text: string): Promise<string> => {
    await writeFile(join(dataDir, name), text);
    return join(dataDir, name);
  };

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'attest-signing-'));
    return () => rm(dataDir, { recursive: true });
  });

  it('is made in the data folder on first use, for its owner alone, and stays', async () => {
    const made = await obtain();
    expect((await stat(join(dataDir, 'signing.key'))).mode & 0o777).toBe(0o600);
    expect(await obtain()).toBe(made);
  });

  it('is one and the same for processes that start together', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => obtain()));
    expect(new Set(keys).size).toBe(1);
    expect(await readdir(dataDir)).toEqual(['signing.key']);
  });

  it('is taken as bytes in base64 or hex and as PEM, from the variable and from a file, and then leaves no other', async () => {
    // RFC 8037, appendix A.1 and A.2.
    const seed = Buffer.from('nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A', 'base64url');
    const half = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo';
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' });
    expect(await obtain({ SIGNING_KEY: seed.toString('base64') })).toBe(half);
    expect(await obtain({ SIGNING_KEY: seed.toString('hex') })).toBe(half);
    expect(await obtain({ SIGNING_KEY: pem.toString() })).toBe(publicHalfOf(privateKey));
    expect(await obtain({ SIGNING_KEY_FILE: await file('mounted', `${seed.toString('base64')}\n`) })).toBe(half);
    expect(await readdir(dataDir)).toEqual(['mounted']);
  });

  it('is named by its thumbprint', () => {
    // RFC 8037, appendix A.3.
    expect(signingJwk('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo')).toEqual({
      ...{ kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' },
      kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
    });
  });

  it.each([
    ['text', 'hunter2'],
    ['too few bytes', randomBytes(16).toString('hex')],
    [
      'a key of another kind',
      generateKeyPairSync('ed448').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    ],
    ['a public key', generateKeyPairSync('ed25519').publicKey.export({ format: 'pem', type: 'spki' }).toString()],
  ])('is refused at the start where it is %s, without being repeated', async (_what, wrong) => {
    const said = (work: () => unknown): string => {
      try {
        work();
      } catch (error) {
        if (error instanceof ConfigError) return error.message;
      }
      return expect.unreachable('it was taken');
    };
    const message = said(() => loadConfig({ SIGNING_KEY: wrong }));
    expect(message).toMatch(/^SIGNING_KEY must be a private key of Ed25519.*openssl/);
    expect(message).not.toContain(wrong);
    const path = await file('wrong', wrong);
    await expect(obtain({ SIGNING_KEY_FILE: path })).rejects.toThrow(
      /^The file that SIGNING_KEY_FILE names is no signing/,
    );
    await file('signing.key', wrong);
    await expect(obtain()).rejects.toThrow(StartError);
  });

  it('is refused where its file is not there, or both settings are made', async () => {
    await expect(obtain({ SIGNING_KEY_FILE: '/nowhere/key' })).rejects.toThrow(/^SIGNING_KEY_FILE: .*\(ENOENT\)/);
    const both = { SIGNING_KEY: randomBytes(32).toString('hex'), SIGNING_KEY_FILE: '/run/secrets/key' };
    expect(() => loadConfig(both)).toThrow(
      'SIGNING_KEY and SIGNING_KEY_FILE cannot both be set: leave one of them out.',
    );
  });
});
