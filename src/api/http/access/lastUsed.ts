import type { ApiKeyQueries } from '../../../projections/apiKeys/apiKeysProjection.js';
import type { Log } from '../../../platform/log.js';

/** Notes when keys were used, behind the answers. */
export interface LastUsed {
  note(keyId: string, at: Date): void;
  /** Writes what was noted so far. Never fails: what cannot be written is logged and let go. */
  flush(): Promise<void>;
}

const WRITE_EVERY_MS = 1000;

/** Collects uses and writes them at most once a second, the latest use of each key only. */
export function createLastUsed(queries: Pick<ApiKeyQueries, 'recordUse'>, log: Log): LastUsed {
  let noted = new Map<string, Date>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const uses = noted;
    noted = new Map();
    if (uses.size > 0) {
      writing = writing
        .then(() => queries.recordUse(uses))
        .catch((error: unknown) => log.warn({ err: error }, 'When keys were last used could not be written'));
    }
    return writing;
  };

  return {
    note(keyId, at) {
      noted.set(keyId, at);
      timer ??= setTimeout(() => void flush(), WRITE_EVERY_MS).unref();
    },
    flush,
  };
}
