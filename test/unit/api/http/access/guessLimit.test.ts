import { randomBytes } from 'node:crypto';
import bcrypt from 'bcrypt';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createGuessLimits } from '../../../../../src/api/http/access/guessLimit.js';
import { createKeyVerifier, type KeyVerifier } from '../../../../../src/api/http/access/verifyKey.js';
import { createApiKeyCommands, type ApiKeyCommands } from '../../../../../src/commands/apiKeys/apiKeyCommands.js';
import { makeRawKey } from '../../../../../src/commands/apiKeys/apiKeySecret.js';
import { EventStoreUnavailable } from '../../../../../src/platform/eventStore/eventStore.js';
import { openCore, type Core } from '../../../../support/core.js';
import { anyone } from '../../../../support/executions.js';
import { until } from '../../../../support/until.js';

const HERE = '192.0.2.1';

let core: Core;
let keys: ApiKeyCommands;
let time = 0;
beforeAll(async () => {
  core = await openCore();
  keys = createApiKeyCommands(core);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => core.close());

const issue = async (): Promise<string> =>
  (await keys.issue(anyone, { tenant_id: 'acme', name: 'Key', scopes: ['read'], held_scopes: ['read'] })).value.raw_key;
const guessAt = (raw: string): string => raw.slice(0, -32) + randomBytes(16).toString('hex');
const verifier = (identify = keys.identify): KeyVerifier['verify'] =>
  createKeyVerifier(
    identify,
    createGuessLimits(() => time),
  ).verify;

/** What came of verifying each, one after the other, and how often bcrypt was asked for that. */
async function verified(verify: KeyVerifier['verify'], tried: readonly string[], address = HERE) {
  const compared = vi.spyOn(bcrypt, 'compare');
  const before = compared.mock.calls.length;
  const details = new Set<unknown>();
  for (const raw of tried) {
    await verify(raw, address).then(
      () => details.add('verified'),
      (error: unknown) => details.add((error as { detail: unknown }).detail),
    );
  }
  return { details: [...details], hashes: compared.mock.calls.length - before };
}

const times = (count: number, make: () => string): string[] => Array.from({ length: count }, make);

describe('wrong keys from one address', () => {
  it('under one prefix cost ten hashes, then one every six seconds, and are answered alike', async () => {
    const [raw, verify] = [await issue(), verifier()];
    const invalid = ['API key invalid'];
    expect(
      await verified(
        verify,
        times(200, () => guessAt(raw)),
      ),
    ).toEqual({ details: invalid, hashes: 10 });
    time += 5_999;
    expect(
      (
        await verified(
          verify,
          times(20, () => guessAt(raw)),
        )
      ).hashes,
    ).toBe(0);
    time += 1;
    expect(
      await verified(
        verify,
        times(20, () => guessAt(raw)),
      ),
    ).toEqual({ details: invalid, hashes: 1 });
  });

  it('under many prefixes cost twenty hashes, then one a second', async () => {
    const verify = verifier();
    const raws = await Promise.all(Array.from({ length: 30 }, issue));
    expect((await verified(verify, raws.map(guessAt))).hashes).toBe(20);
    time += 1_000;
    expect((await verified(verify, raws.map(guessAt))).hashes).toBe(1);
  });

  it('cost no more when they come all at once', async () => {
    const [raw, verify] = [await issue(), verifier()];
    const compared = vi.spyOn(bcrypt, 'compare');
    await Promise.allSettled(times(200, () => guessAt(raw)).map((guess) => verify(guess, HERE)));
    expect(compared.mock.calls.length).toBe(10);
  });

  it('under prefixes that nobody has cost no hash, and three hundred keep out nobody', async () => {
    const [raw, verify] = [await issue(), verifier()];
    expect(await verified(verify, times(299, makeRawKey))).toEqual({ details: ['API key invalid'], hashes: 0 });
    expect(await verified(verify, [raw])).toEqual({ details: ['verified'], hashes: 1 });
  });

  it('are looked up three hundred times, whatever their prefix, then a hundred times a second, and are answered alike', async () => {
    const [raw, verify] = [await issue(), verifier()];
    const read = vi.spyOn(core.eventStore, 'readStream');
    const reads = async (tried: readonly string[]): Promise<number> => {
      read.mockClear();
      expect((await verified(verify, tried)).details).toEqual(['API key invalid']);
      return read.mock.calls.length;
    };
    expect(await reads(times(400, makeRawKey))).toBe(300);
    expect(await reads([guessAt(raw)])).toBe(0);
    time += 1_000;
    expect(await reads(times(400, makeRawKey))).toBe(100);
    read.mockClear();
    await verified(verify, [makeRawKey()], '192.0.2.2');
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('are looked up no more often when they come all at once', async () => {
    const verify = verifier();
    const read = vi.spyOn(core.eventStore, 'readStream');
    await Promise.allSettled(times(400, makeRawKey).map((guess) => verify(guess, HERE)));
    expect(read).toHaveBeenCalledTimes(300);
  });

  it('that can be no key count for nothing', async () => {
    const [raw, verify] = [await issue(), verifier()];
    await verified(
      verify,
      times(400, () => 'too short'),
    );
    expect(await verified(verify, [raw])).toEqual({ details: ['verified'], hashes: 1 });
  });

  it('that are nonsense keep out no legacy key', async () => {
    const legacy = `legacy_${randomBytes(16).toString('hex')}`;
    const issued = {
      tenant_id: 'acme',
      name: 'Old',
      scopes: ['read'],
      held_scopes: ['read'],
      raw_key: legacy,
    } as const;
    await keys.issue(anyone, issued);
    const verify = verifier();
    await verified(
      verify,
      times(299, () => 'nonsensenonsense'),
    );
    expect(await verified(verify, [legacy])).toEqual({ details: ['verified'], hashes: 0 });
  });

  it('are looked at a few at once, however many come', async () => {
    const underWay = new Map<string, () => void>();
    const { verify } = createKeyVerifier(
      (raw) => new Promise((resolve) => underWay.set(raw, () => resolve(undefined))),
    );
    const all = Promise.allSettled(times(50, makeRawKey).map((guess) => verify(guess, HERE)));
    const other = makeRawKey();
    const elsewhere = verify(other, '192.0.2.2').catch(() => 'refused');
    await until(() => underWay.has(other) || undefined);
    await new Promise(setImmediate);
    expect(underWay.size).toBe(8 + 1);
    underWay.get(other)!();
    expect(await elsewhere).toBe('refused');
    const ended = new Set([other]);
    while (ended.size < 51) {
      await until(() => underWay.size > ended.size || undefined);
      for (const [raw, end] of underWay) if (!ended.has(raw)) end();
      for (const raw of underWay.keys()) ended.add(raw);
    }
    expect(new Set((await all).map(({ status }) => status))).toEqual(new Set(['rejected']));
  });

  it('never keep out a key that this process has verified', async () => {
    const [raw, other, verify] = [await issue(), await issue(), verifier()];
    await verify(raw, HERE);
    await verified(
      verify,
      times(30, () => guessAt(raw)),
    );
    await verified(
      verify,
      times(30, () => guessAt(other)),
    );
    await verified(verify, times(400, makeRawKey));
    expect(
      await verified(
        verify,
        times(50, () => raw),
      ),
    ).toEqual({ details: ['verified'], hashes: 0 });
  });

  it('keep out nobody at another address', async () => {
    const [raw, verify] = [await issue(), verifier()];
    await verified(
      verify,
      times(200, () => guessAt(raw)),
    );
    expect(await verified(verify, [raw], '192.0.2.2')).toEqual({ details: ['verified'], hashes: 1 });
  });

  it('under one prefix keep out nobody with another one behind the same address', async () => {
    const [raw, other, verify] = [await issue(), await issue(), verifier()];
    await verified(
      verify,
      times(99, () => guessAt(raw)),
    );
    expect(await verified(verify, [other])).toEqual({ details: ['verified'], hashes: 1 });
  });
});

it('right keys from one address are all verified, however many come at once', async () => {
  const verify = verifier();
  const raws = await Promise.all(Array.from({ length: 30 }, issue));
  const outcomes = await Promise.allSettled(raws.map((raw) => verify(raw, HERE)));
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['fulfilled']));
});

it('right keys, and keys of which nothing could be found out, count for nothing', async () => {
  const raw = await issue();
  let away = true;
  const verify = verifier((...given) =>
    away ? Promise.reject(new EventStoreUnavailable('away')) : keys.identify(...given),
  );
  await verified(
    verify,
    times(50, () => guessAt(raw)),
  );
  away = false;
  for (const known of await Promise.all(Array.from({ length: 30 }, issue))) await verify(known, HERE);
  expect(
    (
      await verified(
        verify,
        times(50, () => guessAt(raw)),
      )
    ).hashes,
  ).toBe(10);
});

it('what is counted takes bounded memory: addresses that were not heard of for longest are forgotten', () => {
  const { mayCompare } = createGuessLimits(() => 0);
  const exhausted = (address: string): boolean => mayCompare('nonsense', address) === undefined;
  for (let guess = 0; guess < 10; guess++) expect(exhausted('first')).toBe(false);
  expect(exhausted('first')).toBe(true);
  for (let other = 0; other < 10_000; other++) mayCompare('nonsense', `other ${other}`);
  expect(exhausted('first')).toBe(false);
});
