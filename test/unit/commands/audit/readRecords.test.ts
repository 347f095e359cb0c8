import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReadRecords, type ReadRecords } from '../../../../src/commands/audit/readRecords.js';
import { createCommandHandler } from '../../../../src/commands/core/commandHandler.js';
import { EventStoreUnavailable } from '../../../../src/platform/eventStore/eventStore.js';
import { createRecordedTenants } from '../../../../src/projections/audit/recordedTenants.js';
import { type Core, openCore } from '../../../support/core.js';

const contextOf = (tenant_id: string) => ({
  ...{ tenant_id, actor: 'key:1', correlation_id: 'req-1', causation_id: 'req-1' },
});
const SHOWN = { operation: 'getCase', of: ['5d1c7b7e-2f7a-4a39-8e55-0c2a7a1f9b30'] };

let core: Core;
beforeAll(async () => {
  core = await openCore();
});
afterAll(() => core.close());

/** What a process has. */
const openRecords = (over: Partial<Parameters<typeof createReadRecords>[0]> = {}): ReadRecords =>
  createReadRecords({ ...core, recordedTenants: createRecordedTenants(core.database.knex), ...over });

/** The reads of a tenant that stand in the log. */
async function readsOf(tenant: string): Promise<unknown[]> {
  const signal = AbortSignal.timeout(60_000);
  const found: unknown[] = [];
  for await (const { events, live } of core.eventStore.subscribe({ typePrefixes: ['PersonalDataRead'], signal })) {
    for (const { data, metadata } of events)
      if (metadata.tenant_id === tenant) found.push({ ...data, actor: metadata.actor });
    if (live) return found;
  }
  throw new Error('The log did not come to its end');
}

describe('a read', () => {
  it('is in the log once it may be answered, of a tenant that asks for it and of no other', async () => {
    const records = openRecords();
    await records.setRecording(contextOf('acme'), true);
    await records.record(contextOf('acme'), SHOWN);
    await records.record(contextOf('other'), SHOWN);
    expect(await readsOf('acme')).toEqual([{ ...SHOWN, actor: 'key:1' }]);
    expect(await readsOf('other')).toEqual([]);
  });

  it('is recorded by a process that never heard of the wish, and no more once the wish is gone', async () => {
    const [one, another] = [openRecords(), openRecords()];
    await another.record(contextOf('umbrella'), SHOWN);
    await one.setRecording(contextOf('umbrella'), true);
    await another.record(contextOf('umbrella'), SHOWN);
    await one.setRecording(contextOf('umbrella'), false);
    await another.record(contextOf('umbrella'), SHOWN);
    expect(await readsOf('umbrella')).toHaveLength(1);
  });

  it('is refused where it cannot be recorded, so that nobody is shown what nobody will know of', async () => {
    await openRecords().setRecording(contextOf('initech'), true);
    const append = () => Promise.reject(new EventStoreUnavailable('The event store cannot be reached'));
    const handler = createCommandHandler({ ...core, eventStore: { ...core.eventStore, append } });
    await expect(openRecords({ handler }).record(contextOf('initech'), SHOWN)).rejects.toThrow(EventStoreUnavailable);
    // Who does not ask for it is shown what needs no event, while there is no event store.
    await openRecords({ handler }).record(contextOf('hooli'), SHOWN);
  });

  it('is recorded from the wish on though its event is not there yet, and is not ended by an older wish that comes late', async () => {
    const append = () => Promise.reject(new EventStoreUnavailable('The event store cannot be reached'));
    const handler = createCommandHandler({ ...core, eventStore: { ...core.eventStore, append } });
    await expect(openRecords({ handler }).setRecording(contextOf('globex'), true)).rejects.toThrow(
      EventStoreUnavailable,
    );
    await openRecords().record(contextOf('globex'), SHOWN);
    expect(await readsOf('globex')).toHaveLength(1);

    const tenants = createRecordedTenants(core.database.knex);
    await tenants.settle('globex', true, 7n);
    await tenants.settle('globex', false, 6n);
    expect(await tenants.isRecorded('globex')).toBe(true);
  });

  it('cannot be kept out of the log with a test key', async () => {
    const trial = { ...contextOf('acme'), mode: 'test' as const };
    await expect(openRecords().setRecording(trial, false)).rejects.toMatchObject({ reason: 'forbidden' });
  });
});
