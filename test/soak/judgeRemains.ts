import { rowsExplained, type Explanation } from './rowsExplained.js';

/** What is there once the load has stopped and everything that it asked for has ended. */
export interface Remains {
  /** Rows of queues that nobody may have left, by the name of the queue. */
  queues: Readonly<Record<string, number>>;
  /** Places that are taken and may be by nobody, by metric and labels; undefined where the service says nothing of it. */
  places: Readonly<Record<string, number | undefined>>;
  /** Rows by table. */
  tables: Readonly<Record<string, number>>;
  /** Bytes that tables take that are all but empty at rest, with their indexes. */
  emptied: Readonly<Record<string, number>>;
  /** Names of files that nothing names which is there still, in any folder of the service. */
  unexplainedFiles: readonly string[];
  openFiles: number;
  threads: number;
  connections: number;
  engineProcesses: number;
}

/** What was there before the load, at rest too. */
export type Before = Pick<Remains, 'openFiles' | 'threads' | 'connections'>;

/** Everything that what is there at rest is judged by. */
export interface RestEvidence {
  before: Before;
  after: Remains;
  /** Runs that were accepted and did not end as they had to, as sentences. */
  failedRuns: readonly string[];
  explanation: Explanation;
  /** How many processes the engine has. */
  engineProcesses: number;
}

/** What may have come since before the first request and stays: pools and threads that are made when they are needed. */
const MORE_AT_REST = { openFiles: 24, threads: 12, connections: 8 } as const;

const NAMES = {
  openFiles: 'files are open',
  threads: 'threads are there',
  connections: 'connections to Postgres',
} as const;

/** What is left at rest that may not be, or that nothing explains, as sentences. */
export function judgeRemains({ before, after, failedRuns, explanation, engineProcesses }: RestEvidence): string[] {
  const wrong = [...failedRuns, ...rowsExplained(after.tables, explanation)];
  for (const [queue, rows] of Object.entries(after.queues))
    if (rows > 0) wrong.push(`${queue}: ${rows} are left though nothing is asked for any more`);
  for (const [place, taken] of Object.entries(after.places)) {
    if (taken === undefined) wrong.push(`the service says nothing of ${place}`);
    else if (taken > 0) wrong.push(`${place} is ${taken} at rest: it is never given back`);
  }
  for (const [table, bytes] of Object.entries(after.emptied))
    if (bytes > EMPTIED_MIB * 1024 ** 2)
      wrong.push(`the table ${table}, which is emptied all the time, takes ${Math.round(bytes / 1024 ** 2)} MiB`);
  if (after.unexplainedFiles.length > 0)
    wrong.push(`${after.unexplainedFiles.length} files belong to nothing, such as ${some(after.unexplainedFiles)}`);
  for (const of of ['openFiles', 'threads', 'connections'] as const)
    if (after[of] > before[of] + MORE_AT_REST[of])
      wrong.push(`${after[of]} ${NAMES[of]} at rest, ${before[of]} were before`);
  if (after.engineProcesses > engineProcesses)
    wrong.push(`${after.engineProcesses} engine processes are there at rest`);
  return wrong;
}

/** What a table may take of the disk that nothing stays in: where rows that are deleted are not cleared away it grows all the same. */
const EMPTIED_MIB = 32;

const some = (names: readonly string[]): string => names.slice(0, 5).join(', ');
