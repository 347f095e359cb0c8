import { api, Refused } from '../api/client.js';
import { reviewerName } from '../session/session.js';
import { createStore } from '../state/store.js';
import { readAgain } from './useCase.js';

/** A decision that a person has made. */
export interface Decision {
  session_id: string;
  decision: 'approve' | 'deny';
  reason: string;
  /** Whether the case is assigned to the person: then nobody is given it while the decision waits. */
  isMine: boolean;
  /** Entity tag of the case as the person saw it: where it has changed since, nothing is decided. */
  etag: string;
}

/** Where the last decision stands. */
export type DecisionState =
  | { kind: 'none' }
  | { kind: 'waiting' | 'sending' | 'undone'; of: Decision }
  | { kind: 'failed'; of: Decision; status: number; detail: string };

/** So long a decision can be taken back before it is sent: no decision is ever undone on the server. */
export const UNDO_MS = 5_000;

const store = createStore<DecisionState>({ kind: 'none' });
let timer: ReturnType<typeof setTimeout> | undefined;

/** Notes a decision, and sends it when it was not taken back in time; one that waits still is sent at once. */
export function decide(of: Decision): void {
  void flushDecision();
  store.set({ kind: 'waiting', of });
  timer = setTimeout(() => void flushDecision(), UNDO_MS);
}

/** Takes the decision back that waits. */
export function undoDecision(): void {
  const state = store.get();
  if (state.kind !== 'waiting') return;
  clearTimeout(timer);
  store.set({ kind: 'undone', of: state.of });
}

/** Sends the decision that waits, now. What is sent is sent to its end, also when the page is closed. */
function flushDecision(): Promise<void> {
  const state = store.get();
  if (state.kind !== 'waiting') return Promise.resolve();
  clearTimeout(timer);
  const { of } = state;
  store.set({ kind: 'sending', of });
  return send(of);
}

/** Before the next case is taken: a decided one that nobody has would be given again. */
export function settleBeforeTaking(): Promise<void> {
  const state = store.get();
  return state.kind === 'waiting' && !state.of.isMine ? flushDecision() : Promise.resolve();
}

/** Stops speaking of the last decision. */
export const dismissDecision = (): void => {
  const state = store.get();
  if (state.kind !== 'waiting' && state.kind !== 'sending') store.set({ kind: 'none' });
};

async function send(of: Decision): Promise<void> {
  try {
    await api.PATCH('/v1/cases/{session_id}/decision', {
      params: { path: { session_id: of.session_id }, header: { 'If-Match': of.etag } },
      body: { decision: of.decision, actor: reviewerName(), ...(of.reason !== '' && { reason: of.reason }) },
      keepalive: true,
    });
    if (isOf(of)) store.set({ kind: 'none' });
  } catch (error) {
    const status = error instanceof Refused ? error.status : 0;
    // Also where another decision was made since: a person must hear of the one that failed.
    store.set({ kind: 'failed', of, status, detail: error instanceof Error ? error.message : String(error) });
  }
  await readAgain(of.session_id);
}

function isOf(of: Decision): boolean {
  const state = store.get();
  return state.kind !== 'none' && state.of === of;
}

addEventListener('pagehide', () => void flushDecision());

/** Where the last decision stands, for a component. */
export const useDecisionState = store.use;
