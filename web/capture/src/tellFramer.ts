/** What the page that shows this one in a frame is told. Nothing that was handed in or read is. */
export type Told =
  | { type: 'ready' | 'submitted' | 'closed' }
  | { type: 'step'; step: 'consent' | 'document' | 'selfie' | 'submit' }
  | { type: 'error'; status: number };

/** Whether a page shows this one in a frame. */
export const isFramed = (): boolean => window.parent !== window;

/**
 * Tells the page that shows this one in a frame, where there is one.
 * @param origins those that may; nobody else gets to hear it
 */
export function tellFramer(origins: readonly string[], told: Told): void {
  if (!isFramed()) return;
  for (const origin of origins.filter((one) => one !== ''))
    window.parent.postMessage({ source: 'attest-capture', ...told }, origin);
}
