import { beforeEach, expect, test } from 'vitest';
import { createGuessLimits } from '../../../../../src/api/http/access/guessLimit.js';
import type { ApiKey } from '../../../../../src/domain/apiKeys/apiKey.js';
import { createKeyVerifier, type KeyVerifier } from '../../../../../src/api/http/access/verifyKey.js';

const RAW = 'zk_0123456789ab_0123456789abcdef0123456789abcdef';
const KEY: ApiKey = {
  ...{ id: 'current', tenant_id: 'acme', name: 'x', scopes: ['read'], revoked: false, created_at: '' },
  ...{ mode: 'live', expires_at: null, replaced_by: null },
};
const HERE = '192.0.2.1';

let lookups: number;
let verify: KeyVerifier['verify'];
let verifier: KeyVerifier;

beforeEach(() => {
  lookups = 0;
  verifier = createKeyVerifier((rawKey) => {
    lookups += 1;
    return Promise.resolve(rawKey === RAW ? KEY : undefined);
  });
  ({ verify } = verifier);
});

test('a key is verified once per process, however many requests bring it at once', async () => {
  const verified = await Promise.all(Array.from({ length: 20 }, () => verify(RAW, HERE)));
  await verify(RAW, HERE);
  expect(new Set(verified)).toEqual(
    new Set([
      { key_id: 'current', tenant_id: 'acme', scopes: ['read'], mode: 'live', expires_at: null, revoked: false },
    ]),
  );
  expect(lookups).toBe(1);
});

test('keys that are still being verified put out none that was', async () => {
  const { verify: keys } = createKeyVerifier((rawKey) => {
    if (rawKey !== RAW) return new Promise(() => undefined);
    lookups += 1;
    return Promise.resolve(KEY);
  });
  await keys(RAW, HERE);
  for (let guess = 0; guess <= 10_000; guess += 1) void keys(`guess ${guess}`, `address ${guess}`);
  await keys(RAW, HERE);
  expect(lookups).toBe(1);
});

test('of the keys that were verified, the one that was not used for longest is put out', async () => {
  const asked: string[] = [];
  const { verify: keys } = createKeyVerifier((rawKey) => {
    asked.push(rawKey);
    return Promise.resolve(KEY);
  });
  for (let one = 0; one < 10_000; one += 1) await keys(`key ${one}`, HERE);
  await keys('key 0', HERE);
  await keys('one more', HERE);
  asked.length = 0;
  await keys('key 0', HERE);
  await keys('key 1', HERE);
  expect(asked).toEqual(['key 1']);
});

test('what is no key is asked for again each time', async () => {
  for (let tries = 0; tries < 2; tries += 1) {
    await expect(verify(`${RAW}0`, HERE)).rejects.toMatchObject({ status: 401, detail: 'API key invalid' });
  }
  expect(lookups).toBe(2);
});

test('right keys, and those of which nothing could be found out, use up nothing of what their address may look up', async () => {
  let away = true;
  const { verify: keys } = createKeyVerifier(
    (_rawKey, may) => {
      if (!may?.mayLookUp()) return Promise.resolve(undefined);
      return away ? Promise.reject(new Error('away')) : Promise.resolve(KEY);
    },
    createGuessLimits(() => 0),
  );
  for (let one = 0; one < 200; one += 1) await expect(keys(`key ${one}`, HERE)).rejects.toThrow('away');
  away = false;
  for (let one = 0; one < 200; one += 1)
    await expect(keys(`key ${one}`, HERE)).resolves.toMatchObject({ tenant_id: 'acme' });
});

test('programs that go on with an old key, fifty times a second, keep out no other key of their address', async () => {
  let now = 0;
  const { verify: keys } = createKeyVerifier(
    (rawKey, may) => Promise.resolve(may?.mayLookUp() && rawKey === RAW ? KEY : undefined),
    createGuessLimits(() => now),
  );
  for (let one = 0; one < 3_000; one += 1, now += 20) await keys(`old key ${one}`, HERE).catch(() => undefined);
  await expect(keys(RAW, HERE)).resolves.toMatchObject({ tenant_id: 'acme' });
});

test('a key that was found to be revoked stays so, and costs nothing more', async () => {
  expect(await verify(RAW, HERE)).toMatchObject({ revoked: false });
  expect(verifier.knows(RAW)).toBe(true);
  verifier.noteRevoked(RAW);
  expect(verifier.knows(RAW)).toBe(false);
  expect(await verify(RAW, HERE)).toMatchObject({ key_id: 'current', revoked: true });
  expect(lookups).toBe(1);
});

test('a key is none from when it expires on, also where it was verified before, and is not known any more', async () => {
  let now = Date.parse('2026-03-02T09:00:00.000Z');
  const ending = { ...KEY, expires_at: '2026-03-02T09:00:01.000Z' };
  const verifier = createKeyVerifier(
    () => Promise.resolve(ending),
    createGuessLimits(),
    () => new Date(now),
  );
  expect(await verifier.verify(RAW, HERE)).toMatchObject({ key_id: 'current' });
  now += 999;
  expect(await verifier.verify(RAW, HERE)).toMatchObject({ key_id: 'current' });
  expect(verifier.knows(RAW)).toBe(true);
  now += 1;
  await expect(verifier.verify(RAW, HERE)).rejects.toMatchObject({ status: 401, message: 'API key invalid' });
  expect(verifier.knows(RAW)).toBe(false);
});

test('a key that was given an end since is none from when that is noted', async () => {
  await verify(RAW, HERE);
  verifier.noteExpired(RAW);
  await expect(verify(RAW, HERE)).rejects.toMatchObject({ status: 401, message: 'API key invalid' });
  expect(lookups).toBe(1);
});
