import type { Answered, Callers } from './callers.js';
import type { Ledger } from './ledger.js';

/** What reads are made with. */
export interface Reading {
  callers: Callers;
  ledger: Ledger;
  /** API key. */
  as: string;
}

/** What was acknowledged, and is read. */
export interface Expected {
  path: string;
  /** What it is, for the complaint. */
  what: string;
  /** Whether an answer shows what was acknowledged. */
  is: (answered: Answered) => boolean;
}

/**
 * Reads what was acknowledged, at whichever process. It can be that no answer comes, or one that says "not now"; any other
 * that does not show what was acknowledged, a 404 or the past, is complained of.
 * @returns the answer, unless it is none of those
 */
export async function expectRead(
  { callers, ledger, as }: Reading,
  { path, what, is }: Expected,
): Promise<Answered | undefined> {
  const answered = await callers.once({ method: 'GET', path, as });
  if (!answered || answered.status >= 500) return undefined;
  if (!is(answered)) {
    const { detail, status, display_name } = answered.body;
    const said = JSON.stringify({ detail, status, display_name });
    ledger.complaints.push(`${what} was acknowledged, and a read of it was answered ${answered.status}: ${said}`);
  }
  return answered;
}
