import { randomUUID } from 'node:crypto';
import type { Database } from '../src/platform/database/database.js';
import { percentile, type Benchmark, type Figure } from './figure.js';
import { issueKey, openScratchService, revokeKey } from './scratchService.js';

const ROUNDS = 7;
const PER_ROUND = 400;

/** Commands against the insert of one row. Both are on disk when they are answered. */
export const benchAppend: Benchmark = async (workshop) => {
  const { database, handler } = await openScratchService(workshop);
  const insert = await bareInsert(database);
  const figures: Figure[] = [];
  for (const writers of [1, 8]) {
    const rates: Record<'insert' | 'issue' | 'revoke', number[]> = { insert: [], issue: [], revoke: [] };
    for (let round = 0; round < ROUNDS; round++) {
      const keys: string[] = [];
      rates.insert.push(await rate(writers, insert));
      rates.issue.push(await rate(writers, async () => keys.push((await issueKey(handler)).key_id)));
      rates.revoke.push(await rate(writers, () => revokeKey(handler, keys.pop() ?? '')));
    }
    const by = writers === 1 ? '1 writer' : `${writers} writers`;
    const common = { unit: '/s', baseline: { name: 'bare inserts', value: percentile(rates.insert, 50) } };
    figures.push(
      {
        ...common,
        name: `commands that start a stream, ${by}`,
        value: percentile(rates.issue, 50),
        aim: { of: 'ratio', at: 'least', is: 0.6 },
      },
      { ...common, name: `commands that read their stream first, ${by}`, value: percentile(rates.revoke, 50) },
    );
  }
  return figures;
};

async function bareInsert({ knex }: Database): Promise<() => Promise<unknown>> {
  await knex.raw(`create table bench_rows (
    position bigserial primary key, stream text, revision bigint, id uuid, type text, data json, metadata json)`);
  const json = JSON.stringify({ text: 'x'.repeat(250) });
  return () =>
    knex.raw('insert into bench_rows (stream, revision, id, type, data, metadata) values (?, ?, ?, ?, ?, ?)', [
      ...['bench', 0, randomUUID(), 'RowInserted', json, json],
    ]);
}

/** Operations per second when so many workers do them one after the other. */
async function rate(workers: number, operation: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  let left = PER_ROUND;
  const work = async (): Promise<void> => {
    while (left-- > 0) await operation();
  };
  await Promise.all(Array.from({ length: workers }, work));
  return (PER_ROUND * 1000) / (performance.now() - started);
}
