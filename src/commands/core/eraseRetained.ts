import type { Log } from '../../platform/log.js';
import type { Retained, RetainedAsked } from '../../projections/core/retained.js';
import { sweep } from './sweep.js';

/** Most that one sweep erases: an erasure takes some appends and a look through the tables, and the next sweep is soon. */
const MOST_ERASED = 1_000;

/** Most that one sweep looks at: of those that cannot be erased there may be many, and each sweep begins with them. */
const MOST_LOOKED_AT = 10_000;

/** How many are looked for in one go. */
const AT_ONCE = 100;

/** What is to be erased once it was kept for as long as it was to be. */
export interface EraseRetained {
  /** Names what is swept in the log, such as `cases past their retention`. */
  name: string;
  log: Log;
  until: Date;
  /** Those that a read model takes for such. */
  retained(asked: RetainedAsked): Promise<readonly Retained[]>;
  /** Erases one, unless its stream says otherwise: false then. */
  erase(id: string): Promise<boolean>;
  stopping?: AbortSignal | undefined;
}

/** Erases them, of each tenant in turn. One that is broken keeps no other waiting. Says how many were erased. */
export async function eraseRetained({ name, log, stopping, until, ...swept }: EraseRetained): Promise<number> {
  const lookedAt = new Set<string>();
  let erased = 0;
  await sweep<Retained>({
    ...{ name, log, stopping },
    idOf: ({ id }) => id,
    async next() {
      if (erased >= MOST_ERASED || lookedAt.size >= MOST_LOOKED_AT) return [];
      const limit = Math.min(AT_ONCE, MOST_ERASED - erased);
      // The read model may not show yet what was erased, and what is broken is for the next sweep.
      const found = await swept.retained({ until, limit, except: [...lookedAt] });
      for (const { id } of found) lookedAt.add(id);
      return found;
    },
    async work({ id }) {
      if (await swept.erase(id)) erased += 1;
    },
  });
  return erased;
}
