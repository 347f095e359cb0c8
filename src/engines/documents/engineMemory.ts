import os from 'node:os';

/** How many engine processes there are, and what each of them may hold. Bytes. */
export interface EngineMemory {
  processes: number;
  /** One that holds more is ended, as `out_of_memory`. */
  ceiling: number;
  /** One that holds more behind a document is replaced. */
  recycleAbove: number;
  /** Whether all of them at their ceilings have room beside the service, as far as anything limits that. */
  fits: boolean;
}

/** What engine processes run on. */
export interface Machine {
  cores: number;
  /** Bytes of all of it. */
  memory: number;
  /** Bytes that the service and its processes may take together, as the system says: a container's. */
  limit?: number;
}

/** What the settings say; where they do not, it goes by the machine. */
export interface EngineMemoryOptions {
  processes?: number | undefined;
  /** Bytes. */
  ceiling?: number | undefined;
}

const GIB = 1024 ** 3;
/** What a process is allowed for: A4 scans at 300 dpi stay below it. */
export const ORDINARY = 1.2 * GIB;
/** Most that reading a document is worth. */
const MOST = 2 * GIB;
/** With less nothing is read at all: the networks and the picture of a page take most of it. */
const LEAST = GIB / 2;
/** Left to the service itself of what a limit holds them both to: its heap, and bodies of requests (`BODY_MEMORY`). */
const SERVICE = GIB;
/** Of the ceiling, what a process may begin its next document with. */
const KEPT = 0.55;
/** Threads of each network: a second one shortens a page by a third, a third one hardly. */
export const THREADS = 2;

/**
 * Shares the memory out. Where a limit holds, all processes fit into it beside the service, each at its ceiling, unless more is asked for:
 * else the kernel would end one of them before a document is found to take too much.
 */
export function shareOutMemory({ cores, memory, limit }: Machine, given: EngineMemoryOptions = {}): EngineMemory {
  const room = limit === undefined ? memory / 2 : limit - SERVICE;
  const mostAtOnce = Math.min(Math.floor(cores / THREADS), Math.floor(room / ORDINARY), 8);
  const processes = given.processes ?? Math.max(1, mostAtOnce);
  const share = limit === undefined ? MOST : Math.floor(room / processes);
  const ceiling = given.ceiling ?? Math.max(LEAST, Math.min(MOST, share));
  const fits = limit === undefined || processes * ceiling <= room;
  return { processes, ceiling, recycleAbove: ceiling * KEPT, fits };
}

/** The machine that this process runs on. Where nothing limits it, Node says 0 or more than there is. */
export function thisMachine(): Machine {
  const memory = os.totalmem();
  const limit = process.constrainedMemory();
  const machine = { cores: os.availableParallelism(), memory };
  return limit > 0 && limit < memory ? { ...machine, limit } : machine;
}
