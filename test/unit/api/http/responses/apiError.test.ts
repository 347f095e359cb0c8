import { afterAll, beforeAll, expect, it } from 'vitest';
import { toApiError } from '../../../../../src/api/http/responses/apiError.js';
import { createLog } from '../../../../../src/platform/log.js';
import { createPostgresDatabase } from '../../../../../src/platform/database/postgresDatabase.js';
import { startDatabaseProxy, type TcpProxy } from '../../../../support/tcpProxy.js';
import { createTestDatabase, type TestDatabase } from '../../../../support/testDatabase.js';

let testDatabase: TestDatabase;
let proxy: TcpProxy;
let url: string;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  ({ network: proxy, url } = await startDatabaseProxy(testDatabase.url));
});
afterAll(async () => {
  await proxy.close();
  await testDatabase.drop();
});

it('a connection to the database that ends in the middle of a statement is a 503 in a sentence', async () => {
  const log = createLog('fatal');
  const database = createPostgresDatabase({ kind: 'postgres', url, pool: 1, log });
  await database.ping();
  proxy.holdAnswers();
  const failing = database.knex.raw('select ? as one', [1]).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  setTimeout(proxy.cut, 50);
  const error = await failing;
  await database.close();
  expect(error).toBeInstanceOf(Error);
  expect(toApiError(error)).toMatchObject({
    ...{ status: 503, detail: 'The database cannot be reached; try again in a moment' },
  });
});

it('what nobody foresaw is a 500 that says nothing of it', () => {
  const error = new Error('insert into secrets - Connection terminated unexpectedly, they said');
  expect(toApiError(error)).toMatchObject({ status: 500, detail: expect.not.stringContaining('secrets') as string });
});
