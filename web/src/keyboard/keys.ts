/** The keys of every screen. Those of `everywhere` work on each; no screen may use one of them, nor one twice. */
export const KEYS = {
  everywhere: { help: '?', queue: 'q', discover: '/', takeNext: 'n' },
  queue: { nextCase: 'j', previousCase: 'k', choose: 'x', assign: 's' },
  review: {
    approve: 'a',
    deny: 'd',
    request: 'r',
    note: 'm',
    block: 'b',
    undo: 'u',
    nextDocument: 'j',
    previousDocument: 'k',
    nextPage: ']',
    previousPage: '[',
    zoomIn: '+',
    zoomOut: '-',
    rotate: '.',
    beside: 'v',
    caseFile: 'f',
  },
} as const;

/** Screens that have keys of their own. */
export type Screen = keyof typeof KEYS;
