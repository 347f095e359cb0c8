import { executionsProjection } from '../../src/projections/executions/executionsProjection.js';
import { inPages } from './logInPages.js';
import { openCoreAt } from './core.js';
import { rebuildProjection, shareThreadsHere } from './rebuildProjection.js';

/**
 * A rebuild in a process of its own, for the suite that kills it: pages of ten events, and after some, of each share, it
 * stands still.
 */
const { TEST_URL: url = '', TEST_FOLDER: folder = '', TEST_MASTER_KEY: key = '', TEST_PAGES: pages = '' } = process.env;
const shares = Number(process.env['TEST_SHARES'] ?? 1);
const core = await openCoreAt({ url, folder, masterKey: Buffer.from(key, 'hex') });
const { eventStore } = inPages(core, { size: 10, most: Number(pages) });
const onProgress = ({ events }: { events: number }): void => void process.stdout.write(`${events}\n`);
const parts = { ...core, eventStore };
const threads = shareThreadsHere(parts, executionsProjection, { shares });
await rebuildProjection({ ...parts, threads }, executionsProjection, { onProgress });
