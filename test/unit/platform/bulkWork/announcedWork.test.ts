import { describe, expect, it, vi } from 'vitest';
import { startBulkWorker } from '../../../../src/platform/bulkWork/bulkWorker.js';

/** A database that answers nothing, and can announce work at any moment. */
function announcing() {
  let announce: () => void = () => undefined;
  const looks = vi.fn(() => Promise.reject(new Error('it does not answer')));
  const database = {
    knex: { raw: looks },
    listen: (_channel: string, heard: () => void) => {
      announce = heard;
      return Promise.resolve(() => Promise.resolve());
    },
  };
  return { looks, announce: () => announce(), database: database as never };
}

describe('bulk work that is announced', () => {
  it('is looked for at once, also where it is announced while another look ends', async () => {
    vi.useFakeTimers();
    const { looks, announce, database } = announcing();
    let announcements = 3;
    const warn = vi.fn(() => announcements-- > 0 && announce());
    const stop = startBulkWorker({ database, kinds: [], log: { warn } as never });
    try {
      await vi.advanceTimersByTimeAsync(0);
      expect(looks).toHaveBeenCalledTimes(4);
      announce();
      await vi.advanceTimersByTimeAsync(0);
      expect(looks).toHaveBeenCalledTimes(5);
    } finally {
      await stop();
      vi.useRealTimers();
    }
  });
});
