import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Hang } from './faults.js';
import type { RoleProcess } from './roleProcess.js';

/**
 * Stops the engine processes of a process of the service in the middle of whatever they do: they neither answer nor end. Some go on
 * after a while; the others are the service's to end.
 */
export async function hangEngine({ pid }: RoleProcess, { forMs }: Hang): Promise<void> {
  if (pid === undefined) return;
  const hung = engineProcessesOf(pid);
  for (const one of hung) send(one, 'SIGSTOP');
  if (forMs === undefined) return;
  await sleep(forMs);
  for (const one of hung) send(one, 'SIGCONT');
}

function send(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It is gone already.
  }
}

/** Those that read documents themselves, and not what isolates them. */
function engineProcessesOf(pid: number): number[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (lookUp(Number(name)) ?? []) : []));
  const below = (parent: number): typeof all =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)]);
  return below(pid).flatMap((one) =>
    one.command.includes('engineProcess') && below(one.pid).length === 0 ? one.pid : [],
  );
}

function lookUp(pid: number): { pid: number; parent: number; command: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    return { pid, parent, command: readFileSync(`/proc/${pid}/cmdline`, 'latin1') };
  } catch {
    return undefined;
  }
}
