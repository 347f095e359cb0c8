import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { idempotencyMigrations } from '../../src/api/http/idempotency/keptAnswers.js';
import { createDocumentTypeCatalog } from '../../src/commands/documentTypes/documentTypeCatalog.js';
import { createDocumentTypeQueries } from '../../src/projections/documentTypes/documentTypesProjection.js';
import { createSearchTexts } from '../../src/commands/savedSearches/searchTexts.js';
import { createSavedSearchQueries } from '../../src/projections/savedSearches/savedSearchesProjection.js';
import { createCommandHandler } from '../../src/commands/core/commandHandler.js';
import { encryptedBlobs } from '../../src/platform/blobs/encryptedBlobs.js';
import { createFilesystemBlobs } from '../../src/platform/blobs/filesystemBlobs.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { createPostgresDatabase } from '../../src/platform/database/postgresDatabase.js';
import { createEventCodec } from '../../src/platform/eventStore/eventCodec.js';
import { createEventStoreDb } from '../../src/platform/eventStore/eventStoreDb.js';
import { faceSetMigrations } from '../../src/commands/faces/faceSets.js';
import { faceBulkMigrations } from '../../src/commands/faceBulk/faceBulkRows.js';
import { keptFacesMigrations } from '../../src/commands/faceMonitoring/keptFaces.js';
import { governanceMigrations } from '../../src/commands/governance/governanceResults.js';
import { simulationMigrations } from '../../src/commands/simulations/simulationRows.js';
import { createPostgresEventStore, eventStoreMigrations } from '../../src/platform/eventStore/postgresEventStore.js';
import { createRuleChecks } from '../../src/engines/rules/ruleChecks.js';
import { createLog } from '../../src/platform/log.js';
import { createSubjectKeys } from '../../src/platform/sealing/databaseSubjectKeys.js';
import { modelQuestionMigrations } from '../../src/platform/modelQuestions.js';
import { createExclusive, exclusiveMigrations } from '../../src/platform/exclusive/exclusive.js';
import { createKeyedHash } from '../../src/platform/sealing/keyedHash.js';
import { createKeyedIndex, keyedIndexMigrations } from '../../src/platform/sealing/keyedIndex.js';
import { sealedVectorMigrations } from '../../src/platform/sealing/sealedVectors.js';
import { keyMigrations } from '../../src/platform/sealing/keyTables.js';
import { createMasterKeys } from '../../src/platform/sealing/masterKeys.js';
import { proveMasterKeys } from '../../src/platform/sealing/wrappingKey.js';
import { certificateMigrations, createCertificates } from '../../src/platform/signing/certificates.js';
import { allProjections, eventDefinitions } from '../../src/start/features.js';
import {
  apiKeysProjection,
  apiKeysTable,
  apiKeyUseMigrations,
} from '../../src/projections/apiKeys/apiKeysProjection.js';
import { forgetElsewhere } from '../../src/start/forgetElsewhere.js';
import {
  createRevokedKeys,
  expiringKeyMigrations,
  revokedKeyMigrations,
} from '../../src/projections/apiKeys/revokedKeys.js';
import { recordedTenantMigrations } from '../../src/projections/audit/recordedTenants.js';
import { projectionMigrations } from '../../src/projections/core/checkpoints.js';
import { rowSnapshotMigrations } from '../../src/projections/core/rowSnapshots.js';
import { createReadModels } from '../../src/projections/core/readModels.js';
import { createCheckpointSignal } from '../../src/projections/core/checkpointSignal.js';
import { createTestDatabase } from './testDatabase.js';

/** What certificates of a test are signed with. */
const SIGNING_KEY = generateKeyPairSync('ed25519').privateKey;

/** What `openCore` opens. */
export type Core = Awaited<ReturnType<typeof openCore>>;

/** The write side and what the read side stands on, over a database of its own and real adapters. */
export async function openCore() {
  const testDatabase = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'attest-core-'));
  const masterKey = randomBytes(32);
  const parts = await openCoreAt({ url: testDatabase.url, folder, masterKey });
  const migrations = [
    modelQuestionMigrations,
    eventStoreMigrations,
    keyMigrations,
    keyedIndexMigrations,
    sealedVectorMigrations,
    ...faceSetMigrations,
    keptFacesMigrations,
    apiKeyUseMigrations,
    revokedKeyMigrations,
    expiringKeyMigrations,
    idempotencyMigrations,
    simulationMigrations,
    governanceMigrations,
    faceBulkMigrations,
    recordedTenantMigrations,
    projectionMigrations(allProjections),
    rowSnapshotMigrations,
    exclusiveMigrations,
    certificateMigrations,
  ];
  await migrate(parts.database, migrations.flat());
  await proveMasterKeys(parts.database, createMasterKeys(masterKey));
  return {
    ...parts,
    folder,
    masterKey,
    async close() {
      await parts.close();
      await testDatabase.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Where a core stands that is there already. */
interface CorePlace {
  /** Its database. */
  url: string;
  /** Its blobs. */
  folder: string;
  masterKey: Buffer;
  /** Its EventStoreDB; absent means the database. */
  eventStoreUrl?: string;
}

/** The same, over what is there already: another process, so to speak. */
export async function openCoreAt({ url, folder, masterKey, eventStoreUrl }: CorePlace) {
  const log = createLog('fatal');
  const database = createPostgresDatabase({ kind: 'postgres', url, pool: 10, log });
  const eventStore = eventStoreUrl
    ? createEventStoreDb({ url: eventStoreUrl, log })
    : createPostgresEventStore({ database, log });
  const subjectKeys = createSubjectKeys({ database, masterKeys: createMasterKeys(masterKey) });
  const keyedHash = createKeyedHash(subjectKeys);
  const blobs = encryptedBlobs({ adapter: await createFilesystemBlobs({ folder }), subjectKeys });
  const codec = createEventCodec({ definitions: eventDefinitions, subjectKeys, blobs });
  const clock = (): Date => new Date();
  const handler = createCommandHandler({ eventStore, codec, clock });
  const readModels = createReadModels({ database, eventStore, codec });
  const rules = createRuleChecks({ log });
  const forgetting = forgetElsewhere(database.knex);
  const saved = createSavedSearchQueries(readModels);
  return {
    ...{
      log,
      database,
      eventStore,
      subjectKeys,
      keyedHash,
      keyedIndex: createKeyedIndex(database),
      blobs,
      codec,
      clock,
      handler,
      rules,
    },
    exclusive: createExclusive({ database, log }),
    certificates: createCertificates({ ...database, obtainKey: () => Promise.resolve(SIGNING_KEY) }),
    revokedKeys: createRevokedKeys(database.knex, () => readModels.of(apiKeysProjection, apiKeysTable).source()),
    readModels,
    documentTypes: createDocumentTypeCatalog({ eventStore, handler }, createDocumentTypeQueries(readModels)),
    signal: createCheckpointSignal(),
    ...forgetting,
    searchTexts: createSearchTexts({ eventStore, blobs, subjectKeys, handler, clock, saved, ...forgetting }),
    async close() {
      await rules.close();
      await eventStore.close();
      await blobs.close();
      await database.close();
    },
  };
}
