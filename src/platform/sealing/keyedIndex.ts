import type { Knex } from 'knex';
import type { Migration } from '../database/migrate.js';
import { prepared } from '../database/prepared.js';

/**
 * What is found again by keyed hashes. A row lives as long as the data key of its subject: whoever erases the subject, of whichever version,
 * deletes its rows in the same transaction, and none can come after. It is no read model: what is written counts at once, and no rebuild brings it back.
 */
export const keyedIndexMigrations: readonly Migration[] = [
  {
    name: 'keyed_index_001',
    up: async (knex) => {
      await knex.raw(`create table keyed_index (
        subject text not null references subject_keys on delete cascade,
        item text not null,
        hash bytea not null,
        space text not null,
        origin text not null,
        beside bytea,
        noted_at timestamptz not null default now(),
        primary key (subject, item, hash)
      )`);
      await knex.raw('create index on keyed_index (space, hash, noted_at desc)');
      await knex.raw(`create function forget_indexed() returns trigger language plpgsql as
        $$ begin delete from keyed_index where subject = new.subject; return null; end $$`);
      await knex.raw(`create trigger forget_indexed after update of erased_at on subject_keys
        for each row when (new.erased_at is not null) execute function forget_indexed()`);
    },
  },
  {
    name: 'keyed_index_002',
    // What differs beside a hash is found without a look at all that is alike.
    up: async (knex) => void (await knex.raw('create index on keyed_index (space, hash, beside)')),
  },
];

/** What is noted under a hash. */
export interface Noted {
  hash: Buffer;
  /** Another hash, to be told when the first is found; null where there is none. */
  beside: Buffer | null;
}

/** All that is noted of one thing. */
export interface NotedItem {
  /** Hashes are looked for in one space alone: never across tenants. */
  space: string;
  /** Whose data key it lives as long as: it has to have one. */
  subject: string;
  /** Which thing of the subject it is. */
  item: string;
  /** What the thing counts as part of: whoever looks for others leaves out its own. */
  origin: string;
  noted: readonly Noted[];
}

/** What was found under a hash. */
export interface FoundItem extends Noted {
  item: string;
  origin: string;
}

/** Things that are found again by keyed hashes. */
export interface KeyedIndex {
  /** Notes a thing, instead of what was noted of it before. Nothing where its subject is erased, or never had a key. */
  note(item: NotedItem): Promise<void>;
  /**
   * What of others is noted under these hashes, newest first: of each the `most` newest, and as many at least, up to twice as many, that have another hash
   * beside them than it is asked with. However many alike are noted, they do not hide one that is not.
   */
  find(wanted: {
    space: string;
    /** Left out are things of this origin. */
    except: string;
    asked: readonly Noted[];
    most: number;
  }): Promise<FoundItem[]>;
}

// The lock keeps an erasure waiting until the rows are there to be deleted, or waits for it and then finds no key.
const NOTE = `
with alive as (
  select subject from subject_keys where subject = ? and erased_at is null for share
), replaced as (
  delete from keyed_index using alive
  where keyed_index.subject = alive.subject and item = ? and hash <> all (?::bytea[])
)
insert into keyed_index (subject, item, space, origin, hash, beside)
select alive.subject, ?, ?, ?, noted.hash, noted.beside
from alive cross join unnest((select ?::bytea[]), (select ?::bytea[])) as noted (hash, beside)
on conflict (subject, item, hash) do update set beside = excluded.beside, space = excluded.space, origin = excluded.origin
where (keyed_index.beside, keyed_index.space, keyed_index.origin)
  is distinct from (excluded.beside, excluded.space, excluded.origin)`;

const UNDER_HASH = `
  select hash, beside, item, origin, noted_at from keyed_index
  where space = ? and keyed_index.hash = asked.hash and origin <> ?`;

const FIND = `
select found.hash, found.beside, found.item, found.origin
from unnest((select ?::bytea[]), (select ?::bytea[])) as asked (hash, beside) cross join lateral (
  (${UNDER_HASH} order by noted_at desc limit ?)
  union
  (${UNDER_HASH} and keyed_index.beside < asked.beside order by keyed_index.beside desc limit ?)
  union
  (${UNDER_HASH} and keyed_index.beside > asked.beside order by keyed_index.beside limit ?)
) as found
order by found.noted_at desc, found.item`;

/** Creates the index over a database that has its tables. */
export const createKeyedIndex = ({ knex }: { knex: Knex }): KeyedIndex => ({
  async note({ space, subject, item, origin, noted }) {
    const [hashes, beside] = arraysOf(noted);
    await prepared(knex, NOTE, [subject, item, hashes, item, space, origin, hashes, beside]);
  },

  async find({ space, except, asked, most }) {
    if (asked.length === 0) return [];
    const under = [space, except, most];
    return (await prepared<FoundItem>(knex, FIND, [...arraysOf(asked), ...under, ...under, ...under])).rows;
  },
});

/** As Postgres takes them. An array of bytes may hold nulls; the types of knex do not know it. */
const arraysOf = (noted: readonly Noted[]): [Buffer[], Buffer[]] => [
  noted.map(({ hash }) => hash),
  noted.map(({ beside }) => beside) as Buffer[],
];
