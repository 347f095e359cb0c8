import { applyToCase, type Case, caseStream } from '../../domain/cases/case.js';
import type { CaseEvent } from '../../domain/cases/caseEvents.js';
import { declareProjection, declareTable } from '../core/projection.js';
import type { ReadModels } from '../core/readModels.js';

const casesTable = declareTable<Case, CaseEvent>({
  name: 'cases',
  columns: {
    session_id: 'text collate "C" not null',
    tenant_id: 'text not null',
    goal: 'text not null',
    client_reference_id: 'text',
    status: 'text not null',
    agent: 'json not null',
    documents: 'json not null',
    unread: 'integer not null',
    extractions: 'json not null',
    progress: 'json not null',
    result: 'json',
    messages: 'json not null',
    replay_of: 'text collate "C"',
    comparison: 'json',
    erased: 'boolean not null',
    created_at: 'text collate "C" not null',
    updated_at: 'text collate "C" not null',
  },
  indexes: [
    '(tenant_id, created_at desc, session_id desc)',
    '(created_at desc, session_id desc)',
    '(client_reference_id, tenant_id)',
    '(replay_of) where replay_of is not null',
    `(updated_at) where status = 'collecting'`,
    `(updated_at) where unread > 0`,
  ],
  stream: caseStream,
  keys: (event) => [event.data.session_id],
  on: {
    CaseOpened: applyToCase,
    CaseReplayRequested: applyToCase,
    CaseReplayCompared: applyToCase,
    DocumentReceived: applyToCase,
    DocumentProcessed: applyToCase,
    DocumentFailed: applyToCase,
    CaseCompleted: applyToCase,
    CaseDecided: applyToCase,
    CaseExpired: applyToCase,
    MessageReceived: applyToCase,
    MessageSent: applyToCase,
    CaseErased: applyToCase,
  },
});

/** Cases, newest state, values unmasked. */
export const casesProjection = declareProjection({ name: 'cases', version: 1, tables: [casesTable] });

/** Which cases to list. */
export interface CaseFilter {
  /** Every tenant's when left out. */
  tenant_id?: string;
  client_reference_id?: string;
  limit: number;
}

/** Reads cases. Values are unmasked. */
export interface CaseQueries {
  find(session_id: string): Promise<Case | undefined>;
  /** Newest first, by time and then id. */
  list(filter: CaseFilter): Promise<Case[]>;
  /** Ids of cases that collect and were last touched before `before`, the longest untouched first; without some. */
  inactiveSince(before: Date, limit: number, except?: readonly string[]): Promise<string[]>;
  /**
   * Ids of cases with documents that still have to be read, the longest untouched first. Not of replays: their documents
   * are work of the bus, which hands it out again by itself. Without some.
   */
  withUnreadDocuments(limit: number, except?: readonly string[]): Promise<string[]>;
  /** Replays untouched since `before` that still have to be read or compared, by their ids, `limit` of them behind `after`. */
  unfinishedReplays(before: Date, limit: number, after?: string): Promise<Pick<Case, 'session_id' | 'tenant_id'>[]>;
}

declare module '../core/queries.js' {
  interface Queries {
    cases: CaseQueries;
  }
}

/** Creates the queries of cases. */
export function createCaseQueries(readModels: ReadModels): CaseQueries {
  const cases = readModels.of(casesProjection, casesTable);
  return {
    find: (session_id) => cases.find(session_id),

    list: ({ tenant_id, client_reference_id, limit }) =>
      cases.list((query) => {
        const most = client_reference_id === undefined ? limit : 1;
        query.orderByRaw('created_at desc, session_id desc').limit(most);
        if (tenant_id !== undefined) query.where({ tenant_id });
        return client_reference_id === undefined ? query : query.where({ client_reference_id });
      }),

    async inactiveSince(before, limit, except = []) {
      const inactive = await cases.list((query) =>
        query
          .where({ status: 'collecting' })
          .where('updated_at', '<', before.toISOString())
          .whereNotIn('session_id', [...except])
          .orderBy('updated_at')
          .limit(limit),
      );
      return inactive.map(({ session_id }) => session_id);
    },

    unfinishedReplays: (before, limit, after = '') =>
      cases.list((query) =>
        query
          .whereNotNull('replay_of')
          .whereNull('comparison')
          .where({ erased: false })
          .where('updated_at', '<', before.toISOString())
          .where('session_id', '>', after)
          .orderBy('session_id')
          .limit(limit),
      ),

    async withUnreadDocuments(limit, except = []) {
      const unread = await cases.list((query) =>
        query
          .where('unread', '>', 0)
          .where({ replay_of: null })
          .whereNotIn('session_id', [...except])
          .orderBy('updated_at')
          .limit(limit),
      );
      return unread.map(({ session_id }) => session_id);
    },
  };
}
