import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApiKeyCommands } from '../../../../src/commands/apiKeys/apiKeyCommands.js';
import { createDocumentTypeCommands } from '../../../../src/commands/documentTypes/documentTypeCommands.js';
import { startDatabaseClock } from '../../../../src/platform/clock.js';
import type { SubscribeOptions } from '../../../../src/platform/eventStore/eventStore.js';
import { createLogLag } from '../../../../src/platform/eventStore/logLag.js';
import { createBehind } from '../../../../src/projections/core/behind.js';
import { startProjector } from '../../../../src/projections/core/projector.js';
import { allProjections } from '../../../../src/start/features.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone } from '../../../support/executions.js';
import { passed } from '../../../support/readModels.js';

let core: Core;
beforeEach(async () => void (core = await openCore()));
afterEach(async () => {
  vi.useRealTimers();
  await core.close();
});

const issueKey = () =>
  createApiKeyCommands(core).issue(anyone, {
    ...{ tenant_id: 'acme', name: 'Key', scopes: ['read'], held_scopes: ['read'] },
    raw_key: `legacy-key-${randomUUID()}`,
  });
const defineType = (context_id: string) =>
  createDocumentTypeCommands(core).define(anyone, {
    ...{ tenant_id: 'acme', context_id, display_name: 'T', output_schema: { name: 'string' } },
  });
/** As a process that has not asked yet. */
const behind = () => createBehind({ ...core, projections: allProjections });

describe('a read model', () => {
  it('is behind from the first event on that it has not taken in, until it has', async () => {
    expect(await behind().secondsOf('api_keys')).toBe(0);
    await issueKey();
    const first = await behind().secondsOf('api_keys');
    expect(first).toBeGreaterThan(0);
    await issueKey();
    expect(await behind().secondsOf('api_keys')).toBeGreaterThan(first);
    const projector = startProjector({ ...core, projections: allProjections });
    await passed(core.database.knex, allProjections, (await core.eventStore.head()) ?? expect.unreachable());
    expect(await behind().secondsOf('api_keys')).toBe(0);
    await projector.stop();
  });

  it('is behind by the clock of the database, whatever that of the machine is set to', async () => {
    const { clock, stop } = await startDatabaseClock(core.database);
    await issueKey();
    for (const ahead of [24 * 3_600_000, -24 * 3_600_000]) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ahead });
      const seconds = await createBehind({ ...core, clock, projections: allProjections }).secondsOf('api_keys');
      vi.useRealTimers();
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThan(3_600);
    }
    stop();
  });

  it('is not behind for what does not concern it', async () => {
    await issueKey();
    expect(await behind().secondsOf('document_types')).toBe(0);
  });
});

describe('a lag', () => {
  it('is found without walking the same way twice', async () => {
    for (const name of ['one', 'two', 'three']) await defineType(name);
    const looks: SubscribeOptions[] = [];
    const { eventStore } = core;
    const heard = {
      head: () => eventStore.head(),
      subscribe: (options: SubscribeOptions) => {
        looks.push(options);
        return eventStore.subscribe(options);
      },
    };
    const lag = createLogLag(heard, ['ApiKeyIssued'], core.clock);
    expect(await lag(undefined)).toBe(0);
    const end = await eventStore.head();
    await issueKey();
    expect(await lag(undefined)).toBeGreaterThan(0);
    expect(looks.at(-1)?.after).toBe(end);
    const before = looks.length;
    expect(await lag(undefined)).toBeGreaterThan(0);
    expect(looks).toHaveLength(before);
    expect(await lag(await eventStore.head())).toBe(0);
  });

  it('is refused within a second or so where the log does not answer', async () => {
    const silent = {
      head: () => new Promise<never>(() => undefined),
      subscribe: (options: SubscribeOptions) => core.eventStore.subscribe(options),
    };
    await expect(createLogLag(silent, ['ApiKeyIssued'], core.clock)(undefined)).rejects.toThrow('no answer');
  });

  it('counts from when it was seen where the clock of the store is ahead', async () => {
    await issueKey();
    const { eventStore } = core;
    const ahead = {
      head: () => eventStore.head(),
      async *subscribe(options: SubscribeOptions) {
        for await (const batch of eventStore.subscribe(options)) {
          yield {
            ...batch,
            events: batch.events.map((event) => ({ ...event, recorded_at: '2999-01-01T00:00:00.000Z' })),
          };
        }
      },
    };
    const lag = createLogLag(ahead, ['ApiKeyIssued'], core.clock);
    expect(await lag(undefined)).toBeGreaterThanOrEqual(0);
    expect(await lag(undefined)).toBeGreaterThan(0);
  });
});
