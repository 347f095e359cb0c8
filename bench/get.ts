import autocannon from 'autocannon';
import { tableName } from '../src/projections/core/projection.js';
import { documentTypesProjection } from '../src/projections/documentTypes/documentTypesProjection.js';
import { percentile, type Benchmark } from './figure.js';
import { openInstallation } from './installation.js';
import { startBareServer, startService } from './servers.js';

const TABLE = tableName(documentTypesProjection, { name: 'document_types' });
const ROUNDS = 5;
const SECONDS = 3;
const CONNECTIONS = 32;

/** GET by id with a key, its tenant's limit and a read model, against express with one read. Both on one Postgres. */
export const benchGet: Benchmark = async (workshop) => {
  const { database, key, env } = await openInstallation(workshop);
  const service = await startService(workshop, env);
  const bare = await startBareServer(workshop, database.url, TABLE);
  const row = await database.knex<{ row_key: string; context_id: string }>(TABLE).first();
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
