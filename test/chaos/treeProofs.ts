import { readSigningKeys } from '../../src/platform/signing/certificates.js';
import { isSignedBy, publicKeysOf } from '../../src/platform/signing/verifySigned.js';
import { createLog } from '../../src/platform/log.js';
import { createLogTree } from '../../src/projections/audit/logTree.js';
import { createLeafOf, createNotary } from '../../src/projections/audit/notary.js';
import { verifyLog } from '../../src/projections/audit/verifyLog.js';
import type { Stores } from '../../src/start/stores.js';
import { notarise } from '../../src/workers/audit/notarise.js';
import { until } from '../support/until.js';

/** How long the rest of the log may take. */
const REST_MS = 60_000;

/**
 * However often notaries were killed, cut off and stood still: what they left is gone on with, comes to the tree of the whole log, and every head that
 * was ever signed is of it.
 */
export async function judgeTree({ database, eventStore, keyedHash }: Stores): Promise<string[]> {
  const [tree, leafOf] = [createLogTree(database.knex), createLeafOf(keyedHash)];
  const notary = createNotary({ eventStore, tree, leafOf });
  const leave = new AbortController();
  const end = (await eventStore.head()) ?? -1n;
  const following = notarise({ eventStore, tree, notary, log: createLog('error'), gatherMs: 0 }, leave.signal);
  const reached = until(async () => ((await tree.progress()).position ?? -1n) >= end || undefined, REST_MS);
  await Promise.race([following, reached]);
  leave.abort();
  await following;
  const keys = publicKeysOf(await readSigningKeys(database.knex));
  const { differs } = await verifyLog({ eventStore, tree, leafOf, isSigned: (head) => isSignedBy(keys, head) });
  return differs === undefined ? [] : [differs];
}
