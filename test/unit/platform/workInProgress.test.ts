import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWorkInProgress, FINISH_MS } from '../../../src/platform/workInProgress.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('draining work', () => {
  it('waits for what is under way, and for what follows from it', async () => {
    const work = createWorkInProgress();
    const done: string[] = [];
    work.add(
      Promise.resolve().then(() => {
        done.push('first');
        work.add(Promise.resolve().then(() => void done.push('second')));
      }),
    );
    await work.drain();
    expect(done).toEqual(['first', 'second']);
    expect(work.signal.aborted).toBe(false);
  });

  it('tells work to give up when patience has run out', async () => {
    const work = createWorkInProgress();
    work.add(new Promise((resolve) => work.signal.addEventListener('abort', () => resolve())));
    const drained = work.drain();
    await vi.advanceTimersByTimeAsync(FINISH_MS - 1);
    expect(work.size).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await drained;
    expect(work.size).toBe(0);
  });
});
