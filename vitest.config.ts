import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/globalSetup.ts'],
    // For what hangs. A service takes half a minute to start where several do on one core, and some hooks start three.
    testTimeout: 240_000,
    hookTimeout: 480_000,
    pool: 'forks',
    maxWorkers: 2,
  },
});
