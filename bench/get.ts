import { randomBytes } from 'node:crypto';
import autocannon from 'autocannon';
import { createLog } from '../src/platform/log.js';
import { openDatabase } from '../src/platform/database/openDatabase.js';
import { percentile, type Benchmark } from './figure.js';
import { startBareServer, startService } from './servers.js';

const ROUNDS = 5;
const SECONDS = 3;
const CONNECTIONS = 32;

/** GET by id with a key, its tenant's limit and a read model, against express with one read. Both on one Postgres. */
export const benchGet: Benchmark = async (workshop) => {
  const dataDir = await workshop.folder();
  const database = await openDatabase({ databasePool: 2, dataDir }, createLog('error'));
  workshop.atEnd(() => database.close());
  const key = `zk_${randomBytes(6).toString('hex')}_${randomBytes(16).toString('hex')}`;
  const service = await startService(workshop, {
    ...{ DATABASE_URL: database.url, DATA_DIR: await workshop.folder(), MASTER_KEY: randomBytes(32).toString('hex') },
    ...{ BOOTSTRAP_API_KEY: key, RATE_LIMIT: '1000000' },
  });
  const bare = await startBareServer(workshop, database.url, 'document_types');
  const row = await database.knex<{ row_key: string; context_id: string }>('document_types').first();
  if (!row) throw new Error('The service has no document type to get');

  const load = { connections: CONNECTIONS, duration: SECONDS };
  const own = { ...load, url: `${service.url}/v1/document-types/${row.context_id}`, headers: { 'x-api-key': key } };
  const other = { ...load, url: `${bare.url}/rows/${encodeURIComponent(row.row_key)}` };
  await requestsPerSecond({ ...own, duration: 1 });
  await requestsPerSecond({ ...other, duration: 1 });
  const rates: number[] = [];
  const bareRates: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rates.push(await requestsPerSecond(own));
    bareRates.push(await requestsPerSecond(other));
  }
  return [
    {
      ...{ name: `GET by id with a key, ${CONNECTIONS} connections`, value: percentile(rates, 50), unit: '/s' },
      baseline: { name: 'express, one read', value: percentile(bareRates, 50) },
      aim: { of: 'ratio', at: 'least', is: 0.7 },
    },
  ];
};

async function requestsPerSecond(options: autocannon.Options): Promise<number> {
  const result = await autocannon(options);
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${failed} requests to ${options.url} were not answered well`);
  return result['2xx'] / result.duration;
}
