import { defineConfig } from 'vitest/config';

/** Journeys through the console in a real browser, one after the other. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.journey.ts'],
    globalSetup: ['test/support/globalSetup.ts'],
    ...{ testTimeout: 120_000, hookTimeout: 480_000, pool: 'forks', fileParallelism: false },
  },
});
