import { reportKeys } from '../../src/commands/cases/reportKeys.js';
import type { Stores } from '../../src/start/stores.js';
import { dumpTables } from '../acceptance/support/tables.js';
import { textOfIndexes, type Indexes } from './searchProofs.js';

/** What there is of what was erased, by looking everywhere. */
export interface Erasures {
  /** Whose data key is gone, with the files that its events name, and those of its report. Unfinished: something is left to be done. */
  subjects: readonly { subject: string; unfinished: boolean; named: readonly string[] }[];
  /** Keys of all files that are stored. */
  files: readonly string[];
  /** All rows of the database as text, by table, and all that the search index has. */
  tables: ReadonlyMap<string, string>;
}

/** Looks for it. Nothing may be under way; and before files are swept, which would hide those that an erasure has left. */
export async function lookForErased(
  { database, eventStore, blobs }: Pick<Stores, 'database' | 'eventStore' | 'blobs'>,
  indexes: Indexes | undefined,
): Promise<Erasures> {
  const gone = await database
    .knex('subject_keys')
    .whereNotNull('erased_at')
    .select<{ subject: string; erasure: unknown }[]>('subject', 'erasure');
  const subjects = gone.map(async ({ subject, erasure }) => {
    const named = reportKeys(subject);
    for await (const { data } of eventStore.readStream(subject))
      named.push(...[...JSON.stringify(data).matchAll(/"key":"([^"]+)"/g)].map(([, key]) => key!));
    return { subject, unfinished: erasure !== null, named };
  });
  const files: string[] = [];
  for await (const page of blobs.list()) files.push(...page.blobs.map(({ key }) => key));
  const tables = new Map([...(await dumpTables(database.url)), ...(indexes ? await textOfIndexes(indexes) : [])]);
  return { subjects: await Promise.all(subjects), files, tables };
}
