import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore } from '../../platform/eventStore/eventStore.js';
import type { Exclusive } from '../../platform/exclusive/exclusive.js';
import type { Log } from '../../platform/log.js';
import type { LogTree } from '../../projections/audit/logTree.js';
import { LogDiffers, type Notary } from '../../projections/audit/notary.js';

/** What following the log for the tree stands on. */
export interface NotariseDeps {
  eventStore: Pick<EventStore, 'subscribe'>;
  exclusive: Pick<Exclusive, 'lead'>;
  tree: LogTree;
  notary: Notary;
  log: Log;
  /** For tests: another time to gather. */
  gatherMs?: number;
}

/** What is led by the one process that puts events under the tree: for as long as there is one. */
export const NOTARY = 'notary';

/** How long events are gathered that come one by one, in milliseconds: each step is a transaction of its own. */
const GATHER_MS = 100;
/** Most events of a step. */
const BATCH = 500;

/**
 * Puts every event of the log under the tree over it, in the order of the log, whatever its type and whether anybody can open it. One
 * process at a time does; should two think so, the tree refuses one. What is noted is made together with the tree, so that whoever
 * goes on after a kill goes on where that ends. Gives back how to stop.
 */
export function startNotary(deps: NotariseDeps): () => Promise<void> {
  const stopping = new AbortController();
  const leading = deps.exclusive.lead(NOTARY, ({ signal }) => notarise(deps, signal), stopping.signal);
  return async () => {
    stopping.abort();
    await leading;
  };
}

/** Follows the log until the signal is aborted. @throws LogDiffers, TreeMoved, and what stores throw */
export async function notarise(
  { eventStore, tree, notary, log, gatherMs = GATHER_MS }: Omit<NotariseDeps, 'exclusive'>,
  signal: AbortSignal,
): Promise<void> {
  await assertSameLog({ tree, notary, log });
  let state = await tree.read();
  for await (const { events, live } of eventStore.subscribe({ after: state.position, batchSize: BATCH, signal })) {
    if (signal.aborted) return;
    if (events.length === 0) continue;
    // A store that was put back to an earlier state ends no subscription: it goes on behind what was lost.
    await assertSameLog({ tree, notary, log });
    state = await notary.take(state, events);
    if (live) await sleep(gatherMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Has it noted, for everybody who asks, where the log is another one. @throws LogDiffers */
export async function assertSameLog({
  tree,
  notary,
  log,
}: Pick<NotariseDeps, 'tree' | 'notary' | 'log'>): Promise<void> {
  try {
    await notary.assertSameLog();
  } catch (error) {
    if (error instanceof LogDiffers) {
      log.error({ err: error }, 'the log is not the one that the tree over it was made of');
      await tree.note(error.message);
    }
    throw error;
  }
  if ((await tree.progress()).error !== null) await tree.note(null);
}
