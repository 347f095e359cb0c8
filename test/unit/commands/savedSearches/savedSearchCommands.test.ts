import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createSavedSearchCommands,
  type SavedSearchCommandsDeps,
} from '../../../../src/commands/savedSearches/savedSearchCommands.js';
import { savedSearch, savedSearchStream, type SavedQuery } from '../../../../src/domain/savedSearches/index.js';
import { finishErasures } from '../../../../src/workers/operations/finishErasures.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone } from '../../../support/executions.js';
import { unerased } from '../../../support/unerased.js';

let core: Core;
beforeAll(async () => void (core = await openCore()));
afterAll(() => core.close());

const commandsWith = (more: Partial<SavedSearchCommandsDeps> = {}) =>
  createSavedSearchCommands({ ...core, saved: { count: () => Promise.resolve(0) }, ...more });
const asks: SavedQuery = {
  ...{ kind: 'documents', query: 'unmistakable', filters: [], time: null, columns: null, sort: [], highlight: false },
  ...{ facets: [], histogram: null, percentiles: [] },
};
const input = { name: 'Unmistakable', asks, shared: true, alerts: false };

it('a tenant that has as many saved searches as are kept is refused the next, not the repetition of the last', async () => {
  const view_id = randomUUID();
  const saved = await commandsWith().save(anyone, input, view_id);
  const full = commandsWith({ saved: { count: () => Promise.resolve(2) }, mostSaved: 2 });
  await expect(full.save(anyone, input)).rejects.toMatchObject({ reason: 'rule_broken' });
  expect((await full.save(anyone, input, view_id)).value).toEqual(saved.value);
});

it('a query that cannot be read is neither saved nor changed to, in its filters neither', async () => {
  const commands = commandsWith();
  const { value } = await commands.save(anyone, input);
  for (const wrong of [
    { ...asks, query: 'status:' },
    { ...asks, filters: ['', 'a: (b'] },
    { ...asks, time: { field: 'created_at', from: 'yesterday', to: null } },
  ]) {
    await expect(commands.save(anyone, { ...input, asks: wrong })).rejects.toMatchObject({ reason: 'invalid' });
    const changing = commands.change(anyone, value.view_id, { ...input, asks: wrong, may_share: true });
    await expect(changing).rejects.toMatchObject({ reason: 'invalid' });
  }
});

it('a deletion that asks for another revision loses nothing', async () => {
  const commands = commandsWith();
  const { value } = await commands.save(anyone, input);
  await expect(commands.remove(anyone, value.view_id, [7n])).rejects.toMatchObject({ reason: 'changed' });
  expect(await commands.versions(value.view_id)).toMatchObject([{ name: 'Unmistakable', version: 1 }]);
});

it('a deletion that was broken off is finished by a worker, in the name of who asked', async () => {
  const { value } = await commandsWith().save(anyone, input);
  const dying = commandsWith({
    ...core,
    forgetAnswers: () => Promise.reject(new Error('The process died')),
  });
  await expect(dying.remove(anyone, value.view_id)).rejects.toThrow('The process died');
  const commands = { ...unerased, cases: { erase: unerased.executions.erase }, savedSearches: commandsWith() };
  await finishErasures({ ...core, commands, seconds: 0 });
  const stream = savedSearchStream(value.view_id);
  expect((await core.handler.loadToErase(stream, savedSearch)).state.status).toBe('deleted');
  expect(await core.subjectKeys.unfinishedErasures({ seconds: 0, limit: 10, except: [] })).toEqual([]);
});
