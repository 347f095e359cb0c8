import { type GovernanceRun, readGovernanceConfig } from '../../domain/governance/index.js';
import type { SearchQueries } from '../../projections/search/searchQueries.js';
import { createPastThings, type PastThing, readThing } from '../search/pastThings.js';

/** The documents of a run, newest first. */
export interface GovernedDocuments {
  /** The next of them, each as a text that says where it stands, and which it is. Those that came after the run began are none of it. */
  next(run: DocumentsOf, after: string | null, limit: number): Promise<string[]>;
}

type DocumentsOf = Pick<GovernanceRun, 'tenant_id' | 'context_id' | 'config' | 'started_at'>;

const DAY_MS = 24 * 3600 * 1000;

/** Reads the name of a document. */
export const readDocument = (item: string): PastThing => readThing(item.slice(item.indexOf(' ') + 1));

const placeOf = (item: string): number => Number(item.slice(0, item.indexOf(' ')));

/** Documents by the search: page after page, each behind the last one of the page before. */
export function createGovernedDocuments(search: Pick<SearchQueries, 'search'>): GovernedDocuments {
  const things = createPastThings(search);
  return {
    async next({ tenant_id, context_id, config, started_at }, after, limit) {
      const { lookback_days, goal, limit: most = Infinity } = readGovernanceConfig(config);
      const before = after === null ? 0 : placeOf(after);
      const wanted = Math.min(limit, most - before);
      if (wanted <= 0) return [];
      const from = lookback_days && new Date(Date.parse(started_at) - lookback_days * DAY_MS).toISOString();
      const search = {
        ...{ kind: 'documents' as const, query: '' },
        filters: [
          ...[phrase('document_type', context_id), phrase('status', 'done')],
          ...(goal === undefined ? [] : [phrase('session_goal', goal)]),
        ],
        time: { field: 'created_at', to: started_at, ...(from && { from }) },
      };
      const behind = after === null ? null : after.slice(after.indexOf(' ') + 1);
      const found = await things.next(tenant_id, { search, at: started_at }, behind, wanted);
      return found.map((name, index) => `${before + index + 1} ${name}`);
    },
  };
}

/** A value as it stands: a type and a goal have no quotes. */
const phrase = (field: string, value: string): string => `${field}: "${value}"`;
