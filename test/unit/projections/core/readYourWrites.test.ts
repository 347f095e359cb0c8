import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApiKeyCommands } from '../../../../src/commands/apiKeys/apiKeyCommands.js';
import { readYourWritesWait } from '../../../../src/platform/metrics.js';
import { allProjections } from '../../../../src/start/features.js';
import { apiKeysProjection, apiKeysTable } from '../../../../src/projections/apiKeys/apiKeysProjection.js';
import { createCheckpointSignal } from '../../../../src/projections/core/checkpointSignal.js';
import { startProjector } from '../../../../src/projections/core/projector.js';
import { createReadYourWrites } from '../../../../src/projections/core/readYourWrites.js';
import { openCore, openCoreAt, type Core } from '../../../support/core.js';
import { anyone } from '../../../support/executions.js';

let core: Core;
const closings: (() => Promise<unknown>)[] = [];
beforeEach(async () => void (core = await openCore()));
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
  await core.close();
});

const issueKey = () =>
  createApiKeyCommands(core).issue(anyone, {
    ...{ tenant_id: 'acme', name: 'Key', scopes: ['read'], held_scopes: ['read'] },
    raw_key: `legacy-key-${randomUUID()}`,
  });
const waits = async (outcome: string): Promise<number> =>
  (await readYourWritesWait.get()).values.find(
    ({ metricName, labels }) => metricName?.endsWith('_count') && labels.outcome === outcome,
  )?.value ?? 0;

function startProjecting(signal = createCheckpointSignal()): void {
  const projector = startProjector({ ...core, signal, projections: allProjections });
  closings.push(() => projector.stop());
}

describe('waiting for one’s own writes', () => {
  it('ends when they can be read', async () => {
    startProjecting(core.signal);
    const reads = createReadYourWrites({ ...core, projections: allProjections });
    const keys = core.readModels.of(apiKeysProjection, apiKeysTable);
    for (let times = 0; times < 20; times++) {
      const written = await issueKey();
      await reads.wait(written);
      expect(await keys.find(written.value.id)).toMatchObject({ id: written.value.id, revoked: false });
    }
  });

  it('works where another process projects', async () => {
    startProjecting(); // its signal is not heard here
    const url = core.database.url;
    const other = await openCoreAt({ url, folder: core.folder, masterKey: core.masterKey });
    closings.push(() => other.close());
    const reads = createReadYourWrites({ ...other, projections: allProjections });
    const seenBefore = await waits('seen');
    for (let times = 0; times < 5; times++) {
      const written = await issueKey();
      await reads.wait(written);
      expect(await other.readModels.of(apiKeysProjection, apiKeysTable).find(written.value.id)).toBeDefined();
    }
    expect(await waits('seen')).toBe(seenBefore + 5);
  });

  it('takes no time where nothing was written', async () => {
    const reads = createReadYourWrites({ ...core, projections: allProjections });
    const before = [await waits('seen'), await waits('timeout')];
    await reads.wait({ event_types: [] });
    expect([await waits('seen'), await waits('timeout')]).toEqual(before);
  });

  it('does not wait for read models that the write does not concern', async () => {
    const onlyKeys = allProjections.filter(({ name }) => ['api_keys', 'audit', 'searched_events'].includes(name));
    const projector = startProjector({ ...core, projections: onlyKeys });
    closings.push(() => projector.stop());
    const reads = createReadYourWrites({ ...core, projections: allProjections });
    const timeouts = await waits('timeout');
    await reads.wait(await issueKey());
    expect(await waits('timeout')).toBe(timeouts);
  });

  it('gives up where the database does not say what is served', async () => {
    const silent = { served: () => new Promise<number>(() => undefined) };
    const reads = createReadYourWrites({ ...core, readModels: silent, projections: allProjections });
    const timeouts = await waits('timeout');
    await reads.wait(await issueKey());
    expect(await waits('timeout')).toBe(timeouts + 1);
  });

  it('gives up where nobody projects, and counts it', async () => {
    const reads = createReadYourWrites({ ...core, projections: allProjections });
    const timeouts = await waits('timeout');
    await reads.wait(await issueKey());
    expect(await waits('timeout')).toBe(timeouts + 1);
  });

  it('is not held up again and again by a read model elsewhere that is late, until that has caught up', async () => {
    const elsewhere = [{ name: 'kept_elsewhere', version: 1, eventTypes: apiKeysProjection.eventTypes }];
    const signal = createCheckpointSignal();
    const waitedFor: string[] = [];
    const waiting: typeof signal = {
      ...signal,
      waitFor(names, position, timeoutMs) {
        if (timeoutMs > 0) waitedFor.push(names.join());
        return signal.waitFor(names, position, timeoutMs);
      },
    };
    const reads = createReadYourWrites({ ...core, signal: waiting, projections: elsewhere, elsewhere });
    const timeouts = await waits('timeout');
    await reads.wait(await issueKey());
    const written = await issueKey();
    await reads.wait(written);
    expect(waitedFor).toEqual(['kept_elsewhere_v1', '']);
    expect(await waits('timeout')).toBe(timeouts + 2);
    signal.moved('kept_elsewhere_v1', written.position ?? expect.unreachable());
    await reads.wait(written);
    expect(waitedFor.at(-1)).toBe('kept_elsewhere_v1');
    expect(await waits('timeout')).toBe(timeouts + 2);
  });
});
