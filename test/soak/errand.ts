import type { Answered, Ask } from '../chaos/callers.js';
import type { LoadDeps } from '../chaos/load.js';

/** What the other callers stand on. */
export interface OtherLoadDeps extends LoadDeps {
  /** Where the service answers. */
  url: string;
  isWanted: () => boolean;
}

/** One thing that a caller wants. */
export interface Errand extends OtherLoadDeps {
  tenant: string;
  number: number;
  /** API key: the tenant's own, or one of the platform. */
  as: string;
}

/** Asks, and complains of any other answer than those expected. */
export async function ask(
  { callers, ledger, as }: Errand,
  what: Omit<Ask, 'as'> & { as?: string },
  ...expected: number[]
): Promise<Answered> {
  const answered = await callers.untilAnswered({ as, ...what });
  if (!expected.includes(answered.status))
    ledger.complaints.push(
      `${what.method} ${what.path} was answered ${answered.status}: ${JSON.stringify(answered.body)}`,
    );
  return answered;
}
