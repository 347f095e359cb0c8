import { expect, it } from 'vitest';
import { governanceKind } from '../../../../src/commands/governance/governanceKind.js';
import type { governanceRun } from '../../../../src/domain/governance/index.js';
import { EventStoreUnavailable } from '../../../../src/platform/eventStore/eventStore.js';

const begun = {
  status: 'begun',
  run: { run_id: 'r', tenant_id: 'acme', context_id: 'club_card', config: {}, status: 'running' },
} as ReturnType<typeof governanceRun.evolve>;
const ITEMS = ['1 2026-03-02T09:00:00.000Z d1 s1', '2 2026-03-02T08:00:00.000Z d2 s2'];
const never = new AbortController().signal;

/** Governance where the event store answers for each of these cases as is said; those of them that it answers for are erased. */
function kindWhere(answers: (session: string) => Promise<void>) {
  const handler = {
    load: () => Promise.resolve({ state: begun }),
    loadToErase: async (stream: string) => {
      await answers(stream);
      return { state: { status: 'not_opened' } };
    },
  };
  const results = { keep: () => Promise.resolve() };
  return governanceKind({ handler, results } as never);
}

it('a document that cannot be judged while something is away is judged again with its chunk, and counts as not judged after the last attempt alone', async () => {
  let isAway = true;
  const kind = kindWhere((stream) =>
    isAway && stream.includes('s2') ? Promise.reject(new EventStoreUnavailable('of Anna Eriksson')) : Promise.resolve(),
  );
  const attempt = (isLast: boolean) => kind.work({ run_id: 'r' }, ITEMS, never, { job_id: 'r', number: 1, isLast });
  const failed = attempt(false);
  await expect(failed).rejects.toThrow('EventStoreUnavailable');
  await expect(failed).rejects.not.toThrow('Anna');
  expect(await attempt(true)).toEqual([{ item: ITEMS[1], error: 'It could not be judged' }]);
  isAway = false;
  expect(await attempt(false)).toEqual([]);
});
