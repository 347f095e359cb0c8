import { describe, expect, it } from 'vitest';
import { NotWell } from '../../../../src/platform/health.js';
import { createRelayProgress } from '../../../../src/workers/core/relayProgress.js';

describe('the progress of the relay', () => {
  it('has ended while a step gets no answer for longer than a minute, and goes on when it comes', async () => {
    let now = 0;
    const progress = createRelayProgress(() => now);
    let answer: () => void = () => undefined;
    const silent = new Promise<void>((resolve) => (answer = resolve));
    const running = progress.watch((step) => step(() => silent));
    now = 59_000;
    progress.assertGoesOn();
    now = 61_000;
    expect(() => progress.assertGoesOn()).toThrow(/without an answer/);
    answer();
    await running;
    progress.assertGoesOn();
  });

  it('is not judged by failures of long ago: another process may lead since', async () => {
    let now = 0;
    const progress = createRelayProgress(() => now);
    const fails = () => progress.watch(() => Promise.reject(new NotWell('away'))).catch(() => undefined);
    for (let times = 0; times < 3; times++) await fails();
    expect(() => progress.assertGoesOn()).toThrow(/3 times in a row: away/);
    now = 121_000;
    progress.assertGoesOn();
  });
});
