const SETTING = 'attest.keys';

/** Whether single keys do something: who speaks to the browser, or types by accident, turns them off (WCAG 2.2, 2.1.4). */
export const keysAreOn = (): boolean => localStorage.getItem(SETTING) !== 'off';

/** Turns them on or off, for this browser. */
export const turnKeys = (on: boolean): void => localStorage.setItem(SETTING, on ? 'on' : 'off');
