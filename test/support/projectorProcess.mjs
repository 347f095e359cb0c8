// A projector in a process of its own, out of dist/, for the suite that kills it. Says `started` when it is at work.
import { env, stdout } from 'node:process';
import { eventDefinitions } from '../../dist/domain/events.js';
import { encryptedBlobs } from '../../dist/platform/blobs/encryptedBlobs.js';
import { createFilesystemBlobs } from '../../dist/platform/blobs/filesystemBlobs.js';
import { createPostgresDatabase } from '../../dist/platform/database/postgresDatabase.js';
import { createEventCodec } from '../../dist/platform/eventStore/eventCodec.js';
import { createPostgresEventStore } from '../../dist/platform/eventStore/postgresEventStore.js';
import { createLog } from '../../dist/platform/log.js';
import { createSubjectKeys } from '../../dist/platform/sealing/databaseSubjectKeys.js';
import { CheckpointSignal } from '../../dist/projections/checkpointSignal.js';
import { executionsProjection } from '../../dist/projections/executions.js';
import { startProjector } from '../../dist/projections/projector.js';

const log = createLog('fatal');
const masterKey = Buffer.from(env.TEST_MASTER_KEY, 'hex');
const database = createPostgresDatabase({ kind: 'postgres', url: env.TEST_URL, pool: 4, log });
const eventStore = createPostgresEventStore({ database, log });
const subjectKeys = createSubjectKeys({ database, masterKey });
const blobs = encryptedBlobs({ adapter: await createFilesystemBlobs({ folder: env.TEST_FOLDER }), masterKey });
const codec = createEventCodec({ definitions: eventDefinitions, subjectKeys, blobs });
startProjector({
  database,
  eventStore,
  codec,
  log,
  signal: new CheckpointSignal(),
  projections: [executionsProjection],
});
stdout.write('started\n');
