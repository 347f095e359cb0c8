import { createProofCommands } from '../../commands/audit/proofCommands.js';
import { createLogLag } from '../../platform/eventStore/logLag.js';
import { NotWell } from '../../platform/health.js';
import { knownFor } from '../../platform/knownFor.js';
import { gaugeAtScrape } from '../../platform/metrics.js';
import { createLogTree, logTreeMigrations } from '../../projections/audit/logTree.js';
import { createLeafOf, createNotary } from '../../projections/audit/notary.js';
import { startNotary } from '../../workers/audit/notarise.js';
import type { Feature } from '../feature.js';
import { eventDefinitions } from '../stored.js';

/** How old an answer to a scrape may be. */
const KNOWN_FOR_MS = 1_000;

/** That nobody can change the log unnoticed. */
export const proofs = {
  queries: () => ({}),
  commands: (parts) => ({ proofs: createProofCommands(parts) }),
  background({ database, eventStore, keyedHash, exclusive, log }) {
    const tree = createLogTree(database.knex);
    const notary = createNotary({ eventStore, tree, leafOf: createLeafOf(keyedHash) });
    return startNotary({ eventStore, exclusive, tree, notary, log });
  },
  schedules: ({ commands }) => [
    {
      ...{ name: 'tree-heads', cron: '* * * * *', actor: 'worker:notary' },
      run: async () => void (await commands.proofs.signHead()),
    },
  ],
  watch({ database, eventStore, clock }, probes) {
    const tree = createLogTree(database.knex);
    const ask = async (): Promise<void> => {
      const { error } = await tree.progress();
      if (error !== null) throw new NotWell(error);
    };
    probes.watch({ name: 'log_tree', kind: eventStore.kind, ask, needed: false });
    const labels = { store: eventStore.kind };
    const types = eventDefinitions.map(({ type }) => type);
    const lagOf = createLogLag(eventStore, types, clock);
    gaugeAtScrape({
      name: 'attest_log_tree_lag_seconds',
      help: 'For how long the oldest event that is not in the tree over the log has waited; 0 when all are.',
      labelNames: ['store'],
      ask: knownFor(KNOWN_FOR_MS, async () => [{ labels, value: await lagOf((await tree.progress()).position) }]),
    });
    gaugeAtScrape({
      name: 'attest_log_tree_size',
      help: 'Events in the tree over the log.',
      labelNames: ['store'],
      ask: knownFor(KNOWN_FOR_MS, async () => [{ labels, value: (await tree.progress()).size }]),
    });
  },
  migrations: logTreeMigrations,
} satisfies Feature;
