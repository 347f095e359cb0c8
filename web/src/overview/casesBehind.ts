import { clauseOf } from '../discover/searchBody.js';
import type { DiscoverSearch } from '../discover/discoverSearch.js';
import type { OverviewSearch } from './overviewSearch.js';

/** What a figure counts: those of some days, narrowed further by clauses. */
export interface Behind {
  /** `YYYY-MM-DD`, UTC, both in it. */
  first: string;
  last: string;
  narrowed: Omit<OverviewSearch, 'days'>;
}

/** Where the cases stand that a figure counts: neither trials nor replays. */
export const casesBehind = (
  { first, last, narrowed: { goal, document_type } }: Behind,
  ...clauses: string[]
): DiscoverSearch => ({
  kind: 'cases',
  filters: [
    ...['mode: live', 'not replay_of: *'],
    ...(goal === undefined ? [] : [clauseOf('goal', goal)]),
    ...(document_type === undefined ? [] : [clauseOf('document_types', document_type)]),
    ...clauses,
  ],
  from: `${first}T00:00:00.000Z`,
  to: `${last}T23:59:59.999Z`,
});

/** Where the documents stand in which a field was corrected. */
export const documentsCorrected = (
  { first, last }: Behind,
  { document_type, field }: { document_type: string; field: string },
): DiscoverSearch => ({
  kind: 'documents',
  filters: [clauseOf('document_type', document_type), clauseOf('corrections.field', field)],
  columns: ['created_at', 'document_type', 'filename', `extracted.${field}`],
  from: `${first}T00:00:00.000Z`,
  to: `${last}T23:59:59.999Z`,
});
