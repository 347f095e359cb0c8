import type { AuditQueries } from '../audit/auditProjection.js';
import type { CreatedWithin, Facets, FacetsWanted } from './facets.js';
import type { AsOf } from './asOf.js';
import { MOST_LOOKED_AT, rowsAsOf } from './rowsAsOf.js';

/** Fewest and most things that are looked at before it is asked whether the page is full. */
const BATCH = { fewest: 10, most: 100 } as const;

/** What the clock of the service may be ahead of that of the store, in milliseconds: things say by the one when they began, and events by the other. */
const CLOCKS_DIFFER_MS = 60_000;

/** A page of a list of the past. */
export interface PastPage<Candidate, Row> {
  rows: Row[];
  /** Behind what the list goes on; undefined where it ends. It may go on behind a page that is not full, or has nothing. */
  next?: Candidate | undefined;
}

/** Of what a page is made. */
export interface PageAsked<Candidate, Row> {
  /** Things that may belong on it, in the order of the list, `limit` of them behind `after`. */
  candidates(limit: number, after: Candidate | undefined): Promise<Candidate[]>;
  keyOf(candidate: Candidate): string;
  /** One of them as it was, undefined where it was not there or is none of those that are asked for. */
  find(key: string): Promise<Row | undefined>;
  limit: number;
  after?: Candidate | undefined;
}

/**
 * A page of a list as of a moment: candidates as the list has them today, each as it was, which alone says whether it belongs there. At most
 * `MOST_LOOKED_AT` are looked at; where that does not fill the page, it ends, and the list goes on behind the last that was looked at.
 * @throws what `candidates` and `find` throw
 */
export async function pageAsOf<Candidate, Row>(asked: PageAsked<Candidate, Row>): Promise<PastPage<Candidate, Row>> {
  const { limit, keyOf } = asked;
  const found: { candidate: Candidate; row: Row }[] = [];
  let { after } = asked;
  for (let looked = 0; looked < MOST_LOOKED_AT;) {
    const fitting = Math.min(Math.max(limit + 1 - found.length, BATCH.fewest), BATCH.most);
    const wanted = Math.min(fitting, MOST_LOOKED_AT - looked);
    const batch = await asked.candidates(wanted, after);
    const byKey = new Map(batch.map((candidate) => [keyOf(candidate), candidate]));
    found.push(
      ...(await rowsAsOf(byKey.keys(), async (key) => {
        const [candidate, row] = [byKey.get(key), await asked.find(key)];
        return candidate !== undefined && row !== undefined ? { candidate, row } : undefined;
      })),
    );
    const rows = found.slice(0, limit).map(({ row }) => row);
    // One more than fits says that the list goes on.
    if (found.length > limit) return { rows, next: found[limit - 1]?.candidate };
    if (batch.length < wanted) return { rows };
    looked += batch.length;
    after = batch.at(-1);
  }
  return { rows: found.map(({ row }) => row), next: after };
}

/**
 * Until when what was there by a moment can say that it began, as ISO 8601; undefined where nobody knows, and all may have been there. It only
 * spares looking: the events of each thing say whether it was there.
 */
export async function begunBy(trail: Pick<AuditQueries, 'timeOf'>, asOf: AsOf): Promise<string | undefined> {
  const time = 'time' in asOf ? asOf.time : await trail.timeOf(asOf.position);
  return time === undefined ? undefined : new Date(Date.parse(time) + CLOCKS_DIFFER_MS).toISOString();
}

/** The narrower of what is asked for and of what can have been there. */
export const within = ({ created_from, created_to }: CreatedWithin, until: string | undefined): CreatedWithin => ({
  created_from,
  created_to: created_to !== undefined && until !== undefined && until < created_to ? until : (created_to ?? until),
});

/** Whether what a row is found by has what is wanted, as it was; metadata never change, so that the database has looked at them. */
export function hasFacets(facets: Facets | null, { document_type, reason }: FacetsWanted): boolean {
  const has = (values: readonly string[] | undefined, wanted: string | undefined): boolean =>
    wanted === undefined || (values?.includes(wanted) ?? false);
  return has(facets?.document_type, document_type) && has(facets?.reason, reason);
}
