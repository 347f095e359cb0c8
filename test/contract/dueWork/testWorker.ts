import { committed } from '../../../src/commands/core/commandHandler.js';
import type { WorkToPark } from '../../../src/commands/operations/parkedWorkCommands.js';
import type { Bus } from '../../../src/platform/bus/bus.js';
import { createPostgresDatabase } from '../../../src/platform/database/postgresDatabase.js';
import { createLog } from '../../../src/platform/log.js';
import type { Waits } from '../../../src/workers/core/attempt.js';
import { startConsumers } from '../../../src/workers/core/consumers.js';
import { startDueLooking } from '../../../src/workers/core/dueLooking.js';
import { createDueWork } from '../../../src/workers/core/dueWork.js';
import type { Job } from '../../../src/workers/core/work.js';

/** Three attempts, one soon after the other. */
export const WAITS: Waits = { retries: [20, 20], noRoom: 5 };

/** How a worker of a test differs from others. */
export interface TestWorkerOptions {
  concurrency?: number;
  /** As many as there are slots when absent. */
  share?: number;
  waits?: Waits;
}

/** A worker as a process would have it. */
export interface TestWorker {
  /** What it parked. */
  parked: WorkToPark[];
  /** Why it takes no work; empty while it does. */
  complaint(): string;
  stop(): Promise<void>;
}

/** Starts a worker with connections of its own to the database. */
export function startTestWorker({
  bus,
  databaseUrl,
  topic,
  work,
  concurrency = 4,
  share = concurrency,
  waits = WAITS,
}: TestWorkerOptions & { bus: Bus; databaseUrl: string; topic: string; work: Job['work'] }): TestWorker {
  const log = createLog('silent');
  const database = createPostgresDatabase({ kind: 'postgres', url: databaseUrl, pool: 5, log });
  const parked: WorkToPark[] = [];
  const park = (_context: unknown, one: WorkToPark) => {
    parked.push(one);
    return Promise.resolve(committed(undefined));
  };
  const due = createDueWork({ database, log });
  const looking = startDueLooking({ due, log });
  const jobs = [{ topic, concurrency, share, actor: 'worker:test', work }];
  const consumers = startConsumers({ bus, due, looking, jobs, log, waits, parkedWork: { park } });
  const end = async (): Promise<void> => {
    await consumers.stop();
    await looking.stop();
    await due.leave();
    await database.close();
  };
  let ended: Promise<void> | undefined;
  return {
    parked,
    complaint() {
      try {
        consumers.assertTaking();
        return '';
      } catch (error) {
        return String(error);
      }
    },
    stop: () => (ended ??= end()),
  };
}
