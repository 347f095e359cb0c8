import { bareInsert } from './bareInsert.js';
import { percentile, type Benchmark, type Figure } from './figure.js';
import { perSecond } from './perSecond.js';
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
      rates.insert.push(await perSecond(PER_ROUND, writers, insert));
      rates.issue.push(await perSecond(PER_ROUND, writers, async () => keys.push((await issueKey(handler)).key_id)));
      rates.revoke.push(await perSecond(PER_ROUND, writers, () => revokeKey(handler, keys.pop() ?? '')));
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
