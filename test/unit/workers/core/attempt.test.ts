import { describe, expect, it } from 'vitest';
import { committed } from '../../../../src/commands/core/commandHandler.js';
import type { WorkToPark } from '../../../../src/commands/operations/parkedWorkCommands.js';
import { EngineUnavailable, NotNow } from '../../../../src/engines/documents/documentEngine.js';
import type { Message } from '../../../../src/platform/bus/bus.js';
import { createLog } from '../../../../src/platform/log.js';
import { attempt, type AttemptDeps } from '../../../../src/workers/core/attempt.js';

const message: Message = { id: 'm1', key: 'k', type: 'T', payload: {}, correlation_id: 'c', causation_id: 'c' };
const running = new AbortController().signal;

/** Work with two attempts. */
function workThat(work: AttemptDeps['job']['work'], park?: AttemptDeps['parkedWork']['park']) {
  const parked: Pick<WorkToPark, 'attempts' | 'error'>[] = [];
  const deps: AttemptDeps = {
    job: { topic: 't', actor: 'worker:test', work },
    parkedWork: {
      park:
        park ?? ((_context, { attempts, error }) => Promise.resolve(committed(void parked.push({ attempts, error })))),
    },
    ...{ log: createLog('silent'), waits: { retries: [7], noRoom: 9 } },
  };
  return { parked, tried: (attempts: number, signal = running) => attempt(deps, { message, attempts, signal }) };
}
const fails = () => Promise.reject(new TypeError('no'));

describe('work that fails', () => {
  it('is due again after its delay, and parked after the last one', async () => {
    const { tried, parked } = workThat(fails);
    expect(await tried(1)).toEqual({ inMs: 7 });
    expect(parked).toEqual([]);
    expect(await tried(2)).toBe('done');
    expect(parked).toMatchObject([{ attempts: 2 }]);
  });

  it('is parked untried when everyone who had it died of it', async () => {
    const { tried, parked } = workThat(() => Promise.reject(new Error('It must not be tried again')));
    expect(await tried(3)).toBe('done');
    expect(parked).toEqual([{ attempts: 2, error: 'Whoever handled it died each time before it was done' }]);
  });

  it('because its process stops is handed back at once, and never parked', async () => {
    const { tried, parked } = workThat(fails);
    expect(await tried(2, AbortSignal.abort())).toEqual({ inMs: 0, givenBack: true });
    expect(parked).toEqual([]);
  });

  it('for want of room is given back, and never parked', async () => {
    const { tried, parked } = workThat(() => Promise.reject(new EngineUnavailable('full')));
    expect(await tried(2)).toEqual({ inMs: 9, givenBack: true });
    expect(parked).toEqual([]);
  });

  it('that cannot be done for a while is given back for that while, and never parked', async () => {
    const { tried, parked } = workThat(() => Promise.reject(new NotNow('The model is away', 30_000)));
    expect(await tried(2)).toEqual({ inMs: 30_000, givenBack: true });
    expect(parked).toEqual([]);
  });

  it('and cannot even be parked is kept, and its last attempt made again', async () => {
    const { tried } = workThat(fails, () => Promise.reject(new Error('The event store is away')));
    const outcome = await tried(2);
    expect(outcome).toMatchObject({ givenBack: true });
    expect(outcome).toHaveProperty(
      'inMs',
      expect.toSatisfy((ms: number) => ms > 0),
    );
  });
});
