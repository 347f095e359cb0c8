import { createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { v7 as newId } from 'uuid';
import type { Clock } from '../../../platform/clock.js';
import type { Database } from '../../../platform/database/database.js';
import { prepared } from '../../../platform/database/prepared.js';
import { within } from '../../../platform/within.js';
import type { Mode } from '../../../domain/core/mode.js';
import type { Caller, Person } from '../access/caller.js';

/** So long a session lasts without a request (OWASP Session Management Cheat Sheet: 15 to 30 minutes for what is at low risk). */
const IDLE_MS = 30 * 60_000;

/** So long it lasts in all: a day of work. */
const ABSOLUTE_MS = 12 * 60 * 60_000;

/** A token older than this is replaced when the page asks for its session. */
const ROTATE_AFTER_MS = 10 * 60_000;

/** So long the token before is good too: for the requests that were under way with it. */
const OVERLAP_MS = 60_000;

/** When a session was last used is known to so much. */
const SEEN_EVERY_MS = 60_000;

/** Most sessions that stand for one key, or one person: the one used least ends for the next. */
const MOST_PER_HOLDER = 100;

/** Ended sessions that a new one clears away at most. */
const CLEARED_AT_ONCE = 500;

/** Longer the database is not waited for. */
const ASKED_WITHIN_MS = 5_000;

/** Tokens that a process remembers to have seen good. */
const REMEMBERED_TOKENS = 10_000;

/** A browser that stands for a key, or for a person. */
export interface Session extends Caller {
  session_id: string;
  mode: Mode;
  /** When it ends at the latest. */
  ends_at: Date;
}

/** Whom a session stands for: a key, or a person. */
export type Holder = Pick<Session, 'tenant_id' | 'scopes' | 'mode'> &
  ({ key_id: string; person?: undefined } | { key_id?: undefined; person: Person });

/** A session with its token, which is known to nobody but the browser. */
export interface OpenedSession {
  token: string;
  session: Session;
}

/** Sessions of the console, in the database, for all processes. Whether the key of one is still good is asked elsewhere, with every request. */
export interface Sessions {
  /** Begins one. */
  begin(holder: Holder): Promise<OpenedSession>;
  /** The session of a token, and a new token where it is time for one; undefined where it is none, or has ended. @throws TookTooLong */
  resume(token: string): Promise<(OpenedSession & { isNew: boolean }) | undefined>;
  /** The session of a token; undefined where it is none, or has ended. @throws TookTooLong */
  find(token: string): Promise<Session | undefined>;
  /** Ends the session of a token, where it is one. */
  end(token: string): Promise<void>;
  /** Whether this process has seen a token good, and no end of it since: a hint, for who gets which place. */
  knows(token: string): boolean;
}

interface SessionRow extends Pick<Session, 'session_id' | 'tenant_id' | 'scopes' | 'mode'> {
  key_id: string | null;
  subject: string | null;
  person_name: string | null;
  created_at: Date;
  seen_at: Date;
  rotated_at: Date;
  is_current: boolean;
}

const COLUMNS =
  'id as session_id, key_id, subject, person_name, tenant_id, scopes, mode, created_at, seen_at, rotated_at';

/** Creates the sessions of a process. */
export function createSessions({ database, clock }: { database: Database; clock: Clock }): Sessions {
  const known = new LRUCache<string, true>({ max: REMEMBERED_TOKENS });
  const ask: Ask = async <Row>(sql: string, bindings: Parameters<typeof prepared>[2]): Promise<Row[]> =>
    (await within(ASKED_WITHIN_MS, prepared<Row>(database.knex, sql, bindings))).rows;
  const before = (ms: number): Date => new Date(clock().getTime() - ms);

  const findRow = rowFinder({ ask, before, clock, known });

  return {
    async begin(holder) {
      const token = newToken();
      const now = clock();
      const session_id = newId();
      await ask(CLEAR, [before(IDLE_MS), before(ABSOLUTE_MS), CLEARED_AT_ONCE]);
      await ask(
        `insert into console_sessions
           (id, token_hash, rotated_at, key_id, subject, person_name, tenant_id, scopes, mode, created_at, seen_at)
         values (?, ?, ?, ?, ?, ?, ?, ?::text[], ?, ?, ?)`,
        [
          ...[session_id, hashOf(token), now, holder.key_id ?? null],
          ...[holder.person?.subject ?? null, holder.person?.name ?? null, holder.tenant_id],
          ...[[...holder.scopes], holder.mode, now, now],
        ],
      );
      await ask(END_OVER_MOST, [holder.key_id ?? null, holder.person?.subject ?? null, MOST_PER_HOLDER]);
      return { token, session: { ...holder, session_id, ends_at: endOf(now) } };
    },

    async resume(token) {
      const row = await findRow(token);
      if (!row) return undefined;
      const session = sessionOf(row);
      if (!row.is_current || row.rotated_at > before(ROTATE_AFTER_MS)) return { token, session, isNew: false };
      const next = newToken();
      const rotated = await ask(
        `update console_sessions set token_hash = ?, previous_hash = token_hash, rotated_at = ?
         where id = ? and token_hash = ? returning id`,
        [hashOf(next), clock(), row.session_id, hashOf(token)],
      );
      // Of two pages that ask at once one gets the new token, and both the cookie.
      return rotated.length === 1 ? { token: next, session, isNew: true } : { token, session, isNew: false };
    },

    async find(token) {
      const row = await findRow(token);
      return row && sessionOf(row);
    },

    async end(token) {
      const hash = hashOf(token);
      known.delete(digestOf(hash));
      await ask('delete from console_sessions where token_hash = ? or previous_hash = ?', [hash, hash]);
    },

    knows: (token) => known.has(digestOf(hashOf(token))),
  };
}

type Ask = <Row>(sql: string, bindings: Parameters<typeof prepared>[2]) => Promise<Row[]>;

/** Whether a session has not ended: neither by its person nor by time. Asking does not keep it going. @throws TookTooLong */
export async function sessionLasts(
  { database, clock }: { database: Pick<Database, 'knex'>; clock: Clock },
  session_id: string,
): Promise<boolean> {
  const before = (ms: number): Date => new Date(clock().getTime() - ms);
  const asked = prepared(
    database.knex,
    'select id from console_sessions where id = ? and seen_at > ? and created_at > ?',
    [session_id, before(IDLE_MS), before(ABSOLUTE_MS)],
  );
  return (await within(ASKED_WITHIN_MS, asked)).rows.length > 0;
}

/** Finds the row of a token where its session has not ended, and notes that it was used. */
function rowFinder({
  ask,
  before,
  clock,
  known,
}: {
  ask: Ask;
  before: (ms: number) => Date;
  clock: Clock;
  known: LRUCache<string, true>;
}) {
  return async (token: string): Promise<SessionRow | undefined> => {
    const hash = hashOf(token);
    const [row] = await ask<SessionRow>(
      `select ${COLUMNS}, token_hash = ? as is_current from console_sessions
       where (token_hash = ? or (previous_hash = ? and rotated_at > ?)) and seen_at > ? and created_at > ?`,
      [hash, hash, hash, before(OVERLAP_MS), before(IDLE_MS), before(ABSOLUTE_MS)],
    );
    if (!row) {
      known.delete(digestOf(hash));
      return undefined;
    }
    known.set(digestOf(hash), true);
    if (row.seen_at < before(SEEN_EVERY_MS)) {
      await ask('update console_sessions set seen_at = greatest(seen_at, ?) where id = ?', [clock(), row.session_id]);
    }
    return row;
  };
}

const CLEAR = `
with ended as (
  delete from console_sessions where id in (
    select id from console_sessions where seen_at <= ? or created_at <= ? limit ? for update skip locked
  ) returning id
), windows as (
  delete from rate_windows where tenant_id in (select 'session:' || id from ended)
)
delete from rate_hits where tenant_id in (select 'session:' || id from ended)`;

const END_OVER_MOST = `
delete from console_sessions where id in (
  select id from console_sessions where key_id = ? or subject = ? order by seen_at desc, id desc offset ? for update skip locked
)`;

const newToken = (): string => randomBytes(32).toString('base64url');

/** Of 256 bits by chance: nothing is gained by a slow hash. */
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

const digestOf = (hash: Buffer): string => hash.toString('base64');

const endOf = (begun: Date): Date => new Date(begun.getTime() + ABSOLUTE_MS);

const sessionOf = ({
  session_id,
  key_id,
  subject,
  person_name,
  tenant_id,
  scopes,
  mode,
  created_at,
}: SessionRow): Session => ({
  ...{ session_id, tenant_id, scopes, mode, ends_at: endOf(created_at) },
  ...(key_id !== null && { key_id }),
  ...(subject !== null && { person: { subject, name: person_name ?? subject } }),
});
