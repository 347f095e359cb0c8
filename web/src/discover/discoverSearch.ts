import { KINDS, RANGES, type Kind, type Range } from './kinds.js';

/** How wide a column can be made. */
export const WIDTHS = ['narrow', 'wide'] as const;

/** How wide a column is made. */
export type Width = (typeof WIDTHS)[number];

/** All that is shown, as the address says it: who is sent the address sees the same. */
export interface DiscoverSearch {
  kind: Kind;
  query?: string;
  /** Queries that hold besides. */
  filters?: string[];
  range?: Range;
  /** ISO times, in the place of a range in words. */
  from?: string;
  to?: string;
  columns?: string[];
  /** Columns that are narrow or wide; others are as wide as they need. */
  widths?: { [field: string]: Width };
  sort?: { field: string; order: 'asc' | 'desc' };
  /** Id of the row that is opened. */
  row?: string;
}

/** Reads it from an address: what is not understood is left out. */
export function readDiscoverSearch(search: Record<string, unknown>): DiscoverSearch {
  const { kind, query, filters, range, from, to, columns, widths, sort, row } = search;
  return {
    kind: isKeyOf(KINDS, kind) ? kind : 'documents',
    ...(isText(query) && { query }),
    ...(areTexts(filters) && { filters }),
    ...(isKeyOf(RANGES, range) && { range }),
    ...(isText(from) && { from }),
    ...(isText(to) && { to }),
    ...(areTexts(columns) && { columns }),
    ...(areWidths(widths) && { widths }),
    ...(isSort(sort) && { sort }),
    ...(isText(row) && { row }),
  };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const areTexts = (value: unknown): value is string[] => Array.isArray(value) && value.length > 0 && value.every(isText);
const isKeyOf = <Of extends object>(of: Of, value: unknown): value is keyof Of =>
  typeof value === 'string' && Object.hasOwn(of, value);

function isSort(value: unknown): value is NonNullable<DiscoverSearch['sort']> {
  if (typeof value !== 'object' || value === null) return false;
  const { field, order } = value as Record<string, unknown>;
  return isText(field) && (order === 'asc' || order === 'desc');
}

const areWidths = (value: unknown): value is NonNullable<DiscoverSearch['widths']> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((one) => WIDTHS.some((width) => width === one));
