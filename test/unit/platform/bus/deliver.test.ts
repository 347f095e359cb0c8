import { describe, expect, it } from 'vitest';
import { NoRoomNow } from '../../../../src/platform/bus/bus.js';
import { deliver } from '../../../../src/platform/bus/deliver.js';
import { createLog } from '../../../../src/platform/log.js';

const message = { id: '1', key: 'k', type: 'T', payload: {}, correlation_id: 'c', causation_id: 'd' };

describe('a delivery that is refused', () => {
  it.each([
    [new Error('broken'), 1],
    [new NoRoomNow('full'), 0],
  ])('is to be made again, and nobody is told where there is only no room: %s', async (error, told) => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line: string) => void lines.push(line) });
    const options = { topic: 't', group: 'g', concurrency: 1, handle: () => Promise.reject(error) };
    expect(await deliver(options, { message, signal: new AbortController().signal, log })).toBe(false);
    expect(lines).toHaveLength(told);
  });
});
