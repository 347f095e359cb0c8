import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Knex } from 'knex';
import type { Measured } from './sample.js';

/** Events that are read at once. */
const PAGE = 2_000;

/** The facts that something was erased: its stream explains no file any more. */
const ERASURES = ['CaseErased', 'ExecutionErased', 'WebhookErased'];

/** Keys of files that no event of something names which is there still; and reports of what is not. */
export async function unexplainedFiles({ dataDir, knex }: Pick<Measured, 'dataDir' | 'knex'>): Promise<string[]> {
  const names = await readdir(join(dataDir, 'blobs'), { recursive: true });
  const keys = names.filter((name) => name.endsWith('~')).map((name) => name.slice(0, -1));
  const explained = await namedBy(knex, await erasedStreams(knex));
  return keys.filter((key) => {
    const [kind, subject = ''] = key.split('/');
    return !explained.has(kind === 'reports' ? subject : key);
  });
}

async function erasedStreams(knex: Knex): Promise<ReadonlySet<string>> {
  return new Set(await knex('events').whereIn('type', ERASURES).pluck<string[]>('stream'));
}

/** Everything that looks like a key or the name of a stream in the events of streams that were not erased. */
async function namedBy(knex: Knex, erased: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const named = new Set<string>();
  let after = 0;
  for (;;) {
    const { rows } = await knex.raw<{ rows: { position: number; stream: string; data: string }[] }>(
      'select position::int, stream, data::text as data from events where position > ? order by position limit ?',
      [after, PAGE],
    );
    if (rows.length === 0) return named;
    for (const { stream, data } of rows) {
      if (erased.has(stream)) continue;
      named.add(stream);
      for (const [key] of data.matchAll(/[\w.-]+(\/[\w.-]+)*/g)) named.add(key);
    }
    after = rows.at(-1)!.position;
  }
}
