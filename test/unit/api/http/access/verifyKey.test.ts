import { createHash } from 'node:crypto';
import bcrypt from 'bcrypt';
import { beforeAll, describe, expect, test } from 'vitest';
import { createKeyVerifier } from '../../../../../src/api/http/access/verifyKey.js';
import type { ApiKeyRow } from '../../../../../src/projections/apiKeys/apiKeysProjection.js';

const RAW = 'zk_0123456789ab_0123456789abcdef0123456789abcdef';
const LEGACY = 'an old key';

let rows: ApiKeyRow[];

beforeAll(async () => {
  const row = { tenant_id: 'acme', name: 'x', scopes: ['read' as const], revoked: false, created_at: '' };
  rows = [
    { ...row, id: 'current', prefix: '0123456789ab', hash_kind: 'bcrypt', hash: await bcrypt.hash(RAW, 4) },
    { ...row, id: 'old', prefix: null, hash_kind: 'sha256', hash: createHash('sha256').update(LEGACY).digest('hex') },
  ];
});

/** A verifier over the rows, and how often it looked for one. */
function verifier() {
  let lookups = 0;
  const find = (matches: (row: ApiKeyRow) => boolean): Promise<ApiKeyRow | undefined> => {
    lookups += 1;
    return Promise.resolve(rows.find(matches));
  };
  const verify = createKeyVerifier({
    findByPrefix: (prefix) => find((row) => row.prefix === prefix),
    findBySha256: (hash) => find((row) => row.hash_kind === 'sha256' && row.hash === hash),
  });
  return { verify, lookups: () => lookups };
}

describe('a key', () => {
  test.each([
    [RAW, 'current'],
    [LEGACY, 'old'],
  ])('%s is verified once per process, however many requests bring it at once', async (raw, id) => {
    const { verify, lookups } = verifier();
    const verified = await Promise.all(Array.from({ length: 20 }, () => verify(raw)));
    await verify(raw);
    expect(new Set(verified)).toEqual(new Set([{ key_id: id, tenant_id: 'acme', scopes: ['read'] }]));
    expect(lookups()).toBe(1);
  });

  test.each([
    ['another secret', RAW.replace(/f$/, '0')],
    ['another prefix', RAW.replace('zk_0', 'zk_1')],
    ['its own hash', createHash('sha256').update(LEGACY).digest('hex')],
    ['its prefix alone', 'zk_0123456789ab_'],
    ['nothing', ''],
  ])('with %s is invalid, and asked for again each time', async (_what, raw) => {
    const { verify, lookups } = verifier();
    for (let tries = 0; tries < 2; tries += 1) {
      await expect(verify(raw)).rejects.toMatchObject({ status: 401, detail: 'API key invalid' });
    }
    expect(lookups()).toBe(2);
  });
});
