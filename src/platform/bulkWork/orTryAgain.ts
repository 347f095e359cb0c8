import { asError } from '../asError.js';
import type { ChunkName } from './bulkWork.js';

/**
 * Lets what one item met break its whole chunk as long as that is tried again: what was away then may be back. Passes on the last
 * attempt, whose items fail one by one.
 * @throws Error which names the kind of the cause alone: its words may quote what was read
 */
export function orTryAgain({ isLast }: Pick<ChunkName, 'isLast'>, cause: unknown): void {
  if (!isLast) throw new Error(`One of its items could not be done (${asError(cause).name})`);
}
