import { createPublicKey, generateKeyPairSync, verify, type KeyObject } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../../src/platform/database/database.js';
import { migrate } from '../../../../src/platform/database/migrate.js';
import { createPostgresDatabase } from '../../../../src/platform/database/postgresDatabase.js';
import { createLog } from '../../../../src/platform/log.js';
import {
  certificateMigrations,
  createCertificates,
  type Certificates,
} from '../../../../src/platform/signing/certificates.js';
import { canonicalJson } from '../../../../src/platform/signing/jsonWebKeys.js';
import { createTestDatabase, type TestDatabase } from '../../../support/testDatabase.js';

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await createTestDatabase();
  database = createPostgresDatabase({ kind: 'postgres', url: server.url, pool: 4, log: createLog('silent') });
  await migrate(database, certificateMigrations);
});
afterAll(async () => {
  await database.close();
  await server.drop();
});

const withKey = (key: KeyObject): Certificates =>
  createCertificates({ knex: database.knex, obtainKey: () => Promise.resolve(key) });
const newKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey;

it('the canonical form is that of RFC 8785', () => {
  const given = {
    numbers: [333333333.33333329, 1e30, 4.5, 2e-3],
    string: '\u20ac$\u000F\nA\'B"\\"/',
    literals: [null, true],
  };
  expect(canonicalJson(given).toString()).toBe(
    '{"literals":[null,true],"numbers":[333333333.3333333,1e+30,4.5,0.002],"string":"€$\\u000f\\nA\'B\\"\\\\\\"/"}',
  );
});

it('a certificate stays the same, whoever issues it again with whichever key, and a published key verifies it', async () => {
  const [one, other] = [withKey(newKey()), withKey(newKey())];
  const facts = { subject: 'case-1', erased: { values: 3, blobs: 1, rows: 2 }, erased_at: '2026-03-02T09:06:00.000Z' };
  const together = await Promise.all([one.issue(facts), other.issue(facts), one.issue(facts)]);
  expect(new Set(together.map(({ signature }) => signature)).size).toBe(1);
  expect(await withKey(newKey()).issue({ ...facts, erased_at: 'later' })).toEqual(together[0]);
  const { signature, ...rest } = together[0];
  const keys = await withKey(newKey()).publicKeys();
  expect(keys.length).toBeGreaterThanOrEqual(3);
  const verifying = keys.filter((jwk) =>
    verify(
      null,
      canonicalJson(rest),
      createPublicKey({ key: { ...jwk }, format: 'jwk' }),
      Buffer.from(signature, 'base64url'),
    ),
  );
  expect(verifying).toHaveLength(1);
});

it('a key that could not be had is asked for again', async () => {
  let asked = 0;
  const key = newKey();
  const certificates = createCertificates({
    knex: database.knex,
    obtainKey: () => (++asked === 1 ? Promise.reject(new Error('away')) : Promise.resolve(key)),
  });
  await expect(certificates.publicKeys()).rejects.toThrow('away');
  expect(await certificates.publicKeys()).not.toEqual([]);
});
