import { executionsProjection } from '../../src/projections/executions/executionsProjection.js';
import { startProjector } from '../../src/projections/core/projector.js';
import { openCoreAt } from './core.js';

/** A projector in a process of its own, for the suite that kills it. Says `started` when it is at work. */
const { TEST_URL: url = '', TEST_FOLDER: folder = '', TEST_MASTER_KEY: key = '' } = process.env;
const core = await openCoreAt({ url, folder, masterKey: Buffer.from(key, 'hex') });
startProjector({ ...core, projections: [executionsProjection] });
process.stdout.write('started\n');
