import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApiKeyCommands } from '../../../src/commands/apiKeys/apiKeyCommands.js';
import type { SubscribeOptions } from '../../../src/platform/eventStore/eventStore.js';
import { registry } from '../../../src/platform/metrics.js';
import { createBehind } from '../../../src/projections/core/behind.js';
import { casesProjection, casesTable } from '../../../src/projections/cases/casesProjection.js';
import { tableName } from '../../../src/projections/core/projection.js';
import { allProjections } from '../../../src/start/features.js';
import { watchLag } from '../../../src/start/watchLag.js';
import { openCore, type Core } from '../../support/core.js';
import { anyone } from '../../support/executions.js';

let core: Core;
beforeEach(async () => void (core = await openCore()));
afterEach(async () => {
  for (const of of ['projection_lag_seconds', 'relay_lag_seconds', 'unfinished_work', 'unfinished_work_age_seconds']) {
    registry.removeSingleMetric(`attest_${of}`);
  }
  await core.close();
});

/** The labels of what a scrape says under a name. */
async function scraped(metric: string): Promise<string[]> {
  const lines = (await registry.metrics()).split('\n').filter((line) => line.startsWith(`${metric}{`));
  return lines.map((line) => /="(?<of>[^"]*)"/.exec(line)?.groups?.of ?? '').sort();
}

const watch = (eventStore: Pick<Core['eventStore'], 'head' | 'subscribe'>): void => {
  const bus = { kind: 'postgres', identify: () => Promise.resolve('none') } as const;
  const stores = { ...core, eventStore: { ...core.eventStore, ...eventStore }, bus };
  watchLag(stores, createBehind({ ...stores, projections: allProjections }));
};

it('leaves out the one read model of which it is not known whether it is behind, and no other', async () => {
  const scopes = ['read'] as const;
  await createApiKeyCommands(core).issue(anyone, { tenant_id: 'acme', name: 'Key', scopes, held_scopes: scopes });
  watch({
    head: () => core.eventStore.head(),
    async *subscribe(options: SubscribeOptions) {
      const { typePrefixes: types = [] } = options;
      // The trail of all that happens asks for it, too.
      if (types.includes('ApiKeyIssued') && !types.includes('CaseOpened')) await new Promise(() => undefined);
      yield* core.eventStore.subscribe(options);
    },
  });
  const others = allProjections.map(({ name }) => name).filter((name) => name !== 'api_keys');
  expect(await scraped('attest_projection_lag_seconds')).toEqual(others.sort());
});

it('leaves out the one kind of work that cannot be counted, and no other', async () => {
  watch(core.eventStore);
  expect(await scraped('attest_unfinished_work')).toEqual(['deliveries', 'replays', 'runs']);
  await core.database.knex.raw(`drop table ${tableName(casesProjection, casesTable)}`);
  watch(core.eventStore);
  expect(await scraped('attest_unfinished_work')).toEqual(['deliveries', 'runs']);
  expect(await scraped('attest_unfinished_work_age_seconds')).toEqual(['deliveries', 'runs']);
});
