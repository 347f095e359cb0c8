/** How long a projection that held up the others stays away from them at first, and at most. */
const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;
/** How long one that came back has to keep pace until it is taken for well. */
const WELL_AFTER_MS = 600_000;

/** When a projection that held up the others may go along with them again. */
export interface Apart {
  /** It held them up just now. */
  begin(): void;
  isOver(): boolean;
}

/**
 * Twice as long each time: a server that was slow for a moment costs a second, and a projection that is slow for good holds the
 * others up once a minute.
 * @param now Milliseconds by a clock that only goes forward
 */
export function createApart(now: () => number = () => performance.now()): Apart {
  let until = 0;
  let pauseMs = 0;
  return {
    begin() {
      const wasWell = now() - until > WELL_AFTER_MS;
      pauseMs = wasWell ? FIRST_MS : Math.min(Math.max(pauseMs * 2, FIRST_MS), LONGEST_MS);
      until = now() + pauseMs;
    },
    isOver: () => now() >= until,
  };
}
