import type { Condition } from './condition.js';
import { spacedWords } from './words.js';

/** A part of a statement, with the values for its question marks. */
export interface Sql {
  text: string;
  values: (string | number)[];
}

/** What a table has beside the columns that every searched one has. */
export interface OwnColumns {
  /** Fields that have a column of their name. */
  own: ReadonlySet<string>;
  /** The field of which `at` is the value. */
  time?: string;
}

/** Where a condition is asked: of the rows of a table, or of the objects in a list of one. */
interface Place extends OwnColumns {
  /** The JSON of fields. */
  fields: string;
  /** Whether there are the columns `terms`, `text` and `nested`, too. */
  ofRow: boolean;
}

const sql = (text: string, ...values: Sql['values']): Sql => ({ text, values });

/** The condition as a part of a statement over a table of searched things: true or false, never null. */
export const conditionSql = (condition: Condition, columns: OwnColumns): Sql =>
  compile(condition, { ...columns, fields: 'fields', ofRow: true });

function compile(condition: Condition, place: Place): Sql {
  switch (condition.is) {
    case 'and':
      return joined(condition.of, ' and ', 'true', place);
    case 'or':
      return joined(condition.of, ' or ', 'false', place);
    case 'not': {
      const { text, values } = compile(condition.of, place);
      return sql(`(not ${text})`, ...values);
    }
    case 'within': {
      if (!place.ofRow) return sql('false'); // a list in a list is not kept by itself
      const { text, values } = compile(condition.of, { own: new Set(), fields: 'one', ofRow: false });
      const list = `coalesce(nested -> ?, '[]')`;
      return sql(`exists (select from jsonb_array_elements(${list}) as one where ${text})`, condition.field, ...values);
    }
    case 'equal':
      if (!place.own.has(condition.field)) throw new TypeError(`The field ${condition.field} has no column`);
      return sql(`${condition.field} = ?`, condition.value);
    case 'contains':
      return place.ofRow ? sql('text like ?', `%${escapeLike(condition.text)}%`) : sql('false');
    case 'phrase':
      return phrase(condition, place);
    case 'pattern':
      return pattern(condition, place);
    case 'exists':
      return sql(`(${place.fields} -> ? -> 'v' is not null)`, condition.field);
    case 'compare':
      return compare(condition, place);
  }
}

type Of<Is extends Condition['is']> = Extract<Condition, { is: Is }>;

function joined(conditions: readonly Condition[], by: string, none: string, place: Place): Sql {
  if (conditions.length === 0) return sql(none);
  const parts = conditions.map((one) => compile(one, place));
  return sql(`(${parts.map(({ text }) => text).join(by)})`, ...parts.flatMap(({ values }) => values));
}

/** By the index of words first, which says for certain where there is one word alone. */
function phrase({ field, words, number }: Of<'phrase'>, place: Place): Sql {
  const terms = JSON.stringify(words.map((word) => `${field ?? ''}=${word}`));
  const inOrder = anyText(field, 't', sql('value like ?', `%${escapeLike(spacedWords(words))}%`), place);
  const said: Sql[] = [];
  if (!place.ofRow) said.push(inOrder);
  else if (words.length === 1) said.push(sql('terms @> ?::jsonb', terms));
  else said.push(sql(`(terms @> ?::jsonb and ${inOrder.text})`, terms, ...inOrder.values));
  if (number !== undefined) said.push(anyNumber(field, sql('value = ?::numeric', String(number)), place));
  return sql(`(${said.map(({ text }) => text).join(' or ')})`, ...said.flatMap(({ values }) => values));
}

function pattern({ field, pieces }: Of<'pattern'>, place: Place): Sql {
  const whole = anyText(field, 'v', sql('value like ?', pieces.map(escapeLike).join('%')), place);
  const inWord = ` ${pieces.map(escapePattern).join('[^ ]*')} `;
  const word = anyText(field, 't', sql('value ~ ?', inWord), place);
  return sql(`(${whole.text} or ${word.text})`, ...whole.values, ...word.values);
}

function compare(condition: Of<'compare'>, place: Place): Sql {
  const { field, by } = condition;
  if (condition.as === 'number') return anyNumber(field, sql(`value ${by} ?::numeric`, String(condition.value)), place);
  if (condition.as === 'moment' && field === place.time) return sql(`at ${by} ?`, condition.value);
  const form = condition.as === 'moment' ? 'd' : 'v';
  return anyText(field, form, sql(`value collate "C" ${by} ?`, condition.value), place);
}

/** That one of the values of a field, in one of its forms, is like that. */
function anyText(field: string | null, form: 't' | 'v' | 'd', { text, values }: Sql, { fields }: Place): Sql {
  return field === null
    ? sql(
        `exists (select from jsonb_each(${fields}) as each_field(path, held)
           cross join jsonb_array_elements_text(coalesce(held -> '${form}', '[]')) as value where ${text})`,
        ...values,
      )
    : sql(
        `exists (select from jsonb_array_elements_text(coalesce(${fields} -> ? -> '${form}', '[]')) as value where ${text})`,
        ...[field, ...values],
      );
}

function anyNumber(field: string | null, { text, values }: Sql, { fields }: Place): Sql {
  const from =
    field === null ? `jsonb_path_query(${fields}, '$.*.n[*]')` : `jsonb_path_query(${fields} -> ?, '$.n[*]')`;
  const own = field === null ? [] : [field];
  return sql(
    `exists (select from ${from} as found cross join lateral (select (found #>> '{}')::numeric as value) as number
    where ${text})`,
    ...own,
    ...values,
  );
}

/** A text as `like` takes it for itself. */
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A text as a pattern takes it for itself (https://www.postgresql.org/docs/current/functions-matching.html). */
const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
