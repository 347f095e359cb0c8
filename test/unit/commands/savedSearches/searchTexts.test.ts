import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createEraseExecution, type EraseExecutionDeps } from '../../../../src/commands/executions/eraseExecution.js';
import { createSavedSearchCommands } from '../../../../src/commands/savedSearches/savedSearchCommands.js';
import { createSearchTexts, type SearchTextsDeps } from '../../../../src/commands/savedSearches/searchTexts.js';
import type { SavedQuery } from '../../../../src/domain/savedSearches/index.js';
import { startProjector, type Projector } from '../../../../src/projections/core/projector.js';
import { createReadYourWrites, type ReadYourWrites } from '../../../../src/projections/core/readYourWrites.js';
import {
  createSavedSearchQueries,
  type SavedSearchQueries,
} from '../../../../src/projections/savedSearches/savedSearchesProjection.js';
import { allProjections } from '../../../../src/start/features.js';
import { finishErasures } from '../../../../src/workers/operations/finishErasures.js';
import { placesOf } from '../../../support/canary.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone, recordRun } from '../../../support/executions.js';
import { unerased } from '../../../support/unerased.js';

let core: Core;
let projector: Projector;
let reads: ReadYourWrites;
let queries: SavedSearchQueries;
/** A surname that is one test's own. */
let canary: string;

beforeAll(async () => {
  core = await openCore();
  projector = startProjector({ ...core, projections: allProjections });
  reads = createReadYourWrites({ ...core, projections: allProjections });
  queries = createSavedSearchQueries(core.readModels);
});
afterAll(() => projector.stop().then(() => core.close()));
beforeEach(() => {
  canary = `canary${randomUUID().replaceAll('-', '')}`;
});

const textsWith = (more: Partial<SearchTextsDeps> = {}) => createSearchTexts({ ...core, saved: queries, ...more });
const searches = () => createSavedSearchCommands({ ...core, saved: queries });
const asks = (query: string): SavedQuery => ({
  ...{ kind: 'documents', query, filters: [], time: null, columns: null, sort: [], highlight: false },
  ...{ facets: [], histogram: null, percentiles: [] },
});
const inputOf = (query: string) => ({ name: 'Somebody', asks: asks(query), shared: false, alerts: true });
const save = async (query: string, tenant_id = 'acme'): Promise<string> => {
  const saved = await searches().save({ ...anyone, tenant_id }, inputOf(query));
  await reads.wait(saved);
  return saved.value.view_id;
};
const erase = (more: Partial<EraseExecutionDeps> = {}) => createEraseExecution({ ...core, ...more });
const killed = () => Promise.reject(new Error('killed'));
const finish = () =>
  finishErasures({
    ...{ ...core, seconds: 0 },
    commands: {
      ...{ ...unerased, cases: { erase: unerased.executions.erase } },
      ...{ executions: { erase: erase() }, savedSearches: searches() },
    },
  });
const caughtUp = async (): Promise<void> => {
  const position = (await core.eventStore.head()) ?? expect.unreachable('the log is empty');
  await reads.wait({ event_types: ['SavedSearchErased', 'SavedSearchDeleted'], position });
};

it('a saved search that named somebody in an earlier version is erased with that person, whole, and counted', async () => {
  const [named, other] = [await save(`extracted.surname: ${canary}`), await save('status: done')];
  const change = { ...inputOf('status: failed'), may_share: true };
  await reads.wait(await searches().change(anyone, named, change));
  const run = await recordRun(core.handler, canary.toUpperCase());
  const erased = await erase()(anyone, run);
  await reads.wait(erased);
  expect(erased.value.erased).toMatchObject({ saved_searches: 1 });
  expect((await erase()(anyone, run)).value).toEqual(erased.value);
  expect(await queries.find(named)).toMatchObject({
    ...{ name: null, asks: asks(''), alerts: false, version: 2 },
    erased_at: expect.any(String) as string,
  });
  expect(await searches().versions(named)).toMatchObject([{ name: null, asks: null }, { name: null }]);
  expect(await queries.find(other)).toMatchObject({ name: 'Somebody', erased_at: null });
  expect(await placesOf(core, canary)).toEqual([]);
  await expect(searches().change(anyone, named, change)).rejects.toMatchObject({ reason: 'conflict' });
  await reads.wait(await searches().remove(anyone, named));
  expect(await queries.find(named)).toBeUndefined();
});

it('the saved searches of other tenants that say the same are left', async () => {
  const theirs = await save(`extracted.surname: ${canary}`, 'other');
  const { value } = await erase()(anyone, await recordRun(core.handler, canary));
  expect(value.erased).toMatchObject({ saved_searches: 0 });
  expect(await queries.find(theirs)).toMatchObject({ asks: asks(`extracted.surname: ${canary}`), erased_at: null });
});

it.each<[string, () => Partial<EraseExecutionDeps>]>([
  ['before the fact', () => ({ handler: { ...core.handler, handle: killed } })],
  ['before the first saved search', () => ({ searchTexts: { ...core.searchTexts, eraseTexts: killed } })],
  [
    'with the key of a saved search gone',
    () => ({ searchTexts: textsWith({ handler: { ...core.handler, handle: killed } }) }),
  ],
  ['in the middle of a saved search', () => ({ searchTexts: textsWith({ forgetAnswers: killed }) })],
])(
  'an erasure that is broken off %s reaches the saved searches later, though nobody can read any more what they are told by',
  async (_where, broken) => {
    const [one, two] = [await save(`surname: ${canary}`), await save(`not "${canary}"`)];
    const run = await recordRun(core.handler, canary);
    await expect(erase(broken())(anyone, run)).rejects.toThrow('killed');
    await finish();
    await finish();
    await caughtUp();
    for (const id of [one, two])
      expect(await queries.find(id)).toMatchObject({
        name: null,
        asks: asks(''),
        erased_at: expect.any(String) as string,
      });
    expect(await placesOf(core, canary)).toEqual([]);
    expect((await erase()(anyone, run)).value.erased).toMatchObject({ saved_searches: 2 });
    expect(await core.subjectKeys.unfinishedErasures({ seconds: 0, limit: 9, except: [] })).toEqual([]);
  },
);

it('a second erasure reaches the saved searches that one which was broken off had found', async () => {
  const view_id = await save(`surname: ${canary}`);
  const run = await recordRun(core.handler, canary);
  await expect(erase({ handler: { ...core.handler, handle: killed } })(anyone, run)).rejects.toThrow('killed');
  await reads.wait(await erase()(anyone, run));
  expect(await queries.find(view_id)).toMatchObject({ name: null, erased_at: expect.any(String) as string });
});

it('a saved search whose deletion was broken off is deleted, not said to be erased', async () => {
  const view_id = await save(`surname: ${canary}`);
  const dying = createSavedSearchCommands({ ...core, saved: queries, handler: { ...core.handler, handle: killed } });
  await expect(dying.remove(anyone, view_id)).rejects.toThrow('killed');
  await textsWith().eraseTexts(anyone, view_id, 'case-1');
  await caughtUp();
  expect(await queries.find(view_id)).toBeUndefined();
});
