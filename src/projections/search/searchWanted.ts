import { DomainError } from '../../domain/core/decider.js';
import { type Condition, EVERYTHING } from '../../platform/search/condition.js';
import { momentNamed } from '../../platform/search/kql/dateMath.js';
import type { Kql } from '../../platform/search/kql/kql.js';
import { countTerms, kqlCondition } from '../../platform/search/kql/kqlCondition.js';
import { QueryUnreadable, readKql } from '../../platform/search/kql/readKql.js';
import type { Interval, SearchKind, SortKey } from '../../platform/search/search.js';
import { fieldName } from '../../platform/search/searchable.js';

/** A time that things lie in; both ends are in it. */
export interface TimeWanted {
  field: string;
  from?: string | undefined;
  to?: string | undefined;
}

/** What is looked for, in the words of whoever asks. */
export interface Wanted {
  /** Every tenant's when left out. */
  tenant_id?: string | undefined;
  kind: SearchKind;
  /** In the query language; empty is all. */
  query: string;
  /** Queries that hold besides. */
  filters: readonly string[];
  time?: TimeWanted | undefined;
  /** Leaves out what came later than this: `true` is now. */
  pit?: boolean | string | undefined;
}

/** What is asked of what is looked for. */
export interface SearchWanted extends Wanted {
  columns?: readonly string[] | undefined;
  sort: readonly SortKey[];
  limit: number;
  /** What was `next` of the page before. */
  search_after?: readonly unknown[] | undefined;
  highlight: boolean;
  facets: readonly string[];
  histogram?: { field: string; interval: Interval } | undefined;
  percentiles: readonly string[];
}

/** The field that says when a thing of a kind began. */
export const TIME_FIELD: { readonly [Kind in SearchKind]: string } = {
  documents: 'created_at',
  cases: 'created_at',
  events: 'at',
};

/** The field that has the id of a thing of a kind. */
export const ID_FIELD: { readonly [Kind in SearchKind]: string } = {
  documents: 'doc_id',
  cases: 'session_id',
  events: 'event_id',
};

const LONGEST_QUERY = 10_000;
const MOST_TERMS = 500;

/** What is looked for, as a condition. */
export interface ConditionWanted {
  /** All of it. */
  where: Condition;
  /** The query alone, without what narrows it: what is shown as found. */
  query: Condition;
  /** The point in time that it is of. */
  pit: string | undefined;
}

/** The condition that all of it is. @throws DomainError `invalid`, which says where a query is wrong */
export function conditionWanted(wanted: Wanted, now: Date): ConditionWanted {
  const queries = [
    { name: '`query`', text: wanted.query },
    ...wanted.filters.map((text, index) => ({ name: `\`filters\`, entry ${index + 1},`, text })),
  ];
  if (queries.reduce((sum, { text }) => sum + text.length, 0) > LONGEST_QUERY) {
    const detail = `The fields \`query\` and \`filters\` must have at most ${LONGEST_QUERY} characters together`;
    throw new DomainError('invalid', detail);
  }
  let terms = 0;
  const of = queries.map(({ name, text }) => {
    const read = readQuery(name, text);
    terms += countTerms(read);
    if (terms > MOST_TERMS)
      throw new DomainError('invalid', `The field ${name} asks for more than ${MOST_TERMS} values`);
    return kqlCondition(read, now);
  });
  const at = wanted.pit === undefined || wanted.pit === false ? undefined : pointInTime(wanted.pit, now);
  const asOf: Condition[] =
    at === undefined ? [] : [{ is: 'compare', field: TIME_FIELD[wanted.kind], by: '<=', as: 'moment', value: at }];
  return {
    where: { is: 'and', of: [...of, ...asOf, ...within(wanted.time, now)] },
    query: of[0] ?? EVERYTHING,
    pit: at && tokenOf(at),
  };
}

/** Most values of a query that is explained: each is looked for in each value of the thing, which holds up what else the process does. */
const MOST_EXPLAINED = 100;

/** A query that is to be explained. @throws DomainError `invalid`, which says where it is wrong */
export function explainedQuery(text: string): Kql {
  if (text.length > LONGEST_QUERY) {
    throw new DomainError('invalid', `The field \`query\` must have at most ${LONGEST_QUERY} characters`);
  }
  const read = readQuery('`query`', text);
  if (countTerms(read) > MOST_EXPLAINED) {
    const detail = `The field \`query\` asks for more than ${MOST_EXPLAINED} values, which is too much to be explained`;
    throw new DomainError('invalid', detail);
  }
  return read;
}

const readQuery = (name: string, text: string): Kql => readable(name, () => readKql(text));

/** What is read of a query. @param name What it is called where it cannot be read @throws DomainError `invalid`, which says where it is wrong */
export function readable<Read>(name: string, read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof QueryUnreadable)) throw error;
    throw new DomainError('invalid', `The field ${name} cannot be read ${error.message}`);
  }
}

function within(time: TimeWanted | undefined, now: Date): Condition[] {
  if (!time) return [];
  const ends = [
    { name: 'from', said: time.from, by: '>=' as const },
    { name: 'to', said: time.to, by: '<=' as const },
  ];
  return ends.flatMap(({ name, said, by }) => {
    if (said === undefined) return [];
    const value = momentNamed(said, now, { end: by === '<=' });
    if (value === undefined) {
      throw new DomainError(
        'invalid',
        `The field \`time.${name}\` must be a day, a time with its zone or date maths such as now-7d/d`,
      );
    }
    return [{ is: 'compare', field: fieldName(time.field), by, as: 'moment', value }];
  });
}

const tokenOf = (at: string): string => Buffer.from(at).toString('base64url');

function pointInTime(pit: true | string, now: Date): string {
  if (pit === true) return now.toISOString();
  const at = Buffer.from(pit, 'base64url').toString();
  if (momentNamed(at, now, { end: false }) !== at) {
    throw new DomainError('invalid', 'The field `pit` must be true, or what an answer had as its `pit`');
  }
  return at;
}
