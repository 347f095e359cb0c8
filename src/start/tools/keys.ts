import { setTimeout as sleep } from 'node:timers/promises';
import { createBulkJobs, type BulkJob } from '../../platform/bulkWork/bulkWork.js';
import { createBulkWorker } from '../../platform/bulkWork/bulkWorker.js';
import { createLog } from '../../platform/log.js';
import { beginRotation, masterKeyUses, retireMasterKeys, rotationKind } from '../../platform/sealing/rotateKeys.js';
import type { Stores } from '../stores.js';
import { Usage, withStores } from './withStores.js';

/** `npm run keys -- status`, `npm run keys -- rotate` and `npm run keys -- cancel`. */

const usage = new Usage('say "npm run keys -- status", "npm run keys -- rotate" or "npm run keys -- cancel"');
const print = (line: string): boolean => process.stdout.write(`${line}\n`);

const describe = ({ state, reason, items_done, items_failed }: BulkJob): string =>
  `${reason ?? state}: ${items_done.toLocaleString('en')} data keys wrapped anew, ${items_failed.toLocaleString('en')} could not be`;

async function status({ database, masterKeys }: Stores): Promise<void> {
  for (const { key_id, wraps, data_keys } of await masterKeyUses(database.knex)) {
    print(`${key_id}  ${wraps ? 'wraps new data keys' : 'opens only'}  ${data_keys.toLocaleString('en')} data keys`);
  }
  for (const job of await createBulkJobs(database).running(rotationKind(database, masterKeys).name)) {
    print(`rotation ${describe(job)}`);
  }
}

/** Takes part in the rotation until it has ended: workers of the service may share it, and need not. */
async function rotate({ database, masterKeys }: Stores): Promise<void> {
  const [jobs, kind] = [createBulkJobs(database), rotationKind(database, masterKeys)];
  await beginRotation(database.knex, masterKeys);
  const [before] = await jobs.running(kind.name);
  const id = before?.id ?? (await jobs.start(kind, {}));
  const worker = createBulkWorker({ database, kinds: [kind], log: createLog('warn', process.stderr) });
  let job = await jobs.find(id);
  for (let shownAt = 0; job?.state === 'running'; job = await jobs.find(id)) {
    if (Date.now() - shownAt > 1_000) print(describe(job));
    shownAt = Date.now();
    if (!(await worker.step(new AbortController().signal))) await sleep(500);
  }
  if (!job) throw new Error('The rotation is not there any more');
  print(describe(job));
  for (const { item, error } of await jobs.failures(id, 20)) print(`${item}: ${error}`);
  if (job.state !== 'completed' || job.items_failed > 0) {
    throw new Error('Some data keys hang on an older master key still: keep it in MASTER_KEY_OLD, and rotate again.');
  }
  for (const key of await retireMasterKeys(database.knex)) print(`Nothing hangs on the master key ${key} any more.`);
}

async function cancel({ database, masterKeys }: Stores): Promise<void> {
  const jobs = createBulkJobs(database);
  for (const { id } of await jobs.running(rotationKind(database, masterKeys).name)) await jobs.cancel(id);
  print('No rotation is under way. What was wrapped anew stays so; "npm run keys -- rotate" goes on with the rest.');
}

await withStores(([command, ...rest]) => {
  const known = { status, rotate, cancel }[command ?? ''];
  if (!known || rest.length > 0) throw usage;
  return known;
});
