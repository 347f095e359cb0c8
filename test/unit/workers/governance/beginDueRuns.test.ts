import { describe, expect, test } from 'vitest';
import type { GovernanceSet } from '../../../../src/domain/governance/index.js';
import { beginDueRuns, runOfTick } from '../../../../src/workers/governance/beginDueRuns.js';
import { anyone } from '../../../support/executions.js';

const ID = '6f1c2f0e-52a6-4c3a-9b1a-0d7c3a9b4e11';
const OTHER = '7a1c2f0e-52a6-4c3a-9b1a-0d7c3a9b4e22';

const aSet = (more: Partial<GovernanceSet> = {}): GovernanceSet => ({
  ...{ governance_id: ID, tenant_id: 'acme', context_id: 'passport', name: 'Passports', schedule: 'hourly' },
  ...{ enabled: true, config: {}, created_at: '2026-03-01T10:20:00.000Z', scheduled_at: '2026-03-01T10:20:00.000Z' },
  ...more,
});

/** Workers over these sets; whoever begins a run that was begun begins none, as the stream of the run has it. */
function workers(sets: readonly GovernanceSet[], broken: readonly string[] = []) {
  const begun = new Map<string, { governance_id: string; tick: string | null; running: boolean }>();
  const wentOn: string[] = [];
  const deps = (now: string) => ({
    governance: {
      begin: (_: unknown, governance_id: string, tick: string | null = null, run_id = '') => {
        if (broken.includes(governance_id)) return Promise.reject(new Error('broken'));
        if (!begun.has(run_id)) begun.set(run_id, { governance_id, tick, running: true });
        return Promise.resolve({ value: {} as never, event_types: [] });
      },
      goOn: (run_id: string) => (wentOn.push(run_id), Promise.resolve()),
    },
    sets: { enabled: (after: string) => Promise.resolve(after === '' ? [...sets] : []) },
    runs: {
      find: (run_id: string) => Promise.resolve(begun.get(run_id) as never),
      isRunning: (id: string) =>
        Promise.resolve([...begun.values()].some((run) => run.governance_id === id && run.running)),
      allRunning: ({ run_id: after }: { run_id: string }) =>
        Promise.resolve(
          after === ''
            ? [...begun].filter(([, { running }]) => running).map(([run_id]) => ({ run_id, started_at: now }) as never)
            : [],
        ),
    },
    clock: () => new Date(now),
    log: { warn: () => undefined },
  });
  const look = (now: string) => beginDueRuns(deps(now), anyone, new AbortController().signal);
  const end = () => begun.forEach((run) => (run.running = false));
  return { begun, wentOn, look, end, ticks: () => [...begun.values()].map(({ tick }) => tick) };
}

describe('runs by a schedule', () => {
  test('begin once a tick, however many workers look, and however often', async () => {
    const { begun, look, end, ticks } = workers([aSet()]);
    await look('2026-03-01T10:59:59.000Z');
    expect(ticks()).toEqual([]);
    await Promise.all([look('2026-03-01T11:00:00.000Z'), look('2026-03-01T11:00:00.000Z')]);
    end();
    await look('2026-03-01T11:59:00.000Z');
    expect(ticks()).toEqual(['2026-03-01T11:00:00.000Z']);
    expect([...begun.keys()]).toEqual([runOfTick(ID, new Date('2026-03-01T11:00:00.000Z'))]);
  });

  test('are one for all the ticks that passed while nobody looked: the newest', async () => {
    const { look, end, ticks } = workers([aSet()]);
    await look('2026-03-01T11:00:00.000Z');
    end();
    await look('2026-03-02T03:20:00.000Z');
    expect(ticks()).toEqual(['2026-03-01T11:00:00.000Z', '2026-03-02T03:00:00.000Z']);
  });

  test('wait for the run before, and are then for the newest tick', async () => {
    const { look, end, ticks } = workers([aSet()]);
    await look('2026-03-01T11:00:00.000Z');
    await look('2026-03-01T12:00:00.000Z');
    await look('2026-03-01T13:00:00.000Z');
    expect(ticks()).toEqual(['2026-03-01T11:00:00.000Z']);
    end();
    await look('2026-03-01T13:01:00.000Z');
    expect(ticks()).toEqual(['2026-03-01T11:00:00.000Z', '2026-03-01T13:00:00.000Z']);
  });

  test('make up for no tick of before the set had its schedule', async () => {
    const { look, ticks } = workers([aSet({ scheduled_at: '2026-03-01T11:00:00.000Z' })]);
    await look('2026-03-01T11:30:00.000Z');
    expect(ticks()).toEqual([]);
  });

  test('of one set that is broken keep back none of the others', async () => {
    const unreadable = aSet({ governance_id: '00000000-0000-4000-8000-000000000000', schedule: 'never was one' });
    const { begun, look } = workers([unreadable, aSet({ governance_id: OTHER }), aSet()], [OTHER]);
    await look('2026-03-01T11:00:00.000Z');
    expect([...begun.values()].map(({ governance_id }) => governance_id)).toEqual([ID]);
  });

  test('are gone on with where whoever began them died before their work was there', async () => {
    const { wentOn, look, begun } = workers([aSet()]);
    await look('2026-03-01T11:00:00.000Z');
    await look('2026-03-01T11:01:00.000Z');
    expect(wentOn).toEqual([...begun.keys()]);
  });
});
