import type { Knex } from 'knex';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApiKeyCommands } from '../../../../src/commands/apiKeys/apiKeyCommands.js';
import type { ApiKeyEvent } from '../../../../src/domain/apiKeys/apiKey.js';
import { migrate } from '../../../../src/platform/database/migrate.js';
import { onBehalfOf, whoAsks } from '../../../../src/platform/database/onBehalfOf.js';
import { apiKeysProjection, apiKeysTable } from '../../../../src/projections/apiKeys/apiKeysProjection.js';
import {
  dropOldVersions,
  projectionMigrations,
  readCheckpoints,
  type Checkpoint,
} from '../../../../src/projections/core/checkpoints.js';
import { createCheckpointSignal } from '../../../../src/projections/core/checkpointSignal.js';
import { executionsProjection } from '../../../../src/projections/executions/executionsProjection.js';
import { forgetInOtherVersions } from '../../../../src/projections/core/forgetInOtherVersions.js';
import { declareProjection, declareTable, type Projection } from '../../../../src/projections/core/projection.js';
import { startProjector, type Projector } from '../../../../src/projections/core/projector.js';
import { createReadModels } from '../../../../src/projections/core/readModels.js';
import { chooseServed } from '../../../../src/projections/core/servedVersion.js';
import type { Position } from '../../../../src/platform/eventStore/eventStore.js';
import { openCore, type Core } from '../../../support/core.js';
import { eraseRun } from '../../../support/erasedRun.js';
import { anyone, recordRun } from '../../../support/executions.js';
import { passed, rowsOf } from '../../../support/readModels.js';
import { rebuildProjection } from '../../../support/rebuildProjection.js';
import { until } from '../../../support/until.js';

interface Shouted {
  id: string;
  name: string;
  shouted: string;
}

/** API keys as a later version of the service shows them: with a column that the first version does not have. */
const nextTable = declareTable<Shouted, ApiKeyEvent>({
  name: 'api_keys',
  columns: { id: 'text not null', name: 'text not null', shouted: 'text collate "C" not null' },
  indexes: ['(shouted)'],
  keys: (event) => [event.data.key_id],
  on: {
    ApiKeyIssued: (_row, { data: { key_id, name } }) => ({ id: key_id, name, shouted: name.toUpperCase() }),
    ApiKeyRevoked: (row) => row,
    ApiKeyRotated: (row) => row,
  },
});
const next = declareProjection({ name: 'api_keys', version: 3, tables: [nextTable] });

let core: Core;
const projectors = new Set<Projector>();
beforeEach(async () => void (core = await openCore()));
afterEach(async () => {
  await Promise.all([...projectors].map((projector) => projector.stop()));
  projectors.clear();
  await core.close();
});

function project(projection: Projection): Projector {
  const projector = startProjector({ ...core, signal: createCheckpointSignal(), projections: [projection] });
  projectors.add(projector);
  return projector;
}
async function stop(projector: Projector): Promise<void> {
  await projector.stop();
  projectors.delete(projector);
}
/** A process of a version reads the keys, as they are when it looks. */
const oldProcess = () => createReadModels(core, { lookEveryMs: 0 }).of(apiKeysProjection, apiKeysTable);
const newProcess = () => createReadModels(core, { lookEveryMs: 0 }).of(next, nextTable);
const issueKey = async (name: string): Promise<string> => {
  const issued = await createApiKeyCommands(core).issue(anyone, {
    ...{ tenant_id: 'acme', name, scopes: ['read'], held_scopes: ['read'] },
  });
  return issued.value.id;
};
const caughtUp = async (projection: Projection): Promise<void> => {
  const head = await core.eventStore.head();
  if (head !== undefined) await passed(core.database.knex, [projection], head);
};

describe('an upgrade that changes a read model', () => {
  it('serves the old table, with nothing in its new columns, until the new one has caught up', async () => {
    const old = project(apiKeysProjection);
    const id = await issueKey('first');
    await caughtUp(apiKeysProjection);
    await migrate(core.database, projectionMigrations([next]));
    const keys = newProcess();
    expect(await keys.find(id)).toMatchObject({ id, name: 'first', shouted: null, revision: 0 });
    expect(await keys.list((query) => query.where({ shouted: null }))).toHaveLength(1);
    project(next);
    await until(async () => ((await keys.find(id))?.shouted === 'FIRST' ? true : undefined));
    await stop(old);
  });

  it('leaves the processes of the old version their own table, which goes on', async () => {
    project(apiKeysProjection);
    await migrate(core.database, projectionMigrations([next]));
    project(next);
    const id = await issueKey('shared');
    await Promise.all([caughtUp(apiKeysProjection), caughtUp(next)]);
    await until(async () => ((await newProcess().find(id))?.shouted === 'SHARED' ? true : undefined));
    await until(async () => ((await oldProcess().find(id))?.scopes ? true : undefined));
  });
});

describe('a rollback to an older version of a read model', () => {
  it('shows all that happened since, and goes on from its own table once that has caught up', async () => {
    await stop(await began(apiKeysProjection));
    const before = await issueKey('before');
    await migrate(core.database, projectionMigrations([next]));
    const newer = await began(next);
    const since = await issueKey('since');
    await caughtUp(next);
    await stop(newer);

    const keys = oldProcess();
    expect(await keys.find(before)).toMatchObject({ id: before, name: 'before' });
    expect(await keys.find(since)).toMatchObject({ id: since, name: 'since', scopes: null });
    project(apiKeysProjection);
    const later = await issueKey('later');
    await caughtUp(apiKeysProjection);
    await until(async () => ((await keys.find(since))?.scopes ? true : undefined));
    for (const id of [before, since, later]) expect(await keys.find(id)).toMatchObject({ id, scopes: ['read'] });
  });

  const began = async (projection: Projection): Promise<Projector> => {
    const projector = project(projection);
    await projector.caughtUp();
    return projector;
  };
});

describe('the version that is served', () => {
  const at = (version: number, position: bigint | undefined, idle = 0): Checkpoint => ({
    ...{ name: 'cases', version, error: null, tables: [], idle },
    position: position as Position | undefined,
  });
  const own = { name: 'cases', version: 2 };
  it.each([
    ['its own where there is no other', undefined, [at(2, undefined)], 2],
    ['the old one while its own is built', undefined, [at(2, 10n), at(1, 90n)], 1],
    ['the old one while its own is built, also to who has served it before', 1, [at(2, 89n), at(1, 90n)], 1],
    ['its own once that is there', 1, [at(2, 90n), at(1, 90n)], 2],
    ['its own still, while it is a moment behind', 2, [at(2, 90n, 1), at(1, 91n)], 2],
    ['another that goes on where its own was left', 2, [at(2, 90n, 60), at(3, 91n)], 3],
    ['the one that went furthest of several', undefined, [at(2, undefined), at(3, 70n), at(1, 90n)], 1],
    ['no other read model', undefined, [at(2, 1n), { ...at(1, 90n), name: 'agents' }], 2],
  ])('is %s', (_what, served, checkpoints, expected) => {
    expect(chooseServed(own, served, checkpoints)).toBe(expected);
  });
});

describe('what was erased', () => {
  it('is gone from the tables of other versions that nobody moves any more, and from no others', async () => {
    const { knex } = core.database;
    const old = project(apiKeysProjection);
    const [erased, other] = [await issueKey('erased'), await issueKey('other')];
    await caughtUp(apiKeysProjection);
    await stop(old);
    await migrate(core.database, projectionMigrations([next]));
    project(next);
    const position = (await core.eventStore.head()) ?? expect.unreachable('the log is empty');
    await caughtUp(next);
    const keysIn = (table: string): Promise<unknown[]> => knex(table).pluck('row_key').orderBy('row_key');
    const forget = (upTo: bigint) =>
      forgetInOtherVersions(knex, [next], erased, { erased: upTo as Position, patienceMs: 0 });

    await knex.raw(`update projection_checkpoints set moved_at = now() - interval '1 hour'`);
    await forget(position); // which the old version has come to, and so has folded the erasure
    expect(await keysIn('api_keys_v2')).toEqual([erased, other].sort());
    // What belongs to it, and what only begins like it.
    const row = await knex<{ row_key: string; scopes: unknown }>('api_keys_v2').where({ row_key: erased }).first();
    for (const behind of ['/', '/0/1', '0', '~'])
      await knex('api_keys_v2').insert({ ...row, scopes: '[]', row_key: erased + behind });
    await forget(position + 1n);
    expect(await keysIn('api_keys_v2')).toEqual([other, `${erased}0`, `${erased}~`].sort());
    expect(await keysIn('api_keys_v3')).toEqual([erased, other].sort());
  });

  it('is asked for again while another version moves that has not come to it, and may end before it does', async () => {
    const { knex } = core.database;
    const old = project(apiKeysProjection);
    const erased = await issueKey('erased');
    await caughtUp(apiKeysProjection);
    await stop(old); // a moment before the erasure, as in an upgrade
    const position = (await core.eventStore.head()) ?? expect.unreachable('the log is empty');
    const forget = () =>
      forgetInOtherVersions(knex, [next], erased, { erased: (position + 1n) as Position, patienceMs: 0 });
    expect(await forget()).toBe(false);
    await knex.raw(`update projection_checkpoints set moved_at = now() - interval '1 hour'`);
    expect(await forget()).toBe(true);
    expect(await knex('api_keys_v2').pluck('row_key')).toEqual([]);
  });

  it('is there as erased, as a rebuild has it, once a version that was left goes on after a rollback', async () => {
    const { knex } = core.database;
    const id = await recordRun(core.handler, 'ABEL');
    const old = project(executionsProjection);
    await caughtUp(executionsProjection);
    await stop(old);
    await knex.raw(`update projection_checkpoints set moved_at = now() - interval '1 hour'`);
    await eraseRun(core, id);
    const erased = (await core.eventStore.head()) ?? expect.unreachable('the log is empty');
    const nextRuns = { ...executionsProjection, version: executionsProjection.version + 1 };
    expect(await forgetInOtherVersions(knex, [nextRuns], id, { erased, patienceMs: 0 })).toBe(true);
    expect(await rowsOf(knex, executionsProjection)).toEqual([]);
    project(executionsProjection);
    await caughtUp(executionsProjection);
    const goneOn = await rowsOf(knex, executionsProjection);
    await rebuildProjection(core, executionsProjection);
    expect(await rowsOf(knex, executionsProjection)).toEqual(goneOn);
    expect(goneOn[0]).toMatchObject({ row_key: id, erased: true });
    expect(await knex('projection_set_aside')).toEqual([]);
  });
});

describe('how far versions are', () => {
  const knowing = () => {
    let [position, away] = [90n, false];
    const asked: (string | undefined)[] = [];
    const raw = () => {
      asked.push(whoAsks());
      const row = { name: 'api_keys', version: 2, position: position.toString(), error: null, tables: [], idle: 0 };
      const own = { ...row, version: 3, position: '90' };
      return away ? Promise.reject(new Error('away')) : Promise.resolve({ rows: [own, row] });
    };
    const knex = Object.create(core.database.knex, { raw: { value: raw } }) as Knex;
    return {
      /** On whose behalf. */
      asked,
      otherWent: (to: bigint) => (position = to),
      goAway: () => (away = true),
      readModels: createReadModels({ ...core, database: { knex } }),
    };
  };
  const anHourLater = () => {
    const now = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(now + 3_600_000);
  };
  afterEach(() => void vi.restoreAllMocks());

  it('is not answered from long ago to anybody who asks while it is looked up', async () => {
    const { readModels, otherWent, asked } = knowing();
    expect(await readModels.served(next)).toBe(3);
    otherWent(91n);
    anHourLater();
    const other = { ...next, version: 4 };
    const answers = await Promise.all([readModels.served(other), readModels.served(other)]);
    expect(answers).toEqual([2, 2]);
    expect(asked).toHaveLength(2);
  });

  it('is looked up as the service, whoever asks first: all wait for it', async () => {
    const { readModels, asked } = knowing();
    await onBehalfOf('acme', () => readModels.served(next));
    expect(asked).toEqual([undefined]);
  });

  it('is not answered from long ago where it cannot be looked up', async () => {
    const { readModels, goAway } = knowing();
    await readModels.served(next);
    goAway();
    anHourLater();
    await expect(readModels.served(next)).rejects.toThrow('away');
    await expect(readModels.served(next)).rejects.toThrow('away');
  });
});

describe('the tables of a version that nobody moves any more', () => {
  it('are dropped after a while, but for the last one, and made anew for who comes back to them', async () => {
    const third = declareProjection({ ...next, version: 4 });
    await migrate(core.database, projectionMigrations([next, third]));
    await core.database.knex.raw(`update projection_checkpoints set moved_at = now() - version * interval '1 day' `);
    const { knex } = core.database;
    expect(await dropOldVersions(knex, next, 10 * 24 * 3600)).toEqual([]);
    expect(await dropOldVersions(knex, next, 3 * 24 * 3600)).toEqual([{ name: 'api_keys', version: 4 }]);
    const left = (await readCheckpoints(knex)).filter(({ name }) => name === 'api_keys');
    expect(left.map(({ version }) => version)).toEqual([3, 2]);
    expect(await knex.schema.hasTable('api_keys_v4')).toBe(false);
    await migrate(core.database, projectionMigrations([third]));
    expect(await knex.schema.hasTable('api_keys_v4')).toBe(true);
  });
});
