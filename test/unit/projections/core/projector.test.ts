import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApiKeyCommands } from '../../../../src/commands/apiKeys/apiKeyCommands.js';
import { projectionStopped } from '../../../../src/platform/metrics.js';
import { allProjections } from '../../../../src/start/features.js';
import { apiKeysProjection, createApiKeyQueries } from '../../../../src/projections/apiKeys/apiKeysProjection.js';
import { readBuilds } from '../../../../src/projections/core/builds.js';
import {
  assertProjectionsRun,
  lockCheckpoint,
  moveCheckpoint,
  readCheckpoint,
} from '../../../../src/projections/core/checkpoints.js';
import {
  createExecutionQueries,
  executionsProjection,
} from '../../../../src/projections/executions/executionsProjection.js';
import type { Projection } from '../../../../src/projections/core/projection.js';
import { assertGoesOn, startProjector, type Projector } from '../../../../src/projections/core/projector.js';
import { rebuildProjection } from '../../../support/rebuildProjection.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone, recordRun } from '../../../support/executions.js';
import { passed, rowsOf } from '../../../support/readModels.js';
import { until } from '../../../support/until.js';

let core: Core;
let projectors: Projector[];
beforeEach(async () => {
  core = await openCore();
  projectors = [];
});
afterEach(async () => {
  await Promise.all(projectors.map((projector) => projector.stop()));
  await core.close();
});

function project(projections: readonly Projection[] = allProjections): Projector {
  const projector = startProjector({ ...core, projections });
  projectors.push(projector);
  return projector;
}
const head = async () =>
  (await core.eventStore.head()) ??
  (() => {
    throw new Error('the log is empty');
  })();
const issueKey = () =>
  createApiKeyCommands(core).issue(anyone, {
    ...{ tenant_id: 'acme', name: 'Key', scopes: ['read'], held_scopes: ['read'] },
  });
const stateOf = (projector: Projector, name: string) => projector.status().find((one) => one.name === name)?.state;

describe('the projector', () => {
  it('shows what happened before it started and what happens after', async () => {
    const before = await recordRun(core.handler, 'BEFORE');
    const projector = project();
    const after = await recordRun(core.handler, 'AFTER');
    await passed(core.database.knex, [executionsProjection], await head());
    const queries = createExecutionQueries(core.readModels);
    expect(await queries.find(before)).toMatchObject({
      status: 'completed',
      result: { extracted: { surname: 'BEFORE' } },
    });
    expect(await queries.find(after)).toMatchObject({
      status: 'completed',
      result: { extracted: { surname: 'AFTER' } },
    });
    await until(() => projector.status().every(({ state }) => state === 'live') || undefined);
  });

  it('takes each event once, however many run at the same time', async () => {
    const other = [project([executionsProjection]), project([executionsProjection]), project([executionsProjection])];
    const ids = await Promise.all(Array.from({ length: 30 }, (_, index) => recordRun(core.handler, `P${index}`)));
    await passed(core.database.knex, [executionsProjection], await head());
    const queries = createExecutionQueries(core.readModels);
    for (const id of ids) {
      const found = await queries.find(id);
      expect(found?.steps.map(({ tool }) => tool)).toEqual(['extract', 'validate']);
    }
    expect(other.map((one) => stateOf(one, 'executions'))).toEqual(['live', 'live', 'live']);
  });

  it('keeps texts that Postgres would refuse, with the impossible characters replaced', async () => {
    project([executionsProjection]);
    const id = await recordRun(core.handler, 'N\u0000UL \ud800 \\u0000 "q" \\');
    await passed(core.database.knex, [executionsProjection], await head());
    const found = await createExecutionQueries(core.readModels).find(id);
    expect(found?.result).toMatchObject({ extracted: { surname: 'N\ufffdUL \ufffd \\u0000 "q" \\' } });
  });
});

describe('a crash of the database that takes the last moves of a read model', () => {
  /** The table and its checkpoint as they were before, as when a commit had not reached the disk. */
  const loseAll = async (): Promise<void> => {
    const { knex } = core.database;
    await knex.transaction(async (transaction) => {
      await transaction('projection_checkpoints').where({ name: 'executions' }).forUpdate().select();
      await transaction('executions_v4').delete();
      await transaction('projection_checkpoints').where({ name: 'executions' }).update({ position: null });
    });
  };
  const breakConnections = () =>
    core.database.knex.raw(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );

  it('is made up for with the next event', async () => {
    project([executionsProjection]);
    const lost = await recordRun(core.handler, 'LOST');
    await passed(core.database.knex, [executionsProjection], await head());
    await loseAll();
    await recordRun(core.handler, 'NEXT');
    await passed(core.database.knex, [executionsProjection], await head());
    expect((await createExecutionQueries(core.readModels).find(lost))?.status).toBe('completed');
    expect(await core.database.knex('executions_v4')).toHaveLength(2);
  });

  it('is made up for without one', async () => {
    const projector = project([executionsProjection]);
    const lost = await recordRun(core.handler, 'LOST');
    await passed(core.database.knex, [executionsProjection], await head());
    await until(() => stateOf(projector, 'executions') === 'live' || undefined);
    await loseAll();
    await breakConnections();
    await until(async () =>
      createExecutionQueries(core.readModels)
        .find(lost)
        .catch(() => undefined),
    );
  });
});

describe('an event that cannot be understood', () => {
  const appendNonsense = async () => {
    const metadata = { ...anyone, schema_version: 1, mode: 'live' as const, occurred_at: new Date().toISOString() };
    const nonsense = { id: randomUUID(), type: 'ApiKeyRevoked', data: { key_id: 4711 }, metadata };
    await core.eventStore.append(`apiKey-${randomUUID()}`, [nonsense], 'no_stream');
  };

  it('stops its projection where everyone can see it, and no other', async () => {
    const projector = project();
    await issueKey();
    await passed(core.database.knex, [apiKeysProjection], await head());
    await appendNonsense();
    await until(() => stateOf(projector, 'api_keys') === 'stopped' || undefined);
    const { error, position } = await until(async () => {
      const checkpoint = await readCheckpoint(core.database.knex, apiKeysProjection);
      return checkpoint.error === null ? undefined : checkpoint;
    });
    expect(error).toMatch(/Event ApiKeyRevoked at revision 0 of stream apiKey-.*key_id/);
    expect(position).toBeLessThan(await head());
    const stopped = (await projectionStopped.get()).values.find(({ labels }) => labels.projection === 'api_keys');
    expect(stopped?.value).toBe(1);
    await expect(assertProjectionsRun(core.database.knex, allProjections)).rejects.toThrow(
      /^Stopped: api_keys \(Event ApiKeyRevoked at revision 0 of stream apiKey-/,
    );
    await issueKey(); // is not projected past the event that could not be taken
    const id = await recordRun(core.handler, 'STILL');
    await passed(core.database.knex, [executionsProjection], await head());
    expect(await createExecutionQueries(core.readModels).find(id)).toBeDefined();
    expect(await createApiKeyQueries(core.readModels).list({})).toHaveLength(1);
  });

  it('lets its projection go on once another process has brought the read model past it', async () => {
    const projector = project([apiKeysProjection]);
    await appendNonsense();
    await until(() => stateOf(projector, 'api_keys') === 'stopped' || undefined);
    await until(async () => (await readCheckpoint(core.database.knex, apiKeysProjection)).error ?? undefined);
    expect(() => assertGoesOn(projector.status())).toThrow(
      /api_keys does not go on: Event ApiKeyRevoked at revision 0/,
    );
    const past = await head();
    await core.database.knex.transaction(async (transaction) => {
      await lockCheckpoint(transaction, apiKeysProjection);
      await moveCheckpoint(transaction, apiKeysProjection, past);
    });
    await issueKey();
    await passed(core.database.knex, [apiKeysProjection], await head());
    expect(await createApiKeyQueries(core.readModels).list({})).toHaveLength(1);
    expect(() => assertGoesOn(projector.status())).not.toThrow();
    expect((await projectionStopped.get()).values.find(({ labels }) => labels.projection === 'api_keys')?.value).toBe(
      0,
    );
  });

  it('is noted once the database takes the note, if it did not at first', async () => {
    const { knex } = core.database;
    await knex.raw('alter table projection_checkpoints add constraint takes_no_notes check (error is null)');
    const projector = project([apiKeysProjection]);
    await appendNonsense();
    await until(() => stateOf(projector, 'api_keys') === 'stopped' || undefined);
    await knex.raw('alter table projection_checkpoints drop constraint takes_no_notes');
    const error = await until(async () => (await readCheckpoint(knex, apiKeysProjection)).error ?? undefined);
    expect(error).toMatch(/ApiKeyRevoked/);
  });

  it('ends a rebuild too, which leaves the live table as it is', async () => {
    project();
    await issueKey();
    await passed(core.database.knex, [apiKeysProjection], await head());
    const before = await rowsOf(core.database.knex, apiKeysProjection);
    await appendNonsense();
    await expect(rebuildProjection(core, apiKeysProjection)).rejects.toThrow(/ApiKeyRevoked/);
    expect(await rowsOf(core.database.knex, apiKeysProjection)).toEqual(before);
    expect(await readBuilds(core.database.knex)).toMatchObject([{ name: 'api_keys' }]); // for who can take the event
  });
});
