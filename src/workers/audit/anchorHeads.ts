import { setTimeout as sleep } from 'node:timers/promises';
import type { SignedTreeHead } from '../../domain/audit/index.js';
import { AnchorRefused, type Anchor } from '../../platform/anchors/anchor.js';
import type { Log } from '../../platform/log.js';
import type { Anchorings } from '../../projections/audit/anchorings.js';

/** What giving heads away stands on. */
export interface AnchorHeadsDeps {
  anchors: readonly Anchor[];
  anchorings: Anchorings;
  log: Log;
  /** For tests: other times. */
  patienceMs?: number;
  pauseMs?: number;
}

/** How long a place has to take a head, in milliseconds. */
const PATIENCE_MS = 10_000;
/** How often it is tried at once; after that, the next run does. */
const TRIES = 3;
/** Between two tries, in milliseconds. */
const PAUSE_MS = 1_000;

/**
 * Gives a signed head to each place outside that has not got it, also where it has a larger one, of another tree: side by side, so that one that is silent keeps it from no other, and
 * never for longer than its tries take. Whatever comes of it is noted, and nothing else waits for it.
 */
export async function anchorHead(
  { anchors, anchorings, log, patienceMs = PATIENCE_MS, pauseMs = PAUSE_MS }: AnchorHeadsDeps,
  head: SignedTreeHead,
  stopping: AbortSignal,
): Promise<void> {
  const known = new Map((await anchorings.all()).map(({ target, tree_size }) => [target, tree_size]));
  const due = anchors.filter(({ target }) => known.get(target) !== head.tree_size);
  await Promise.all(
    due.map(async (anchor) => {
      const error = await tryToPut(anchor, head, { patienceMs, pauseMs, stopping });
      if (stopping.aborted) return;
      if (error === undefined) return anchorings.took(anchor.target, head.tree_size);
      log.warn({ target: anchor.target, reason: error }, 'a tree head could not be anchored and will be tried again');
      await anchorings.failed(anchor.target, error);
    }),
  );
}

/** Why it was not taken, as a sentence that everybody may read; undefined where it was. */
async function tryToPut(
  anchor: Anchor,
  head: SignedTreeHead,
  { patienceMs, pauseMs, stopping }: { patienceMs: number; pauseMs: number; stopping: AbortSignal },
): Promise<string | undefined> {
  let error: string | undefined;
  for (let tried = 0; tried < TRIES && !stopping.aborted; tried++) {
    if (tried > 0) await sleep(pauseMs * tried, undefined, { signal: stopping }).catch(() => undefined);
    const late = AbortSignal.timeout(patienceMs);
    try {
      await anchor.put(nameOf(head), JSON.stringify(head), AbortSignal.any([late, stopping]));
      return undefined;
    } catch (thrown) {
      error = sentence(thrown, late);
    }
  }
  return error;
}

/** Names stand in the order of the sizes. */
const nameOf = ({ tree_size }: SignedTreeHead): string => `tree-heads/${String(tree_size).padStart(16, '0')}.json`;

/** What others throw can hold the address, and that a token. */
function sentence(thrown: unknown, late: AbortSignal): string {
  if (thrown instanceof AnchorRefused) return thrown.message;
  return late.aborted ? 'it did not answer in time' : 'it cannot be reached';
}
