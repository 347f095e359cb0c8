import { readFileSync } from 'node:fs';

/** Milliseconds between two looks. */
const LOOK_MS = 250;

/** Which process is watched. */
interface Watched {
  /** The process that was started; that of the engine may be a child of its child. */
  pid: number;
  /** Resident bytes. */
  ceiling: number;
  /** Aborted when it is gone. */
  ended: AbortSignal;
}

/**
 * Looks at the memory that an engine process holds, and calls `beyond` where that is above the ceiling. From outside: as long as its code
 * gives nothing else a turn, WebAssembly for one, no timer in the process itself would. Sees nothing but on Linux.
 */
export function watchMemory({ pid, ceiling, ended }: Watched, beyond: () => void): void {
  if (ended.aborted) return;
  const engine = lastOf(pid);
  const look = (): void => {
    if (residentOf(engine) > ceiling) beyond();
  };
  const timer = setInterval(look, LOOK_MS).unref();
  ended.addEventListener('abort', () => clearInterval(timer), { once: true });
}

/** What `unshare` and a shell start is the only child of each: they wait for it. */
function lastOf(pid: number): number {
  const child = Number.parseInt(shown(`/proc/${pid}/task/${pid}/children`), 10);
  return Number.isNaN(child) ? pid : lastOf(child);
}

/** In bytes; 0 where nothing is known of it, or it is no more. */
const residentOf = (pid: number): number =>
  1024 * Number(/^VmRSS:\s*(\d+) kB$/m.exec(shown(`/proc/${pid}/status`))?.[1] ?? 0);

/** What the kernel shows; none of it waits for a disk. */
function shown(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
