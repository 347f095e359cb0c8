/** What the address of the queue says of it. */
export interface QueueSearch {
  /** Those of the person of this browser alone. */
  mine?: true;
  goal?: string;
  reason?: string;
}

/** Reads it from an address: what is not understood is left out. */
export const readQueueSearch = (search: Record<string, unknown>): QueueSearch => ({
  ...((search['mine'] === true || search['mine'] === 'true') && { mine: true }),
  ...(typeof search['goal'] === 'string' && { goal: search['goal'] }),
  ...(typeof search['reason'] === 'string' && { reason: search['reason'] }),
});
