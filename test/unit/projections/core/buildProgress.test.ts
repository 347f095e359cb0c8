import { expect, test } from 'vitest';
import { EventUnreadable } from '../../../../src/platform/eventStore/eventCodec.js';
import { readVersionStates } from '../../../../src/projections/core/buildProgress.js';
import { rebuild } from '../../../../src/projections/core/rebuild.js';
import type { Sink } from '../../../../src/projections/core/sink.js';
import { recordedRunsOfEach } from '../../../support/rebuildInShares.js';

const runs = recordedRunsOfEach();
const state = async () => (await readVersionStates(runs.core.database.knex)).rebuilds;

/** The sink, of which builds fail with an error at the first events they are given. */
const failingWith = (error: Error): Sink => ({
  ...runs.sink(),
  openBuild: async (fence) => ({ ...(await runs.sink().openBuild(fence)), take: () => Promise.reject(error) }),
});

test('a rebuild notes the event it cannot read, until somebody goes on with it', async () => {
  const unreadable = new EventUnreadable({ type: 'T', stream: 's', revision: 3n }, 'its key is gone');
  await expect(rebuild(runs.core, failingWith(unreadable))).rejects.toThrow();
  expect(await state()).toMatchObject([{ held: false, error: unreadable.message }]);
  const gone = await runs.sink().openBuild(1_000_000n);
  await gone.close();
  expect(await state()).toMatchObject([{ error: null, events: 0 }]);
});

test('of what else it fails with it notes no more than the name, as a message may say what it was given', async () => {
  await expect(rebuild(runs.core, failingWith(new TypeError('ERIKSSON is no number')))).rejects.toThrow();
  expect(await state()).toMatchObject([{ held: false, error: 'TypeError' }]);
});

test('shares count as far as the mean of them has come, from where the build was split', async () => {
  const build = await runs.sink().openBuild(1n);
  const until = await runs.head();
  await build.shares?.split(2, until);
  const share = await runs.sink().openShare?.(1n, 0);
  await share?.take({ events: [], from: undefined, to: until });
  await share?.close();
  await build.close();
  expect(await state()).toMatchObject([{ shares: 2, position: (until + 1n) / 2n, from: undefined, held: false }]);
  const next = await runs.sink().openBuild(2n);
  await next.close();
  expect(await state()).toMatchObject([{ from: (until + 1n) / 2n }]);
});
