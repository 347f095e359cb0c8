/** What a thread that is asked to take a share says: that it has loaded, how many events it has taken since it said so last, and how it ended. */
export type ShareSaid =
  | { kind: 'ready' }
  | { kind: 'taken'; events: number }
  | { kind: 'done' }
  | { kind: 'failed'; name: string; message: string };
