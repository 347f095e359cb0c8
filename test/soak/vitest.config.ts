import { defineConfig } from 'vitest/config';

/** The short soak: minutes long, and so not among the tests of every day. */
export default defineConfig({ test: { include: ['test/soak/*.soak.ts'], pool: 'forks' } });
