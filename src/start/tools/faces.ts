import { embedAnewName, type EmbedAnewParameters } from '../../commands/faces/embedAnew.js';
import { type ChosenSet, createFaceSets } from '../../commands/faces/faceSets.js';
import { type BulkJob, createBulkJobs } from '../../platform/bulkWork/bulkWork.js';
import { createFaceQueries } from '../../projections/faces/registeredFacesProjection.js';
import type { Stores } from '../stores.js';
import { Usage, withStores } from './withStores.js';

/** `npm run faces -- status`, `npm run faces -- embed` and `npm run faces -- cancel`. */

const usage = new Usage('say "npm run faces -- status", "npm run faces -- embed" or "npm run faces -- cancel"');
const print = (line: string): boolean => process.stdout.write(`${line}\n`);

const describe = ({ state, reason, items_done, items_failed, total }: BulkJob): string =>
  `${reason ?? state}: ${items_done.toLocaleString('en')} of ${total?.toLocaleString('en') ?? 'those found so far'} faces looked at, ${items_failed.toLocaleString('en')} could not be and will be again`;

async function chosenIn(database: Stores['database']): Promise<ChosenSet> {
  const chosen = await createFaceSets(database).chosen();
  if (chosen) return chosen;
  throw new Error('No worker of the service has started yet, so nobody knows which networks are meant.');
}

async function status({ database, readModels }: Stores): Promise<void> {
  const { vectors, cancelled, chosen_at, job_id } = await chosenIn(database);
  print(`networks ${vectors}, since ${chosen_at.toISOString()}${cancelled ? ', cancelled' : ''}`);
  const jobs = createBulkJobs(database);
  const job = job_id === null ? undefined : await jobs.find(job_id);
  if (job) print(describe(job));
  for (const { item, error } of job ? await jobs.failures(job.id, 20) : []) print(`${item}: ${error}`);
  const [waiting, keptOut] = (await createFaceQueries(readModels).toEmbed(vectors)).reduce(
    ([one, other], register) => [one + register.waiting, other + register.kept_out],
    [0, 0],
  );
  print(`${waiting.toLocaleString('en')} faces wait, ${keptOut.toLocaleString('en')} are kept out`);
}

/** Begins anew, also with the faces that were kept out; the workers of the service do it. */
async function embed({ database }: Stores): Promise<void> {
  const { vectors, job_id } = await chosenIn(database);
  const [sets, jobs] = [createFaceSets(database), createBulkJobs(database)];
  if (job_id !== null && (await jobs.find(job_id))?.state === 'running') throw new Error('It is under way already.');
  await sets.setCancelled(false);
  const parameters: EmbedAnewParameters = { again: true };
  const id = await jobs.start({ name: embedAnewName(vectors) }, parameters);
  await sets.begin(vectors, { id, after: job_id });
  print('It has begun. "npm run faces -- status" says how far it is.');
}

async function cancel({ database }: Stores): Promise<void> {
  const { job_id } = await chosenIn(database);
  await createFaceSets(database).setCancelled(true);
  if (job_id !== null) await createBulkJobs(database).cancel(job_id);
  print('Nothing is under way. What was made stays; "npm run faces -- embed" goes on with the rest.');
}

await withStores(([command, ...rest]) => {
  const known = { status, embed, cancel }[command ?? ''];
  if (!known || rest.length > 0) throw usage;
  return known;
});
