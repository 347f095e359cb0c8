import { readFileSync } from 'node:fs';
import { availableParallelism, freemem } from 'node:os';
import { join } from 'node:path';

/** Most shares that a rebuild is split into unasked: what writes them in the database takes cores too. */
const MOST_SHARES = 4;

/** What a thread takes of memory, in bytes. */
const THREAD_BYTES = 400 * 2 ** 20;

/** What is left of the free memory for all else that runs here, in bytes. */
const LEFT_BYTES = 512 * 2 ** 20;

/** What this process may still have of the machine. */
export interface Room {
  /** Whole cores, one at least. */
  cores: number;
  /** Memory, in bytes. */
  memory: number;
}

/** In how many shares a rebuild goes with so much room, and where it is one, why. */
export function sharesFor({ cores, memory }: Room): { shares: number; why?: string } {
  const byMemory = Math.floor((memory - LEFT_BYTES) / THREAD_BYTES);
  const shares = Math.min(cores, byMemory, MOST_SHARES);
  if (shares >= 2) return { shares };
  if (cores < 2) return { shares: 1, why: 'there is one core' };
  return {
    shares: 1,
    why: `two shares want ${inMib(LEFT_BYTES + 2 * THREAD_BYTES)} of memory, and ${inMib(memory)} are free`,
  };
}

const inMib = (bytes: number): string => `${Math.floor(bytes / 2 ** 20).toLocaleString('en')} MiB`;

/**
 * What there is here. Node knows neither of a bound on processor time nor that a container's memory counts files that were read
 * once and can be let go of; the control group says both, in version 2 (https://docs.kernel.org/admin-guide/cgroup-v2.html).
 * @param read Reads a file of the group of this process; gives back '' where there is none
 */
export function roomHere(read: (file: string) => string = readOwnGroup): Room {
  const [quota = NaN, period = NaN] = read('cpu.max').split(' ').map(Number); // `max 100000` where there is no bound
  const cores = Number.isNaN(quota / period) ? Infinity : Math.floor(quota / period);
  const bound = Number(read('memory.max').trim() || NaN);
  const cached = Number(/^inactive_file (\d+)$/m.exec(read('memory.stat'))?.[1] ?? 0);
  const left = bound - Number(read('memory.current')) + cached;
  return {
    cores: Math.max(1, Math.min(availableParallelism(), cores)),
    memory: Number.isNaN(left) ? process.availableMemory() : Math.min(left, freemem()),
  };
}

function readOwnGroup(file: string): string {
  try {
    const path = /^0::(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1] ?? '/';
    return readFileSync(join('/sys/fs/cgroup', path, file), 'utf8');
  } catch {
    return ''; // no Linux, another version, or the group of the machine itself, which has no bounds
  }
}
