import type { CaptureNeedView } from './captureContract.js';

/** What is to be handed in now; undefined where all is here. */
export const nextNeed = <Need extends Pick<CaptureNeedView, 'state'>>(needs: readonly Need[]): Need | undefined =>
  needs.find(({ state }) => state !== 'received');

/** Whether something was handed in: it can be sent without the rest, by who does not have that. */
export const hasBegun = (needs: readonly Pick<CaptureNeedView, 'state'>[]): boolean =>
  needs.some(({ state }) => state !== 'missing');
