/**
 * What a thread that is asked to take a share says: that it has loaded, how many events it has taken since it said so last, and
 * how it ended; and, all the time, that it can still speak.
 */
export type ShareSaid =
  | { kind: 'ready' }
  | { kind: 'alive' }
  | { kind: 'taken'; events: number }
  | { kind: 'done' }
  | { kind: 'failed'; name: string; message: string };

/** How often a thread that has loaded says that it can still speak, in milliseconds. */
export const BEAT_MS = 5_000;
