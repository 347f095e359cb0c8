import { stringify } from 'csv-stringify/sync';

/** Begins what spreadsheets take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** A number as it is written: no formula, whatever its sign. */
const PLAIN_NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

/**
 * A value in a cell: a text that a spreadsheet would run as a formula has a `'` before it, null is empty, and what is more than a
 * text or a number is JSON.
 */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  return FORMULA.test(value) && !PLAIN_NUMBER.test(value) ? `'${value}` : value;
}

/** Rows of values as lines of CSV (RFC 4180). */
export const csvLines = (rows: readonly (readonly unknown[])[]): string =>
  stringify(
    rows.map((row) => row.map(csvCell)),
    { record_delimiter: '\r\n' },
  );
