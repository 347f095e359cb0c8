import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startEventStoreDbDouble } from './double.js';

/**
 * The double as a process, called as `TEST_EVENTSTORE` is: with a port and the folder that it keeps its log in. Ends with the
 * process, and begins again with what it had.
 */
const [port = '', folder = ''] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
await startEventStoreDbDouble({ batchAppend: true, port: Number(port), file: join(folder, 'log.jsonl') });
