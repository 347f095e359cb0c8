import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of a throw-away Postgres server; use `createTestDatabase`. */
    postgresUrl: string;
  }
}

/** Provides a Postgres server to every suite: `TEST_DATABASE_URL`, else an embedded one that ends with the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL'];
  if (!given) throw new Error('TEST_DATABASE_URL is not set yet');
  project.provide('postgresUrl', given);
  return () => Promise.resolve();
}
