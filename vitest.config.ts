import { defaultExclude, defineConfig } from 'vitest/config';

/** How every test runs. */
const everywhere = {
  // For a test that hangs. A service takes half a minute to start where several do on one core, and some hooks start three.
  testTimeout: 300_000,
  hookTimeout: 480_000,
  pool: 'forks',
} as const;

export default defineConfig({
  test: {
    // Once for all projects: what it provides is theirs too.
    globalSetup: ['test/support/globalSetup.ts'],
    ...everywhere,
    maxWorkers: 2,
    projects: [
      {
        // Modules are loaded once for all files of a worker: to load them for each took longer than the tests do. Nothing that a test
        // does to what is shared (a clock, a spy, the environment) may outlive it.
        test: { name: 'unit', include: ['test/unit/**/*.test.ts'], ...everywhere, isolate: false },
      },
      {
        test: {
          name: 'servers',
          include: ['test/**/*.test.ts'],
          exclude: [...defaultExclude, 'test/unit/**'],
          ...everywhere,
        },
      },
    ],
  },
});
