import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/globalSetup.ts'],
    testTimeout: 60_000, // starting a service of its own on a busy machine takes a while
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2,
  },
});
