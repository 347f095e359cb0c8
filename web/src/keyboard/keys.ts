/** The keys of every screen. Those of `everywhere` work on each; no screen may use one of them, nor one twice. */
export const KEYS = {
  everywhere: { help: '?', queue: 'q', takeNext: 'n' },
  review: {
    approve: 'a',
    deny: 'd',
    request: 'r',
    note: 'm',
    undo: 'u',
    nextDocument: 'j',
    previousDocument: 'k',
    nextPage: ']',
    previousPage: '[',
    zoomIn: '+',
    zoomOut: '-',
    rotate: '.',
  },
} as const;

/** Screens that have keys of their own. */
export type Screen = keyof typeof KEYS;

const SETTING = 'attest.keys';

/** Whether single keys do something: who speaks to the browser, or types by accident, turns them off (WCAG 2.2, 2.1.4). */
export const keysAreOn = (): boolean => localStorage.getItem(SETTING) !== 'off';

/** Turns them on or off, for this browser. */
export const turnKeys = (on: boolean): void => localStorage.setItem(SETTING, on ? 'on' : 'off');
