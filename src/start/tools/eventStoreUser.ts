import { ConfigError, loadConfig } from '../../platform/config.js';
import { makeEventStoreDbUser } from '../../platform/eventStore/eventStoreDbUser.js';

/**
 * `node dist/start/tools/eventStoreUser.js`: makes the user of `EVENTSTORE_URL`, as the user of `EVENTSTORE_ADMIN_URL`. Ends
 * with 1 and one line on stderr when it fails.
 */
try {
  const { eventStoreUrl: url } = loadConfig({ EVENTSTORE_URL: process.env['EVENTSTORE_URL'] });
  const { eventStoreUrl: adminUrl } = loadConfig({ EVENTSTORE_URL: process.env['EVENTSTORE_ADMIN_URL'] });
  if (url === undefined || adminUrl === undefined)
    throw new ConfigError('EVENTSTORE_URL and EVENTSTORE_ADMIN_URL have both to be set.');
  const name = await makeEventStoreDbUser({ adminUrl, url });
  process.stdout.write(`${name} may append to EventStoreDB and read $all.\n`);
  process.exit(0);
} catch (error) {
  process.stderr.write(`attest: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
