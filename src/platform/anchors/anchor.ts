/**
 * A place outside of the service that keeps what it is given where the service cannot change it any more. Adapters: `urlAnchor.ts`,
 * `bucketAnchor.ts`.
 */
export interface Anchor {
  /** What it is called in metrics, health and the database: no address. */
  readonly target: 'url' | 'bucket';
  /**
   * Gives it JSON to keep under a name.
   * @throws AnchorRefused where it did not take it; anything else where nobody answered
   */
  put(name: string, json: string, signal: AbortSignal): Promise<void>;
}

/** The place answered, and did not take what it was given. The message may be shown to everybody: no address, no secret. */
export class AnchorRefused extends Error {
  override readonly name = 'AnchorRefused';
}
