import { startEmbeddedPostgres } from '../../src/platform/database/embedded/embeddedPostgres.js';
import { createLog } from '../../src/platform/log.js';

// A service that does nothing but hold a data folder: prints the address of its Postgres and stays until it is killed.
const server = await startEmbeddedPostgres({
  dataDir: process.argv[2] ?? '',
  log: createLog('silent'),
  onLost: (reason) => {
    throw reason;
  },
});
process.stdout.write(`${server.url}\n`);
setInterval(() => undefined, 1000);
