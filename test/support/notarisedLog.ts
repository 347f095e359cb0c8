import { createHmac, generateKeyPairSync } from 'node:crypto';
import { certificateMigrations, createCertificates, readSigningKeys } from '../../src/platform/signing/certificates.js';
import { isSignedBy, publicKeysOf } from '../../src/platform/signing/verifySigned.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { createPostgresDatabase } from '../../src/platform/database/postgresDatabase.js';
import type { EventStore } from '../../src/platform/eventStore/eventStore.js';
import { createPostgresEventStore, eventStoreMigrations } from '../../src/platform/eventStore/postgresEventStore.js';
import { exclusiveMigrations } from '../../src/platform/exclusive/exclusive.js';
import { createLog } from '../../src/platform/log.js';
import type { KeyedHash } from '../../src/platform/sealing/keyedHash.js';
import { createProofCommands } from '../../src/commands/audit/proofCommands.js';
import type { SignedTreeHead } from '../../src/domain/audit/index.js';
import { createLogTree, logTreeMigrations } from '../../src/projections/audit/logTree.js';
import { createLeafOf, createNotary } from '../../src/projections/audit/notary.js';
import { verifyLog } from '../../src/projections/audit/verifyLog.js';
import { notarise } from '../../src/workers/audit/notarise.js';
import { createTestDatabase } from './testDatabase.js';
import { until } from './until.js';

const log = createLog('silent');
/** The installation's, so to speak. */
const keyedHash: KeyedHash = (purpose, value) =>
  Promise.resolve(createHmac('sha256', 'a secret').update(purpose).update(value).digest());

/** What `openNotarisedLog` opens. */
export type NotarisedLog = Awaited<ReturnType<typeof openNotarisedLog>>;

/** A log and the tree over it, in a database of their own. @param elsewhere the log, where it is not in that database */
export async function openNotarisedLog(elsewhere?: EventStore) {
  const place = await createTestDatabase();
  const database = createPostgresDatabase({ kind: 'postgres', url: place.url, pool: 5, log });
  await migrate(database, [
    ...eventStoreMigrations,
    ...exclusiveMigrations,
    ...certificateMigrations,
    ...logTreeMigrations,
  ]);
  const tree = createLogTree(database.knex);
  const leafOf = createLeafOf(keyedHash);
  const { privateKey } = generateKeyPairSync('ed25519');
  const certificates = createCertificates({ knex: database.knex, obtainKey: () => Promise.resolve(privateKey) });
  const over = (eventStore: EventStore) => {
    const notary = createNotary({ eventStore, tree, leafOf });
    const proofs = createProofCommands({ database, eventStore, keyedHash, certificates, clock: () => new Date() });
    return { eventStore, notary, proofs };
  };
  const own = over(elsewhere ?? createPostgresEventStore({ database, log }));
  return {
    ...own,
    ...{ database, url: place.url, tree, leafOf, certificates, log },
    /** Follows the log until so many events are in the tree. */
    async follow(size: number, of: Pick<ReturnType<typeof over>, 'eventStore' | 'notary'> = own): Promise<void> {
      const leave = new AbortController();
      const following = notarise({ ...of, tree, log, gatherMs: 0 }, leave.signal);
      await Promise.race([following, until(async () => ((await tree.progress()).size >= size ? true : undefined))]);
      leave.abort();
      await following;
    },
    async verify(
      eventStore: EventStore = own.eventStore,
      headsElsewhere: readonly SignedTreeHead[] = [],
      clock = (): Date => new Date(),
    ) {
      const keys = publicKeysOf(await readSigningKeys(database.knex));
      return verifyLog({ eventStore, tree, leafOf, headsElsewhere, clock, isSigned: (head) => isSignedBy(keys, head) });
    },
    async close() {
      await own.eventStore.close();
      await database.close();
      await place.drop();
    },
  };
}
