import type { Knex } from 'knex';
import type { Looked } from './postgresCounts.js';
import type { Sql } from './postgresConditions.js';
import { fieldName } from './searchable.js';
import type { Hit, HitsAsked, SortKey, SortValues, Source } from './search.js';

/** A column by which rows are ordered. */
interface Ordered extends Sql {
  order: SortKey['order'];
  type: 'text' | 'float8';
  /** Whether some rows have nothing there. */
  sparse: boolean;
}

/** The things of a page in their order, and one more where there are more. */
export async function hitsOf(knex: Knex, { from, found }: Looked, asked: HitsAsked): Promise<Hit[]> {
  const { sort, after, limit } = asked;
  const columns = sort.length === 0 ? NEWEST : [...sort.flatMap(columnsOf), idIn(sort[0]?.order ?? 'desc')];
  const named = columns.map(({ text }, index) => `${text} as s${index}`);
  const order = columns.map((column, index) => `s${index} ${column.order}${column.sparse ? ' nulls last' : ''}`);
  const behind = after ? behindSql(columns, after) : { text: 'true', values: [] };
  // Ordering by the names of the columns lets the index of times serve those that are columns of the table.
  const { rows } = await knex.raw<{ rows: { id: string; source: Source; sort: SortValues }[] }>(
    `select id, source, json_build_array(${columns.map((_column, index) => `s${index}`).join(', ')}) as sort
     from (select id, source, ${named.join(', ')} from ${from} where ${found.text}) as found
     where ${behind.text} order by ${order.join(', ')} limit ?`,
    [...columns.flatMap(({ values }) => values), ...found.values, ...behind.values, limit + 1] as never,
  );
  return rows;
}

const idIn = (order: SortKey['order']): Ordered => ({ text: 'id', values: [], order, type: 'text', sparse: false });

const NEWEST: readonly Ordered[] = [
  { text: 'at', values: [], order: 'desc', type: 'text', sparse: false },
  idIn('desc'),
];

/** The first number and the first text of a field. */
function columnsOf({ field, order }: SortKey): Ordered[] {
  const first = order === 'asc' ? 'min' : 'max';
  const name = fieldName(field);
  return [
    {
      text: `(select ${first}((number #>> '{}')::float8) from jsonb_path_query(fields -> ?, '$.n[*]') as number)`,
      ...{ values: [name], order, type: 'float8', sparse: true },
    },
    {
      text: `(select ${first}(value collate "C") from jsonb_array_elements_text(coalesce(fields -> ? -> 'v', '[]')) as value)`,
      ...{ values: [name], order, type: 'text', sparse: true },
    },
  ];
}

/** What stands behind a place in the order; what is missing stands last. */
function behindSql(columns: readonly Ordered[], after: SortValues): Sql {
  const parts = columns.flatMap((_column, at): Sql[] => {
    const own = behindOne(columns[at]!, `s${at}`, after[at] ?? null);
    if (!own) return [];
    const same = columns.slice(0, at).map(({ type }, index): Sql => {
      const value = after[index] ?? null;
      return value === null
        ? { text: `s${index} is null`, values: [] }
        : { text: `s${index} = ?::${type}`, values: [value] };
    });
    const all = [...same, own];
    return [{ text: `(${all.map(({ text }) => text).join(' and ')})`, values: all.flatMap(({ values }) => values) }];
  });
  return { text: `(${parts.map(({ text }) => text).join(' or ')})`, values: parts.flatMap(({ values }) => values) };
}

function behindOne({ order, type }: Ordered, column: string, value: string | number | null): Sql | undefined {
  if (value === null) return undefined;
  const sign = order === 'asc' ? '>' : '<';
  const collated = type === 'text' ? `${column} collate "C"` : column;
  return { text: `(${collated} ${sign} ?::${type} or ${column} is null)`, values: [value] };
}
