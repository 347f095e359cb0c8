import { createProofCommands } from '../../commands/audit/proofCommands.js';
import type { Anchor } from '../../platform/anchors/anchor.js';
import { createBucketAnchor } from '../../platform/anchors/bucketAnchor.js';
import { createUrlAnchor } from '../../platform/anchors/urlAnchor.js';
import type { Config } from '../../platform/config.js';
import { createLogLag } from '../../platform/eventStore/logLag.js';
import { NotWell, type ProcessProbes } from '../../platform/health.js';
import { knownFor } from '../../platform/knownFor.js';
import { gaugeAtScrape } from '../../platform/metrics.js';
import { anchoringMigrations, createAnchorings, type Anchoring } from '../../projections/audit/anchorings.js';
import { createLogTree, logTreeMigrations } from '../../projections/audit/logTree.js';
import { createLeafOf, createNotary } from '../../projections/audit/notary.js';
import { anchorHead } from '../../workers/audit/anchorHeads.js';
import { startNotary } from '../../workers/audit/notarise.js';
import type { Feature, WatchParts } from '../feature.js';
import { eventDefinitions } from '../stored.js';

/** How old an answer to a scrape may be. */
const KNOWN_FOR_MS = 1_000;
/** A place outside that has taken nothing for so long, in seconds, is not well; before that, health says so and is well. */
const PATIENCE_S = 3_600;

/** That nobody can change the log unnoticed. */
export const proofs = {
  queries: () => ({}),
  commands: (parts) => ({ proofs: createProofCommands(parts) }),
  background({ database, eventStore, keyedHash, exclusive, log }) {
    const tree = createLogTree(database.knex);
    const notary = createNotary({ eventStore, tree, leafOf: createLeafOf(keyedHash) });
    return startNotary({ eventStore, exclusive, tree, notary, log });
  },
  schedules: ({ commands, database, config, log }) => [
    {
      ...{ name: 'tree-heads', cron: '* * * * *', actor: 'worker:notary' },
      run: async () => void (await commands.proofs.signHead()),
    },
    {
      ...{ name: 'tree-anchors', cron: '* * * * *', actor: 'worker:notary' },
      async run(_context, stopping) {
        const [anchors, head] = [anchorsOf(config), await createLogTree(database.knex).newestHead()];
        const anchorings = createAnchorings(database.knex);
        if (head && anchors.length > 0) await anchorHead({ anchors, anchorings, log }, head, stopping);
      },
    },
  ],
  watch(parts, probes) {
    watchTree(parts, probes);
    watchAnchors(parts, probes);
  },
  migrations: [...logTreeMigrations, ...anchoringMigrations],
} satisfies Feature;

/** The places outside that the settings name. */
const anchorsOf = ({ anchorUrl, anchorBucket }: Config): Anchor[] => [
  ...(anchorUrl === undefined ? [] : [createUrlAnchor(anchorUrl)]),
  ...(anchorBucket ? [createBucketAnchor(anchorBucket)] : []),
];

function watchTree({ database, eventStore, clock }: WatchParts, probes: ProcessProbes): void {
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
}

function watchAnchors({ database, config }: WatchParts, probes: ProcessProbes): void {
  const targets = anchorsOf(config).map(({ target }) => target);
  if (targets.length === 0) return;
  const anchorings = createAnchorings(database.knex);
  const known = async (): Promise<Anchoring[]> =>
    (await anchorings.all()).filter(({ target }) => targets.some((one) => one === target));
  const ask = async (): Promise<string | undefined> => {
    const failing = (await known()).filter(({ failing_s }) => failing_s > 0);
    const sentence = failing.map(({ target, error }) => `The ${target} takes no tree heads: ${error}`).join('; ');
    if (failing.some(({ failing_s }) => failing_s > PATIENCE_S)) throw new NotWell(sentence);
    return sentence || undefined;
  };
  probes.watch({ name: 'tree_anchors', ask, needed: false });
  gaugeAtScrape({
    name: 'attest_log_tree_anchor_failing_seconds',
    help: 'For how long a place outside has taken no tree head; 0 when it took the last one that it was given.',
    labelNames: ['target'],
    ask: knownFor(KNOWN_FOR_MS, async () =>
      (await known()).map(({ target, failing_s }) => ({ labels: { target }, value: failing_s })),
    ),
  });
}
