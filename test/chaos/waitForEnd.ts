import { setTimeout as sleep } from 'node:timers/promises';
import type { Answered } from './callers.js';
import { expectRead, type Expected, type Reading } from './expectRead.js';

/** How long what goes on behind an answer may take, with all that breaks meanwhile. */
const END_MS = 300_000;

const UNDER_WAY: readonly unknown[] = ['queued', 'running'];

/** Whether a read shows the end of what goes on behind an answer. */
export const hasEnded = ({ status, body }: Answered): boolean => status === 200 && !UNDER_WAY.includes(body['status']);

/**
 * Reads what was accepted until it has ended; once it has, it is never shown as under way again. @throws Error after five minutes
 */
export async function waitForEnd(deps: Reading, { path, what }: Omit<Expected, 'is'>): Promise<void> {
  const deadline = Date.now() + END_MS;
  for (;;) {
    const read = await expectRead(deps, { path, what, is: ({ status }) => status === 200 });
    if (read && hasEnded(read)) break;
    if (Date.now() > deadline) throw new Error(`${path} did not end in five minutes`);
    await sleep(500);
  }
  await expectRead(deps, { path, what: `${what}, which had ended,`, is: hasEnded });
}
