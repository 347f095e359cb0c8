import { defineConfig } from 'vitest/config';

/** The short runs of the chaos suite: minutes long, and so not among the tests of every day. */
export default defineConfig({ test: { include: ['test/chaos/*.chaos.ts'], pool: 'forks' } });
