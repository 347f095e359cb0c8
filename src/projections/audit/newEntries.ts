import type { Database } from '../../platform/database/database.js';
import { asTheService } from '../../platform/database/onBehalfOf.js';
import type { Log } from '../../platform/log.js';
import { CHECKPOINT_CHANNEL } from '../core/checkpoints.js';
import type { AuditQueries } from './auditProjection.js';

/** Tells of new entries of the audit trail, whichever process wrote them. One per process, so that a thousand who wait cost one look. */
export interface NewEntries {
  /**
   * Calls back whenever there may be a new entry of a tenant, or of any where none is named; now and then where there is none. Nothing is called back while
   * the database cannot be listened to: who must not miss anything looks by themselves now and then.
   * @returns Ends it
   */
  onNew(tenant_id: string | undefined, wake: () => void): () => void;
}

/** What it stands on. */
export interface NewEntriesDeps {
  database: Pick<Database, 'listen'>;
  audit: Pick<AuditQueries, 'lastPosition' | 'tenantsSince'>;
  log: Log;
}

/** Entries that come within so many milliseconds are looked for together. */
const GATHERED_MS = 200;

/** Entries of one look: beyond as many everybody is woken. */
const MOST = 1_000;

interface Waiting {
  tenant_id: string | undefined;
  wake(): void;
}

/** What the checkpoints of all versions of the audit trail go by on the channel. */
const OF_AUDIT = 'audit_v';

/** Creates what tells of new entries. It listens from the first who waits on. */
export function createNewEntries({ database, audit, log }: NewEntriesDeps): NewEntries {
  const waiting = new Set<Waiting>();
  let timer: NodeJS.Timeout | undefined;
  let listening: Promise<unknown> | undefined;
  /** Up to here everybody was told; undefined while it is not known. */
  let told: string | undefined;

  const wakeAll = (): void => waiting.forEach(({ wake }) => wake());

  const look = async (): Promise<void> => {
    timer = undefined;
    if (waiting.size === 0) {
      told = undefined;
      return;
    }
    if (told === undefined) {
      told = (await audit.lastPosition(undefined)) ?? '0';
      return wakeAll();
    }
    const entries = await audit.tenantsSince({ position: told, limit: MOST });
    told = entries.at(-1)?.position ?? told;
    if (entries.length === MOST) return wakeAll();
    const tenants = new Set(entries.map(({ tenant_id }) => tenant_id));
    for (const { tenant_id, wake } of waiting) {
      if (tenant_id === undefined ? tenants.size > 0 : tenants.has(tenant_id)) wake();
    }
  };

  const lookSoon = (): void => {
    timer ??= setTimeout(() => {
      asTheService(look).catch((error: unknown) => {
        told = undefined;
        log.warn({ err: error }, 'it cannot be looked up what is new in the audit trail');
      });
    }, GATHERED_MS).unref();
  };

  const listen = (): void => {
    const onMoved = (payload: string | undefined): void => {
      if (payload === undefined || payload.startsWith(OF_AUDIT)) lookSoon();
    };
    listening ??= database.listen(CHECKPOINT_CHANNEL, onMoved).catch((error: unknown) => {
      listening = undefined;
      log.warn({ err: error }, 'new entries of the audit trail cannot be listened to');
    });
  };

  return {
    onNew(tenant_id, wake) {
      const one = { tenant_id, wake };
      waiting.add(one);
      listen();
      return () => void waiting.delete(one);
    },
  };
}
