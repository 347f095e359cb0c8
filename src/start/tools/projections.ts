import { parseArgs } from 'node:util';
import { readBuilds } from '../../projections/core/builds.js';
import { readCheckpoints } from '../../projections/core/checkpoints.js';
import { rebuild, type RebuildProgress } from '../../projections/core/rebuild.js';
import { readSetAside } from '../../projections/core/setAside.js';
import type { Sink } from '../../projections/core/sink.js';
import { createTableSink } from '../../projections/core/tableSink.js';
import type { SinkParts } from '../feature.js';
import { allProjections, sinksOf } from '../features.js';
import { roomHere, sharesFor } from '../rebuild/roomForShares.js';
import { createShareThreads } from '../rebuild/shareThreads.js';
import { Usage, withStores } from './withStores.js';

/** `npm run projections -- status`, `… -- rebuild NAME`, with `--shares N` or without, and `… -- cancel NAME`. */

/** Most shares that may be asked for: each is a thread with connections of its own. */
const MOST_SHARES = 16;

const allSinks = (parts: SinkParts): readonly Sink[] => [
  ...allProjections.map((projection) => createTableSink(parts, projection)),
  ...sinksOf(parts),
];

async function status(parts: SinkParts): Promise<void> {
  const { database, eventStore, readModels } = parts;
  const sinks = allSinks(parts);
  const [checkpoints, head] = [await readCheckpoints(database.knex), await eventStore.head()];
  for (const { name, version, position, error } of checkpoints) {
    const own = sinks.find((sink) => sink.name === name);
    const served = own && (await readModels.served(own)) === version ? 'served  ' : '';
    const behind = (position ?? -1n) >= (head ?? -1n) ? 'up to date' : 'behind';
    const doing = error === null ? behind : `stopped: ${error}`;
    print(`${name.padEnd(width)}  version ${version}  ${served}at ${position ?? 'the beginning'}  ${doing}`);
    const asides = await readSetAside(database.knex, { name, version, building: false });
    for (const { reason } of asides) print(`${''.padEnd(width)}  set aside: ${reason}`);
  }
  for (const { name, version, position, events, shares, idle } of await readBuilds(database.knex)) {
    const where =
      shares > 0 ? `in ${shares} shares from ${position ?? 'the beginning'} on` : `at ${position ?? 'the beginning'}`;
    const at = `${events.toLocaleString('en')} events, ${where}`;
    print(`${name.padEnd(width)}  version ${version}  being rebuilt: ${at}, moved ${Math.round(idle)} s ago`);
  }
  print(`${'the log'.padEnd(width)}  ends at ${head ?? 'the beginning'}`);
}

async function rebuildOne(parts: SinkParts, sink: Sink, asked: number | undefined): Promise<void> {
  const { shares, why } = asked === undefined ? sharesFor(roomHere()) : { shares: asked, why: undefined };
  let shownAt = 0;
  const onProgress = (progress: RebuildProgress): void => {
    if (Date.now() - shownAt < 1_000) return;
    shownAt = Date.now();
    print(describe(progress));
  };
  if (why !== undefined) print(`${sink.name}: all is taken by one thread, as ${why}`);
  const settings = { ...process.env, DATABASE_URL: parts.database.url };
  const threads = createShareThreads({ settings, log: parts.log, shares });
  const done = await rebuild({ ...parts, threads }, sink, { onProgress });
  print(`${describe(done)}: rebuilt and swapped in`);
}

async function cancel(_parts: SinkParts, sink: Sink): Promise<void> {
  const dropped = await sink.dropBuild();
  print(`${sink.name}: ${dropped ? 'what was rebuilt of it is dropped' : 'nobody rebuilds it'}`);
}

const COMMANDS: Readonly<Record<string, (parts: SinkParts, sink: Sink, shares: number | undefined) => Promise<void>>> =
  {
    rebuild: rebuildOne,
    cancel,
  };

const width = Math.max(...allProjections.map(({ name }) => name.length));
const describe = ({ projection, events, taken, seconds, shares }: RebuildProgress): string => {
  const rate = Math.round(taken / Math.max(seconds, 0.001)).toLocaleString('en');
  const how = shares > 1 ? `in ${shares} shares` : 'in one';
  return `${projection}: ${events.toLocaleString('en')} events in ${seconds.toFixed(1)} s, ${rate}/s, ${how}`;
};
const print = (line: string): boolean => process.stdout.write(`${line}\n`);

const usage = (sinks: readonly { name: string }[]): Usage =>
  new Usage(
    `say "npm run projections -- status", "npm run projections -- rebuild NAME", with "--shares N" behind it or without, or "npm run projections -- cancel NAME"; NAME is one of ${sinks.map(({ name }) => name).join(', ')}, and N is 1 to ${MOST_SHARES}`,
  );

/** What was typed. @throws Usage */
function understand(args: readonly string[]): {
  command: string;
  name: string | undefined;
  shares: number | undefined;
} {
  try {
    const options = { shares: { type: 'string' } } as const;
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [command = '', name, ...rest] = positionals;
    const shares = values.shares === undefined ? undefined : Number(values.shares);
    const isNumber = shares === undefined || (Number.isInteger(shares) && shares >= 1 && shares <= MOST_SHARES);
    if (rest.length === 0 && isNumber && (shares === undefined || command === 'rebuild'))
      return { command, name, shares };
  } catch {
    // an option that there is not, or one without its value
  }
  throw usage(allProjections);
}

await withStores((words) => {
  const { command, name, shares } = understand(words);
  if (command === 'status' && name === undefined) return status;
  const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (!run || name === undefined) throw usage(allProjections);
  return (parts) => {
    const sinks = allSinks(parts);
    const sink = sinks.find((one) => one.name === name);
    if (!sink) throw usage(sinks);
    return run(parts, sink, shares);
  };
});
