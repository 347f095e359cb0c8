import { readFileSync } from 'node:fs';

/** What the kernel shows of a process below `/proc`, proc(5); empty where it is no more or the system is not Linux. None of it waits for a disk. */
export function shown(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

/** The process that works, below one that was started: what `unshare` and a shell start is the only child of each, and they wait for it. */
export function lastOf(pid: number): number {
  const child = Number.parseInt(shown(`/proc/${pid}/task/${pid}/children`), 10);
  return Number.isNaN(child) ? pid : lastOf(child);
}

/** Milliseconds of a tick that the kernel counts in: `USER_HZ` is 100 on every architecture that Node runs on, time(7). */
const TICK_MS = 10;

/**
 * Tells how many milliseconds of the processor the process that works below one that was started has had, all its threads together; undefined
 * where nothing is known of it. Fields 14 and 15 of proc_pid_stat(5); a name in the second may have anything in it.
 */
export function processorClock(started: number): () => number | undefined {
  const pid = lastOf(started);
  return () => processorTimeOf(pid);
}

function processorTimeOf(pid: number): number | undefined {
  const stat = shown(`/proc/${pid}/stat`);
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return user === undefined || system === undefined ? undefined : (user + system) * TICK_MS;
}
