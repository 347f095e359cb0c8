import DataLoader from 'dataloader';
import type { Knex } from 'knex';
import { ROW_KEY, type Projection } from './projection.js';

/** Finds a row of a read model by its key. */
export type FindRow<Row> = (key: string) => Promise<Row | undefined>;

const MOST_AT_ONCE = 100;

/** Rows that are asked for in the same turn of the event loop are read with one statement: the busier, the cheaper. */
export function createRowFinder<Row extends object>(
  knex: Knex,
  { table }: Pick<Projection<Row>, 'table'>,
): FindRow<Row> {
  const columns = [ROW_KEY, ...Object.keys(table.columns)].join(', ');
  const statement = `select ${columns} from ${table.name} where ${ROW_KEY} = any(?::text[])`;
  const findAll = async (keys: readonly string[]): Promise<(Row | undefined)[]> => {
    const { rows } = await knex.raw<{ rows: (Row & { [ROW_KEY]: string })[] }>(statement, [[...keys]]);
    const found = new Map<string, Row>(rows.map(({ [ROW_KEY]: key, ...row }) => [key, row as Row]));
    return keys.map((key) => found.get(key));
  };
  const loader = new DataLoader(findAll, { cache: false, maxBatchSize: MOST_AT_ONCE, batchScheduleFn: setImmediate });
  return (key) => loader.load(key);
}
