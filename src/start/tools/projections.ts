import { readCheckpoints } from '../../projections/core/checkpoints.js';
import type { Projection } from '../../projections/core/projection.js';
import { rebuildProjection, type RebuildProgress } from '../../projections/core/rebuild.js';
import { readSetAside } from '../../projections/core/setAside.js';
import { allProjections } from '../features.js';
import type { Stores } from '../stores.js';
import { Usage, withStores } from './withStores.js';

/** `npm run projections -- status` and `npm run projections -- rebuild NAME`. */

const names = allProjections.map(({ name }) => name);
const usage = new Usage(
  `say "npm run projections -- status" or "npm run projections -- rebuild NAME"; NAME is one of ${names.join(', ')}`,
);

async function status({ database, eventStore, readModels }: Stores): Promise<void> {
  const [checkpoints, head] = [await readCheckpoints(database.knex), await eventStore.head()];
  for (const { name, version, position, error } of checkpoints) {
    const own = allProjections.find((projection) => projection.name === name);
    const served = own && (await readModels.served(own)) === version ? 'served  ' : '';
    const behind = (position ?? -1n) >= (head ?? -1n) ? 'up to date' : 'behind';
    const doing = error === null ? behind : `stopped: ${error}`;
    print(`${name.padEnd(width)}  version ${version}  ${served}at ${position ?? 'the beginning'}  ${doing}`);
    const asides = await readSetAside(database.knex, { name, version, building: false });
    for (const { reason } of asides) print(`${''.padEnd(width)}  set aside: ${reason}`);
  }
  print(`${'the log'.padEnd(width)}  ends at ${head ?? 'the beginning'}`);
}

async function rebuild(stores: Stores, projection: Projection): Promise<void> {
  let shownAt = 0;
  const onProgress = (progress: RebuildProgress): void => {
    if (Date.now() - shownAt < 1_000) return;
    shownAt = Date.now();
    print(describe(progress));
  };
  const done = await rebuildProjection(stores, projection, { onProgress });
  print(`${describe(done)}: rebuilt and swapped in`);
}

const width = Math.max(...names.map((name) => name.length));
const describe = ({ projection, events, seconds }: RebuildProgress): string =>
  `${projection}: ${events.toLocaleString('en')} events in ${seconds.toFixed(1)} s, ${Math.round(events / Math.max(seconds, 0.001)).toLocaleString('en')}/s`;
const print = (line: string): boolean => process.stdout.write(`${line}\n`);

await withStores(([command, ...rest]) => {
  if (command === 'status' && rest.length === 0) return status;
  const projection = allProjections.find(({ name }) => name === rest[0]);
  if (command !== 'rebuild' || !projection || rest.length > 1) throw usage;
  return (stores) => rebuild(stores, projection);
});
