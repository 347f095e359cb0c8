import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Knex } from 'knex';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { storableJson, type WriteRows } from './applyEvents.js';
import { REVISION, ROW_KEY } from './projection.js';

/** Rows that go over the connection in one piece. */
const ROWS_PER_PIECE = 100;

/**
 * Writes rows with COPY: Postgres takes each value as it is to stand in its column, and reads no JSON twice. What was there
 * of them is deleted first, which costs nothing to speak of in a table without indexes.
 */
export const copyRows: WriteRows = async (transaction, { columns }, name, { rows, stored }) => {
  if (stored.length > 0) await transaction.raw(`delete from ${name} where ${ROW_KEY} = any(?::text[])`, [[...stored]]);
  const types = Object.entries<string>({ [ROW_KEY]: 'text', [REVISION]: 'bigint', ...columns });
  const line = (row: { [column: string]: unknown }): string =>
    `${types.map(([column, type]) => fieldOf(row[column], type)).join('\t')}\n`;
  const pieces = function* (): Generator<string> {
    for (let at = 0; at < rows.length; at += ROWS_PER_PIECE)
      yield rows
        .slice(at, at + ROWS_PER_PIECE)
        .map(line)
        .join('');
  };
  const connection = (await (transaction.client as Knex.Client).acquireConnection()) as pg.Client;
  const names = types.map(([column]) => column).join(', ');
  await pipeline(Readable.from(pieces()), connection.query(copyFrom(`copy ${name} (${names}) from stdin`)));
};

/** A value in the text format of COPY (https://www.postgresql.org/docs/current/sql-copy.html, "Text Format"). */
function fieldOf(value: unknown, type: string): string {
  if (value === null || value === undefined) return '\\N';
  if (type.startsWith('json')) return escaped(storableJson(value));
  // Postgres refuses NUL in text; lone surrogates become U+FFFD with the encoding.
  return typeof value === 'string' ? escaped(value.replaceAll('\0', '\ufffd')) : escaped(storableJson(value));
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escaped = (text: string): string =>
  /[\\\n\r\t]/.test(text) ? text.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character] ?? character) : text;
