import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../../../src/platform/log.js';
import { createClosing } from '../../../src/start/closing.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('closing', () => {
  it('ends all that takes work at the same time, and only then closes, the last opened first', async () => {
    const closing = createClosing(createLog('silent'));
    const events: string[] = [];
    const note = (event: string) => (): void => void events.push(event);
    closing.add('database', note('database closed'));
    closing.add('engine', note('engine closed'));
    for (const name of ['api', 'worker']) {
      closing.drain(async () => {
        events.push(`${name} stops`);
        await Promise.resolve();
        events.push(`${name} stopped`);
      });
    }
    await closing.closeAll();
    expect(events).toEqual([
      ...['api stops', 'worker stops', 'api stopped', 'worker stopped'],
      ...['engine closed', 'database closed'],
    ]);
  });

  it('closes the rest when a part fails, and when work does not end', async () => {
    const closing = createClosing(createLog('silent'));
    const closed: string[] = [];
    closing.add('database', () => void closed.push('database'));
    closing.add('engine', () => Promise.reject(new Error('stuck')));
    closing.drain(() => new Promise(() => undefined));
    const done = closing.closeAll();
    await vi.advanceTimersByTimeAsync(30_000);
    await done;
    expect(closed).toEqual(['database']);
  });
});
