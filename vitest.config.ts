import { defaultExclude, defineConfig } from 'vitest/config';

/** Tests of what is the service's own: they start no process and read no document with its networks. */
const OF_ONE_LOAD = [
  'test/unit/{api,commands,domain,workers}/**/*.test.ts',
  'test/unit/projections/**/!(killedProjector|liveEqualsRebuilt|rebuild|sharesLeft).test.ts',
];

/** Tests over HTTP. Many of them share the service of their worker, each with tenants of its own (`sharedService`). */
const OVER_HTTP = ['test/acceptance/**/*.test.ts'];

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
    // More than the two cores of the machine that decides: a third of the time is waiting for processes to start and to end.
    maxWorkers: 3,
    projects: [
      {
        // Modules are loaded once for all files of a worker: to load them for each took longer than these tests do. Nothing that
        // a test does to what is shared (a clock, a spy, the environment) may outlive it.
        test: { name: 'of one load', include: OF_ONE_LOAD, ...everywhere, isolate: false },
      },
      {
        test: { name: 'over HTTP', include: OVER_HTTP, ...everywhere, isolate: false },
      },
      {
        test: {
          name: 'apart',
          include: ['test/**/*.test.ts'],
          exclude: [...defaultExclude, ...OF_ONE_LOAD, ...OVER_HTTP],
          ...everywhere,
        },
      },
    ],
  },
});
