import { createHash, randomBytes, randomUUID } from 'node:crypto';
import bcrypt from 'bcrypt';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeRawKey } from '../../../../src/commands/apiKeys/apiKeySecret.js';
import {
  createApiKeyCommands,
  type ApiKeyCommands,
  type IssueApiKey,
} from '../../../../src/commands/apiKeys/apiKeyCommands.js';
import { DomainError } from '../../../../src/domain/core/decider.js';
import { EventStoreUnavailable } from '../../../../src/platform/eventStore/eventStore.js';
import { allProjections } from '../../../../src/start/features.js';
import { createApiKeyQueries, type ApiKeyQueries } from '../../../../src/projections/apiKeys/apiKeysProjection.js';
import { EXPIRING_KEYS, REVOKED_KEYS } from '../../../../src/projections/apiKeys/revokedKeys.js';
import { startProjector, type Projector } from '../../../../src/projections/core/projector.js';
import { createReadYourWrites, type ReadYourWrites } from '../../../../src/projections/core/readYourWrites.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone } from '../../../support/executions.js';

let core: Core;
let projector: Projector;
let keys: ApiKeyCommands;
let queries: ApiKeyQueries;
let reads: ReadYourWrites;
beforeAll(async () => {
  core = await openCore();
  projector = startProjector({ ...core, projections: allProjections });
  keys = createApiKeyCommands(core);
  queries = createApiKeyQueries(core.readModels);
  reads = createReadYourWrites({ ...core, projections: allProjections });
});
afterAll(async () => {
  await projector.stop();
  await core.close();
});

const wanted: IssueApiKey = { tenant_id: 'acme', name: 'Key', scopes: ['read'], held_scopes: ['read', 'admin'] };

describe('an issued key', () => {
  it('is known by its raw form at once, without a read model; its secret is nowhere', async () => {
    const { value } = await keys.issue(anyone, wanted);
    const { raw_key, ...key } = value;
    expect(raw_key).toMatch(/^zk_[0-9a-f]{12}_[0-9a-f]{32}$/);
    expect(await keys.identify(raw_key)).toEqual(key);
    const { rows } = await core.database.knex.raw<{ rows: object[] }>('select * from events');
    expect(JSON.stringify(rows)).not.toContain(raw_key.slice(16));
  });

  it('that is given in the old form is kept as SHA-256 and known by it', async () => {
    const raw_key = randomBytes(20).toString('base64url');
    const { value } = await keys.issue(anyone, { ...wanted, raw_key });
    expect((await keys.identify(raw_key))?.id).toBe(value.id);
    const hash = createHash('sha256').update(raw_key).digest('hex');
    expect(await keys.identify(hash)).toBeUndefined();
  });

  it('is not known by another secret, nor by its prefix alone', async () => {
    const { raw_key } = (await keys.issue(anyone, wanted)).value;
    const guess = raw_key.slice(0, -1) + (raw_key.endsWith('0') ? '1' : '0');
    for (const wrong of [guess, raw_key.slice(0, 16), raw_key.slice(0, -1), '']) {
      expect(await keys.identify(wrong)).toBeUndefined();
    }
  });

  it('costs whoever makes one up one read and no bcrypt, and none where it can be no key', async () => {
    const read = vi.spyOn(core.eventStore, 'readStream');
    const hashed = vi.spyOn(bcrypt, 'compare');
    try {
      expect(await keys.identify(makeRawKey())).toBeUndefined();
      expect(read).toHaveBeenCalledTimes(1);
      expect(await keys.identify('too short')).toBeUndefined();
      expect([read.mock.calls.length, hashed.mock.calls.length]).toEqual([1, 0]);
    } finally {
      read.mockRestore();
      hashed.mockRestore();
    }
  });

  it('of a value that another key has is refused', async () => {
    const { raw_key } = (await keys.issue(anyone, wanted)).value;
    await expect(keys.issue(anyone, { ...wanted, raw_key })).rejects.toMatchObject({ reason: 'conflict' });
  });

  it.each(['short', 'has spaces in the middle', 'ümlauts-are-not-ascii'])(
    'is refused when given as %j',
    async (raw_key) => {
      await expect(keys.issue(anyone, { ...wanted, raw_key })).rejects.toMatchObject({ reason: 'invalid' });
    },
  );

  it('is issued once under an id, and its raw form is not told again', async () => {
    const id = randomUUID();
    const first = await keys.issueOnce(anyone, id, wanted);
    const again = await keys.issueOnce(anyone, id, wanted);
    expect(first.value.raw_key).toMatch(/^zk_/);
    expect([again.value.id, again.value.raw_key, again.event_types]).toEqual([id, undefined, []]);
  });

  it('is inactive from its revocation on, stays in the list, and cannot be revoked again', async () => {
    const { value } = await keys.issue({ ...anyone, tenant_id: '' }, { ...wanted, tenant_id: 'revoking' });
    await reads.wait(await keys.revoke({ ...anyone, tenant_id: '' }, value.id));
    expect(await keys.find(value.id)).toMatchObject({ revoked: true });
    expect(await queries.list({ tenant_id: 'revoking' })).toMatchObject([{ id: value.id, revoked: true }]);
    await expect(keys.revoke(anyone, value.id)).rejects.toMatchObject({ reason: 'not_found' });
    const { rows } = await core.database.knex.raw<{ rows: { metadata: object }[] }>(
      'select metadata from events where stream = ? order by revision',
      [`apiKey-${value.id}`],
    );
    expect(rows.map(({ metadata }) => metadata)).toMatchObject([{ tenant_id: 'revoking' }, { tenant_id: 'revoking' }]);
  });

  it('is marked as revoked before its stream says so, and by no revocation that is refused', async () => {
    const { value, ...written } = await keys.issue(anyone, wanted);
    await reads.wait(written);
    const marked = () => core.database.knex(REVOKED_KEYS).pluck<string[]>('key_id');
    const append = vi.spyOn(core.eventStore, 'append').mockImplementation(async () => {
      expect(await marked()).toContain(value.id);
      throw new EventStoreUnavailable('away');
    });
    await expect(keys.revoke(anyone, value.id)).rejects.toThrow(EventStoreUnavailable);
    append.mockRestore();
    expect(await queries.list({ tenant_id: value.tenant_id })).toContainEqual(
      expect.objectContaining({ id: value.id, revoked: true }),
    );
    await keys.revoke(anyone, value.id);
    expect(await keys.find(value.id)).toMatchObject({ revoked: true });
    const unknown = randomUUID();
    await expect(keys.revoke(anyone, unknown)).rejects.toMatchObject({ reason: 'not_found' });
    expect(await marked()).not.toContain(unknown);
  });
});

describe('a rotated key', () => {
  const rotation = { overlap_minutes: 60, held_scopes: wanted.held_scopes };

  it('is known to end before its stream says so, and its successor is there before that', async () => {
    const { value } = await keys.issue(anyone, wanted);
    const ends = () => core.database.knex(EXPIRING_KEYS).where({ key_id: value.id }).pluck<string[]>('expires_at');
    const append = core.eventStore.append.bind(core.eventStore);
    const appended: string[] = [];
    const spy = vi.spyOn(core.eventStore, 'append').mockImplementation(async (stream, events, revision) => {
      appended.push(...events.map(({ type }) => type));
      if (events.some(({ type }) => type === 'ApiKeyRotated')) expect(await ends()).toHaveLength(1);
      return append(stream, events, revision);
    });
    const rotated = await keys.rotate(anyone, value.id, rotation);
    spy.mockRestore();
    expect(appended).toEqual(['ApiKeyHandleReserved', 'ApiKeyIssued', 'ApiKeyRotated']);
    expect(await keys.find(value.id)).toMatchObject({ replaced_by: rotated.value.id, expires_at: (await ends())[0] });
    expect(await keys.identify(rotated.value.raw_key ?? '')).toMatchObject({ id: rotated.value.id, replaced_by: null });
  });

  it('that is refused leaves no key behind, and none that ends', async () => {
    const { value, ...written } = await keys.issue(anyone, wanted);
    await reads.wait(written);
    const before = (await queries.list({})).length;
    for (const refused of [
      { ...rotation, overlap_minutes: -1 },
      { ...rotation, held_scopes: ['admin' as const] },
      { ...rotation, expires_at: '2020-01-01T00:00:00.000Z' },
    ]) {
      await expect(keys.rotate(anyone, value.id, refused)).rejects.toThrow(DomainError);
    }
    await reads.wait(await keys.issue(anyone, wanted));
    expect((await queries.list({})).length).toBe(before + 1);
    expect(await core.database.knex(EXPIRING_KEYS).where({ key_id: value.id })).toEqual([]);
  });
});

describe('the first key', () => {
  it('is issued once, however many processes start at the same time', async () => {
    const issued = await Promise.all([keys.issueFirst(anyone), keys.issueFirst(anyone), keys.issueFirst(anyone)]);
    expect(issued.filter((one) => one !== undefined)).toHaveLength(1);
    expect(issued.find((one) => one !== undefined)?.value).toMatchObject({
      ...{ tenant_id: '', scopes: ['read', 'write', 'admin'], revoked: false },
    });
    expect(await keys.issueFirst(anyone)).toBeUndefined();
  });
});

describe('the last key of the platform that can manage keys', () => {
  const admin: IssueApiKey = { ...wanted, tenant_id: '', scopes: ['admin'] };
  const issue = async (input: IssueApiKey): Promise<string> => {
    const issued = await keys.issue(anyone, input);
    await reads.wait(issued);
    return issued.value.id;
  };

  it('is not revoked, and of two that would revoke each other one is left', async () => {
    const ids = await Promise.all([issue(admin), issue(admin)]);
    // None of these could manage the keys of the platform.
    await Promise.all([issue({ ...wanted, tenant_id: '' }), issue({ ...admin, tenant_id: 'acme' })]);
    for (const { id, revoked, scopes } of await queries.list({ tenant_id: '' })) {
      if (!ids.includes(id) && !revoked && scopes.includes('admin')) await keys.revoke(anyone, id);
    }
    const revoked = await Promise.allSettled(ids.map((id) => keys.revoke(anyone, id)));
    expect(revoked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const left = ids[revoked.findIndex(({ status }) => status === 'rejected')] ?? '';
    await expect(keys.revoke(anyone, left)).rejects.toMatchObject({ reason: 'conflict' });
    expect(await keys.find(left)).toMatchObject({ revoked: false });
    // One that ends some day is none to rely on.
    await issue({ ...admin, expires_at: '2999-01-01T00:00:00.000Z' });
    await expect(keys.revoke(anyone, left)).rejects.toMatchObject({ reason: 'conflict' });
    await issue(admin);
    await keys.revoke(anyone, left);
  });

  it('is rotated, but not to one that ends', async () => {
    const only = await issue(admin);
    for (const { id, revoked, scopes } of await queries.list({ tenant_id: '' })) {
      if (id !== only && !revoked && scopes.includes('admin')) await keys.revoke(anyone, id);
    }
    const rotation = { overlap_minutes: 0, held_scopes: wanted.held_scopes };
    const ending = { ...rotation, expires_at: '2999-01-01T00:00:00.000Z' };
    await expect(keys.rotate(anyone, only, ending)).rejects.toMatchObject({ reason: 'conflict' });
    expect(await keys.find(only)).toMatchObject({ expires_at: null, replaced_by: null });
    expect((await keys.rotate(anyone, only, rotation)).value).toMatchObject({ scopes: ['admin'], expires_at: null });
  });
});

describe('lists and uses', () => {
  it('lists newest first, and of every tenant when none is named', async () => {
    const first = await keys.issue(anyone, { ...wanted, tenant_id: 'listing' });
    const second = await keys.issue(anyone, { ...wanted, tenant_id: 'listing' });
    await reads.wait(second);
    const ids = (await queries.list({ tenant_id: 'listing' })).map(({ id }) => id);
    expect(ids).toEqual([second.value.id, first.value.id]);
    expect((await queries.list({})).length).toBeGreaterThan(2);
  });

  it('remembers when a key was last used, and never an earlier time', async () => {
    const { value, ...written } = await keys.issue(anyone, { ...wanted, tenant_id: 'using' });
    await reads.wait({ ...written });
    expect(await queries.list({ tenant_id: 'using' })).toMatchObject([{ id: value.id, last_used: null }]);
    await queries.recordUse(new Map([[value.id, new Date('2026-03-02T10:00:00Z')]]));
    await queries.recordUse(new Map([[value.id, new Date('2026-03-02T09:00:00Z')]]));
    expect(await queries.list({ tenant_id: 'using' })).toMatchObject([{ last_used: '2026-03-02T10:00:00.000Z' }]);
  });
});
