import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Journeys in a real browser, one after the other; files share a worker, and so its service and its browser. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.journey.ts'],
    globalSetup: [join(import.meta.dirname, '../support/globalSetup.ts')],
    expect: { poll: { timeout: 60_000 } },
    ...{ testTimeout: 240_000, hookTimeout: 480_000, pool: 'forks', fileParallelism: false, isolate: false },
  },
});
