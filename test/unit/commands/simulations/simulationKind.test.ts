import { expect, it } from 'vitest';
import { sealAsked, type SimulationAsked } from '../../../../src/commands/simulations/simulationAsked.js';
import { simulationKind } from '../../../../src/commands/simulations/simulationKind.js';
import { EventStoreUnavailable } from '../../../../src/platform/eventStore/eventStore.js';
import { sealingKey } from '../../../../src/platform/sealing/sealValue.js';

const asked: SimulationAsked = {
  draft: { kind: 'agent', agent_id: 'a', definition: {} },
  search: { kind: 'cases', query: '', filters: [], time: null },
  at: '2026-03-02T09:00:00.000Z',
};
const ITEMS = ['2026-03-02T09:00:00.000Z s1 s1', '2026-03-02T08:00:00.000Z s2 s2'];
const never = new AbortController().signal;

it('a case that cannot be judged while something is away is judged again with its chunk, and counts as not judged after the last attempt alone', async () => {
  const subjectKeys = { obtain: () => Promise.resolve(sealingKey(Buffer.alloc(32))) };
  const sealed = await sealAsked(subjectKeys, 'sim', asked);
  let isAway = true;
  const deps = {
    ...{ subjectKeys, rows: { find: () => Promise.resolve({ id: 'sim', tenant_id: 'acme', sealed }) } },
    handler: {
      loadToErase: (stream: string) =>
        isAway && stream.includes('s2')
          ? Promise.reject(new EventStoreUnavailable('of Anna Eriksson'))
          : Promise.resolve({ state: { status: 'not_opened' } }),
    },
  };
  const kind = simulationKind(deps as never);
  const attempt = (isLast: boolean) =>
    kind.work({ simulation_id: 'sim' }, ITEMS, never, { job_id: 'sim', number: 1, isLast });
  const failed = attempt(false);
  await expect(failed).rejects.toThrow('EventStoreUnavailable');
  await expect(failed).rejects.not.toThrow('Anna');
  expect(await attempt(true)).toEqual([{ item: ITEMS[1], error: 'It could not be judged' }]);
  isAway = false;
  expect(await attempt(false)).toEqual([]);
});
