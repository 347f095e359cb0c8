import { describe, expect, it } from 'vitest';
import type { ConsumerOptions, Message } from '../../../../src/platform/bus/bus.js';
import { handleDelivery, HandlerDied } from '../../../../src/platform/bus/handleDelivery.js';
import { createLog } from '../../../../src/platform/log.js';

const log = createLog('silent');
const message: Message = { id: 'm1', key: 'k', type: 'T', payload: {}, correlation_id: 'c', causation_id: 'c' };
const running = new AbortController().signal;
const stopping = AbortSignal.abort();

function consumer(handle: () => Promise<void>): { options: ConsumerOptions; parked: [string, number][] } {
  const parked: [string, number][] = [];
  const park: ConsumerOptions['park'] = (_message, error, attempts) =>
    Promise.resolve(void parked.push([error.name, attempts]));
  return { parked, options: { topic: 't', group: 'g', concurrency: 1, retryDelays: [7], handle, park } };
}
const failing = () => consumer(() => Promise.reject(new TypeError('no')));

describe('a delivery that fails', () => {
  it('is tried again after its delay, and parked after the last one', async () => {
    const { options, parked } = failing();
    expect(await handleDelivery(options, log, message, 1, running)).toEqual({ retryInMs: 7 });
    expect(parked).toEqual([]);
    expect(await handleDelivery(options, log, message, 2, running)).toEqual({});
    expect(parked).toEqual([['TypeError', 2]]);
  });

  it('is parked unread when everyone who had it died of it', async () => {
    const { options, parked } = consumer(() => Promise.reject(new Error('It must not be tried again')));
    await handleDelivery(options, log, message, 3, running);
    expect(parked).toEqual([[new HandlerDied().name, 2]]);
  });

  it('is handed back at once, and never parked, when its consumer is stopping', async () => {
    const { options, parked } = failing();
    expect(await handleDelivery(options, log, message, 2, stopping)).toEqual({ retryInMs: 0, givenBack: true });
    expect(parked).toEqual([]);
  });

  it('is kept when it cannot even be parked', async () => {
    const { options } = failing();
    const park = () => Promise.reject(new Error('The event store is away'));
    const { retryInMs } = await handleDelivery({ ...options, park }, log, message, 2, running);
    expect(retryInMs).toBeGreaterThan(0);
  });
});
