import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApiKeyCommands } from '../../../../src/commands/apiKeys/apiKeyCommands.js';
import { toPosition, type EventStore } from '../../../../src/platform/eventStore/eventStore.js';
import { apiKeysProjection, createApiKeyQueries } from '../../../../src/projections/apiKeys/apiKeysProjection.js';
import { assertGoesOn, startProjector, type Projector } from '../../../../src/projections/core/projector.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone } from '../../../support/executions.js';
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

function project(eventStore: Pick<EventStore, 'subscribe' | 'readStream'> = core.eventStore): Projector {
  const projector = startProjector({ ...core, eventStore, projections: [apiKeysProjection] });
  projectors.push(projector);
  return projector;
}
const issueKey = () =>
  createApiKeyCommands(core).issue(anyone, {
    ...{ tenant_id: 'acme', name: 'Key', scopes: ['read'], held_scopes: ['read'] },
  });

describe('a projection that fails again and again', () => {
  it('says from which event on, and nothing of what was to be written', async () => {
    await core.database.knex.raw(`alter table api_keys_v2 add constraint never check (name <> 'Key')`);
    const projector = project();
    await issueKey();
    const failing = await until(() => projector.status().find(({ tries = 0 }) => tries >= 2));
    expect(failing).toMatchObject({ name: 'api_keys', state: 'retrying' });
    expect(failing.error).toMatch(/^Events from ApiKeyIssued at revision 0 of stream apiKey-[^ ]+ on are not taken$/);
  });

  it('counts its tries though what does not concern it comes before the event each time', async () => {
    const { knex } = core.database;
    await knex.raw(`alter table api_keys_v2 add constraint never check (name <> 'Key')`);
    // As EventStoreDB tells each time how far it is, and a checkpoint that nothing was taken up to is stored later.
    const eventStore: Pick<EventStore, 'subscribe' | 'readStream'> = {
      ...core.eventStore,
      async *subscribe(options = {}) {
        yield { events: [], position: options.after ?? toPosition(0), live: false };
        yield* core.eventStore.subscribe(options);
      },
    };
    const projector = project(eventStore);
    await issueKey();
    const seen = new Set<string | undefined>();
    await until(() => {
      const [status] = projector.status();
      if (status?.tries !== undefined) seen.add(status.state);
      return (status?.tries ?? 0) >= 3 || undefined;
    });
    expect([...seen]).toEqual(['retrying']);
    await knex.raw('alter table api_keys_v2 drop constraint never');
    await until(() => projector.status()[0]?.state === 'live' || undefined);
    expect(await createApiKeyQueries(core.readModels).list({})).toHaveLength(1);
  });

  it('is unhealthy after some tries, not at the first', () => {
    const failing = { name: 'cases', state: 'retrying', error: 'No answer' } as const;
    expect(() => assertGoesOn([{ ...failing, tries: 30 }])).not.toThrow();
    expect(() => assertGoesOn([{ ...failing, tries: 31 }])).toThrow('cases does not go on: No answer');
  });
});
