import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { Log } from './log.js';

/** Where the kernel says that the environment of a process lies: fields 50 and 51 of its `stat`, proc_pid_stat(5). */
const [ENV_START, ENV_END] = [50, 51];

/**
 * Hides the environment that this process was started with from whoever reads `/proc/PID/environ`, where secrets would stand as long
 * as it runs: its variables get a place on the heap, and the one that the kernel shows is overwritten, as setproctitle(3) does it.
 * `process.env` stays as it was. Where the kernel does not let it (hardened ones from Linux 6.12 on, `proc_mem.force_override`), that is
 * a warning.
 * @returns false where that cannot be done, or is not called for: not on Linux
 */
export function hideEnvironment(log: Pick<Log, 'warn'>): boolean {
  if (process.platform !== 'linux') return false;
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1');
    // Behind the name of the program, which may hold spaces, stands field 3.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [start, end] = [Number(fields[ENV_START - 3]), Number(fields[ENV_END - 3])];
    for (const [name, value] of Object.entries(process.env)) process.env[name] = value;
    overwrite(start, end - start);
    if (readFileSync('/proc/self/environ').every((byte) => byte === 0)) return true;
    throw new Error('The kernel shows another place');
  } catch (error) {
    log.warn({ err: error }, 'the variables that the service was started with can still be read in /proc');
    return false;
  }
}

function overwrite(start: number, length: number): void {
  const memory = openSync('/proc/self/mem', 'r+');
  try {
    writeSync(memory, Buffer.alloc(length), 0, length, start);
  } finally {
    closeSync(memory);
  }
}
