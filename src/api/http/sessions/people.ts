import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../platform/clock.js';
import type { Database } from '../../../platform/database/database.js';
import { prepared } from '../../../platform/database/prepared.js';
import { within } from '../../../platform/within.js';
import type { Person } from '../access/caller.js';

/** Longer the database is not waited for. */
const ASKED_WITHIN_MS = 5_000;

/** Names that a process remembers, and for how long. */
const REMEMBERED = { max: 10_000, ttl: 60_000 };

/** Who has signed in with an account of their own: events name them by their subject alone, this says what they are called. */
export interface People {
  /** Notes what a person of a tenant is called now. @throws TookTooLong */
  note(tenant_id: string, person: Person): Promise<void>;
  /** What they are called, by subject, as far as they have signed in for a tenant that may be seen. @param tenant_id undefined for all @throws TookTooLong */
  namesOf(subjects: readonly string[], tenant_id: string | undefined): Promise<ReadonlyMap<string, string>>;
}

/** Creates it. */
export function createPeople({ database, clock }: { database: Database; clock: Clock }): People {
  const remembered = new LRUCache<string, string>(REMEMBERED);
  return {
    async note(tenant_id, { subject, name }) {
      const noted = prepared(
        database.knex,
        `insert into console_people (tenant_id, subject, name, seen_at) values (?, ?, ?, ?)
         on conflict (tenant_id, subject) do update set name = excluded.name, seen_at = excluded.seen_at`,
        [tenant_id, subject, name, clock()],
      );
      await within(ASKED_WITHIN_MS, noted);
    },

    async namesOf(subjects, tenant_id) {
      const keyOf = (subject: string): string => JSON.stringify([tenant_id ?? null, subject]);
      const unknown = [...new Set(subjects)].filter((subject) => !remembered.has(keyOf(subject)));
      if (unknown.length > 0) {
        // Somebody of the platform acts for tenants, too.
        const found = prepared<Required<Person>>(
          database.knex,
          `select subject, name from console_people
           where subject = any(?::text[]) and (?::text is null or tenant_id in ('', ?::text)) order by seen_at`,
          [unknown, tenant_id ?? null, tenant_id ?? null],
        );
        for (const { subject, name } of (await within(ASKED_WITHIN_MS, found)).rows)
          remembered.set(keyOf(subject), name);
      }
      return new Map(
        subjects.flatMap((subject) => {
          const name = remembered.get(keyOf(subject));
          return name === undefined ? [] : [[subject, name] as const];
        }),
      );
    },
  };
}
