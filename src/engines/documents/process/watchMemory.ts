import { writeFileSync } from 'node:fs';
import { lastOf, shown } from './processFiles.js';

/** Milliseconds between two looks. */
const LOOK_MS = 250;

/** What is added to how much the kernel thinks of ending it, in thousandths of all memory there is, proc_pid_oom_score_adj(5). */
const FIRST_TO_GO = '500';

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
 * gives nothing else a turn, WebAssembly for one, no timer in the process itself would. Should memory be used up before that, the kernel ends it
 * rather than the service, which may well be the larger one. Sees and does nothing but on Linux.
 */
export function watchMemory({ pid, ceiling, ended }: Watched, beyond: () => void): void {
  if (ended.aborted) return;
  const engine = lastOf(pid);
  offerToKernel(engine);
  const look = (): void => {
    if (residentOf(engine) > ceiling) beyond();
  };
  const timer = setInterval(look, LOOK_MS).unref();
  ended.addEventListener('abort', () => clearInterval(timer), { once: true });
}

/** In bytes; 0 where nothing is known of it, or it is no more. */
const residentOf = (pid: number): number =>
  1024 * Number(/^VmRSS:\s*(\d+) kB$/m.exec(shown(`/proc/${pid}/status`))?.[1] ?? 0);

function offerToKernel(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, FIRST_TO_GO);
  } catch {
    // It may not be allowed, and the kernel goes by size alone then.
  }
}
