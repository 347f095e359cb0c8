import { useState, type KeyboardEvent } from 'react';
import { runOf, type Run } from './parts.js';

/** Parts that one press of Page Up or Page Down goes past. */
const PAGE = 10;

/** What is taken by keyboard: from where it was begun to where it is now. */
interface Held {
  anchor: number;
  at: number;
}

/** Parts of a chart as they are taken by keyboard. */
export interface HeldRun {
  run: Run | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
  /** Lets go of them. */
  drop: () => void;
}

/** Takes parts by keyboard: arrows go along them, with Shift they take more, Enter chooses, Escape lets go; Tab is left alone. */
export function useHeldRun(count: number, onChoose: (run: Run) => void): HeldRun {
  const [held, setHeld] = useState<Held>();
  // What there was may have had more parts.
  const now = held && held.anchor < count && held.at < count ? held : undefined;
  const run = now && runOf(now.anchor, now.at);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = now ? destination(event.key, now.at, count) : FIRST_KEYS.has(event.key) ? count - 1 : undefined;
    const isChosen = event.key === 'Enter' || event.key === ' ';
    if (to === undefined && !(run && (isChosen || event.key === 'Escape'))) return;
    event.preventDefault();
    if (to !== undefined) setHeld({ anchor: event.shiftKey && now ? now.anchor : to, at: to });
    else setHeld(undefined);
    if (run && isChosen) onChoose(run);
  };
  return { run, onKeyDown, drop: () => setHeld(undefined) };
}

/** Where a key leads to, of so many parts. */
function destination(key: string, at: number, count: number): number | undefined {
  const to: { [key: string]: number } = {
    ...{ ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1 },
    ...{ PageDown: at - PAGE, PageUp: at + PAGE, Home: 0, End: count - 1 },
  };
  const wanted = to[key];
  return wanted === undefined ? undefined : Math.min(Math.max(wanted, 0), count - 1);
}

/** With the first of these the newest part is taken: whatever was before it comes next. */
const FIRST_KEYS = new Set(['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp', 'PageDown', 'PageUp', 'End']);
