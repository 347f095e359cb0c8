import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Sample } from './judgeGrowth.js';

/** What is measured. */
export interface Measured {
  url: string;
  pid: number;
  dataDir: string;
  /** The folder for temporary files that the service was given, and nobody else has. */
  tmpDir: string;
  knex: Knex;
}

/** Longest that metrics are waited for. */
const METRICS_MS = 30_000;

/** Longer than a service takes to collect its garbage. */
const COLLECTED_MS = 500;

/**
 * What a service holds now, once it has collected its garbage (`collectOnSignal.mjs`).
 * @throws Error where its metrics do not answer, or say nothing of that: it needs Linux
 */
export async function sample({ url, pid, knex }: Measured): Promise<Sample> {
  process.kill(pid, 'SIGUSR2');
  await sleep(COLLECTED_MS);
  const metrics = await metricsOf(url);
  const engine = await engineProcesses(pid);
  const { rows } = await knex.raw<{ rows: { connections: number; events: number }[] }>(
    `select (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as connections,
       (select coalesce(max(position), 0) from events)::int as events`, // positions have no gaps
  );
  return {
    resident: metrics.get('process_resident_memory_bytes'),
    heap: metrics.get('nodejs_heap_size_used_bytes'),
    external: metrics.get('nodejs_external_memory_bytes'),
    openFiles: metrics.get('process_open_fds'),
    resources: metrics.get('nodejs_active_resources_total'),
    threads: field(await readFile(`/proc/${pid}/status`, 'utf8'), 'Threads'),
    requests: [...metrics.series('attest_http_requests_total').values()].reduce((sum, count) => sum + count, 0),
    engineProcesses: engine.length,
    engineResident: engine.reduce((sum, { resident }) => sum + resident, 0),
    ...rows[0]!,
  };
}

/** What a service tells of itself. */
export interface Metrics {
  /** One without labels. @throws Error where it is not told */
  get(name: string): number;
  /** All series of one, by its name and labels as they are written. */
  series(name: string): ReadonlyMap<string, number>;
}

/** Asks a service for its metrics. @throws Error where it does not answer */
export async function metricsOf(url: string): Promise<Metrics> {
  // By a connection of its own: one that is kept can be closed by the service just when it is used again.
  const asked = get(`${url}/metrics`, { agent: false, signal: AbortSignal.timeout(METRICS_MS) });
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const lines = (await text(response)).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const all = new Map(
    lines.map((line): [string, number] => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
  return {
    get(name) {
      const value = all.get(name);
      if (value === undefined) throw new Error(`The service says nothing of ${name}: a soak needs Linux`);
      return value;
    },
    series: (name) => new Map([...all].filter(([series]) => series === name || series.startsWith(`${name}{`))),
  };
}

/** A number of /proc/PID/status (proc(5)). */
const field = (status: string, label: string): number =>
  Number(new RegExp(`^${label}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);

/** Engine processes below a process, with the bytes that each has resident. */
async function engineProcesses(pid: number): Promise<{ resident: number }[]> {
  const numbers = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const looked = numbers.map(async (name) => {
    try {
      const [status, command] = await Promise.all([
        readFile(`/proc/${name}/status`, 'utf8'),
        readFile(`/proc/${name}/cmdline`, 'utf8'),
      ]);
      const resident = field(status, 'VmRSS') * 1024;
      return { pid: Number(name), parent: field(status, 'PPid'), resident, command };
    } catch {
      return undefined; // it has ended meanwhile
    }
  });
  const all = (await Promise.all(looked)).filter((one) => one !== undefined);
  const below = new Set([pid]);
  for (let before = 0; before !== below.size;) {
    before = below.size;
    for (const one of all) if (below.has(one.parent)) below.add(one.pid);
  }
  return all.filter((one) => below.has(one.pid) && isEngine(one.command));
}

/** Whether it is one by its command line, as /proc has it. What starts one in its surroundings has that in its arguments. */
function isEngine(command: string): boolean {
  const [program = '', ...given] = command.split('\0');
  return program.endsWith('node') && given.some((one) => one.endsWith('engineProcess.js'));
}
