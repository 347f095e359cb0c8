import { toPosition } from '../../platform/eventStore/eventStore.js';
import type { AuditEntry } from '../../projections/audit/auditProjection.js';
import type { ReadYourWrites } from '../../projections/core/readYourWrites.js';
import { ApiError } from '../http/responses/apiError.js';
import { changesOf, type ChangesView } from './changesContract.js';
import type { ChangeStream, Woken } from './changeStreams.js';

/** Changes that are told at once. */
const MOST = 200;

/** Milliseconds after which a browser whose stream broke comes back. */
const RETRY_MS = 2_000;

/** What telling changes takes. */
export interface TellingDeps {
  stream: Pick<ChangeStream, 'woken'>;
  /** The entries behind a place in the log, oldest first and so many at most. */
  since(position: string, limit: number): Promise<AuditEntry[]>;
  shown: ReadYourWrites['shown'];
  /** Whether who listens may still be told. @throws ApiError 401 */
  assertMay(): Promise<void>;
}

/**
 * What changes behind a place in the log, as server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html) whose ids are the places to
 * go on from. The first is told at once, whether something has changed or not. The next one is looked up once the one before has gone to its reader: who
 * reads slowly is told later, and of more at once. It ends with the stream, and when who listens may not be told any more.
 */
export async function* tellChanges(deps: TellingDeps, from: string): AsyncGenerator<string, void> {
  const { stream, assertMay, since } = deps;
  yield `retry: ${RETRY_MS}\n${eventOf({ changes: [], next: from, behind: false })}`;
  let next = from;
  for (let why: Woken = 'news'; why !== 'end'; why = await stream.woken()) {
    let told = MOST;
    while (told === MOST) {
      if (!(await mayBeTold(assertMay))) return;
      const entries = await since(next, MOST);
      told = entries.length;
      if (told === 0) break;
      const changes = changesOf(entries, next);
      next = changes.next;
      yield eventOf({ ...changes, behind: !(await areShown(entries, deps.shown)) });
    }
    if (told === 0 && why === 'beat') yield eventOf({ changes: [], next, behind: false });
  }
}

async function mayBeTold(assertMay: TellingDeps['assertMay']): Promise<boolean> {
  try {
    await assertMay();
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** Whether what changed can be read, each by the read models that it concerns, after as long as an answer waits for what it wrote. */
async function areShown(entries: readonly AuditEntry[], shown: TellingDeps['shown']): Promise<boolean> {
  const lastOf = new Map(entries.map(({ action, position }) => [action, toPosition(position)]));
  const each = [...lastOf].map(([action, position]) => shown({ position, event_types: [action] }));
  return (await Promise.all(each)).every(Boolean);
}

const eventOf = (data: ChangesView & { behind: boolean }): string =>
  `id: ${data.next}\nevent: changes\ndata: ${JSON.stringify(data)}\n\n`;
