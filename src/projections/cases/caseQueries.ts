import { asKnownNow, type CaseDocument } from '../../domain/cases/caseDocument.js';
import type { CaseStatus } from '../../domain/cases/caseEvents.js';
import type { ReadValues } from '../../domain/cases/caseMasking.js';
import type { CaseMessage } from '../../domain/cases/caseMessage.js';
import type { CaseSummary } from '../../domain/cases/caseSummary.js';
import type { Mode } from '../../domain/core/mode.js';
import { whereCreated, whereFacets, type CreatedWithin, type FacetsWanted } from '../core/facets.js';
import type { MaySee, ReadModels, Rows, RowsQuery } from '../core/readModels.js';
import { OF_MODE } from '../core/ofMode.js';
import type { AsOf } from '../core/asOf.js';
import { countUnfinished, type Unfinished } from '../core/unfinished.js';
import {
  caseDocumentsTable,
  caseMessagesTable,
  casesProjection,
  casesTable,
  IS_WAITING,
  type CaseRow,
} from './casesProjection.js';
import { readRetained, type Retained, type RetainedAsked } from '../core/retained.js';
import { readUnreadCases, type UnreadCase } from './unreadCases.js';

/** Which cases to list. */
export interface CaseFilter extends FacetsWanted, CreatedWithin {
  /** Every tenant's when left out. */
  tenant_id?: string;
  client_reference_id?: string;
  /** Cases that are meant, or trials; both where it is left out. */
  mode?: Mode;
  status?: CaseStatus;
  goal?: string;
  assignee?: string;
  limit: number;
  /** Leaves documents and results empty, which takes less than reading them. */
  brief?: boolean;
  /** The case behind which the list begins. */
  after?: Pick<CaseSummary, 'created_at' | 'session_id'>;
}

/** A case and what is asked of its documents. */
export type CaseWith<Document> = CaseSummary & { documents: Document[] };

/** A case as lists have it: without what they do not show, and with what of its documents says which values are masked. */
export type ListedCase = Omit<
  CaseWith<ReadValues>,
  'agent' | 'unread' | 'metadata' | 'language' | 'ended_at' | 'notes' | 'watchlist_hits' | 'read_types'
>;

/** What was said in a case, and the files that were sent with it. */
export interface CaseConversation {
  tenant_id: string;
  session_id: string;
  messages: CaseMessage[];
  documents: (ReadValues & Pick<CaseDocument, 'filename' | 'mime_type' | 'size_bytes'>)[];
}

/** A case that nobody has touched for a while. */
export type InactiveCase = Pick<CaseSummary, 'session_id' | 'updated_at'>;

/** Which cases are to be looked at next. */
export interface WaitingFilter {
  /** Every tenant's when left out. */
  tenant_id?: string | undefined;
  goal?: string | undefined;
  reason?: string | undefined;
  document_type?: string | undefined;
  /** Cases that are meant, or trials: who works on the ones is not handed the others. */
  mode: Mode;
}

/** A case in review that nobody looks at. */
export type WaitingCase = Pick<CaseSummary, 'session_id' | 'tenant_id' | 'created_at'>;

/** Reads cases. Values are unmasked. */
export interface CaseQueries {
  /** Without documents and messages: for who only has to know that it is there, or where it stands. */
  find(session_id: string, maySee?: MaySee): Promise<CaseSummary | undefined>;
  findWithDocuments(
    session_id: string,
    maySee?: MaySee,
    asOf?: AsOf,
  ): Promise<(CaseWith<CaseDocument> & { revision: number }) | undefined>;
  /** With where each of its documents stands. */
  findStatus(session_id: string, maySee?: MaySee, asOf?: AsOf): Promise<CaseWith<ReadValues> | undefined>;
  /** With where its files lie. */
  findFiles(
    session_id: string,
    maySee?: MaySee,
  ): Promise<CaseWith<Pick<CaseDocument, (typeof FILE)[number]>> | undefined>;
  findConversation(session_id: string, maySee?: MaySee): Promise<CaseConversation | undefined>;
  /** Cases in review that nobody looks at, the oldest first, `limit` of them behind `after`. */
  waiting(filter: WaitingFilter, limit: number, after?: WaitingCase): Promise<WaitingCase[]>;
  /** Newest first, by time and then id. */
  list(filter: CaseFilter): Promise<ListedCase[]>;
  /** Replays that still have to be read or compared. */
  unfinished(): Promise<Unfinished>;
  /** Cases that were kept for as long as they were to be, of each tenant in turn. */
  retained(asked: RetainedAsked): Promise<Retained[]>;
  /**
   * Cases that collect and were last touched before `before`, or before `asked` where something was asked for again and has not come; the
   * longest untouched first, `limit` of them behind `after`.
   */
  inactiveSince(since: { before: Date; asked: Date }, limit: number, after?: InactiveCase): Promise<InactiveCase[]>;
  /**
   * Of each tenant the oldest case with documents that still have to be read; where one of `after` is of the tenant, the oldest behind
   * that. Not of replays: their documents are work of the bus, which hands it out again by itself.
   */
  withUnreadDocuments(after?: readonly UnreadCase[]): Promise<UnreadCase[]>;
  /** Replays untouched since `before` that still have to be read or compared, by their ids, `limit` of them behind `after`. */
  unfinishedReplays(
    before: Date,
    limit: number,
    after?: string,
  ): Promise<Pick<CaseSummary, 'session_id' | 'tenant_id'>[]>;
}

declare module '../core/queries.js' {
  interface Queries {
    cases: CaseQueries;
  }
}

const FILE = ['doc_id', 'object_key', 'size_bytes', 'filename', 'mime_type'] as const;
/** What of a document says how it stands and which of its values are masked. */
export const VALUES = [
  'doc_id',
  'status',
  'document_type',
  'extracted',
  'raw',
  'masked_fields',
  'asked_again',
  'corrections',
] as const;
const BRIEF = [
  ...(['session_id', 'tenant_id', 'goal', 'client_reference_id', 'status', 'progress', 'replay_of'] as const),
  ...(['erased', 'created_at', 'updated_at', 'requests', 'mode', 'assignee'] as const),
];
const LISTED = [...BRIEF, ...(['result', 'comparison', 'documents'] as const)];

/** What of the documents of a case is read with it. */
export const documentsOf = <Column extends keyof CaseDocument>(columns: readonly Column[]) => ({
  ...({ table: caseDocumentsTable, of: 'session_id', orderBy: 'doc_index' } as const),
  columns,
});
const ALL_OF_A_DOCUMENT = Object.keys(caseDocumentsTable.columns).filter(
  (column) => column !== 'session_id',
) as (keyof CaseDocument)[];
const ALL_OF_A_MESSAGE = Object.keys(caseMessagesTable.columns).filter(
  (column) => column !== 'session_id',
) as (keyof CaseMessage)[];

/** Creates the queries of cases. */
export function createCaseQueries(readModels: ReadModels): CaseQueries {
  const cases = readModels.of(casesProjection, casesTable);
  const withDocuments = <Column extends keyof CaseDocument>(columns: readonly Column[]) =>
    readModels.withParts(casesProjection, casesTable, { documents: documentsOf(columns) });
  const whole = withDocuments(ALL_OF_A_DOCUMENT);
  const status = withDocuments(VALUES);
  const files = withDocuments(FILE);
  const listed = withDocuments(VALUES);
  const conversations = readModels.withParts(casesProjection, casesTable, {
    documents: documentsOf([...VALUES, 'filename', 'mime_type', 'size_bytes']),
    messages: {
      ...({ table: caseMessagesTable, of: 'session_id', orderBy: 'message_index' } as const),
      columns: ALL_OF_A_MESSAGE,
    },
  });
  return {
    find: cases.find,
    async findWithDocuments(session_id, maySee, asOf) {
      const found = await whole.find(session_id, maySee, asOf);
      return found && { ...found, documents: found.documents.map(asKnownNow) };
    },
    findStatus: status.find,
    findFiles: files.find,
    findConversation: conversations.find,

    async list(filter) {
      const wanted = { ...filter, limit: filter.client_reference_id === undefined ? filter.limit : 1 };
      if (filter.brief !== true) return listed.listOnly(LISTED, (query) => narrowedCases(query, wanted));
      const found = await cases.listOnly(BRIEF, (query) => narrowedCases(query, wanted));
      return found.map((one) => ({ ...one, result: null, comparison: null, documents: [] }));
    },
    waiting: (filter, limit, after) =>
      cases.listOnly(['session_id', 'tenant_id', 'created_at'], (query) => {
        const { tenant_id, goal, reason, document_type, mode } = filter;
        query.whereRaw(IS_WAITING).orderByRaw('created_at, session_id').limit(limit);
        for (const [column, value] of Object.entries({ tenant_id, goal })) {
          if (value !== undefined) query.where(column, value);
        }
        query.whereRaw(OF_MODE[mode]);
        if (after) query.whereRaw('(created_at, session_id) > (?, ?)', [after.created_at, after.session_id]);
        return whereFacets(query, { reason, document_type });
      }),
    unfinished: async () =>
      countUnfinished(readModels.knex, await cases.source(), {
        condition: 'replay_of is not null and comparison is null and not erased',
        since: 'created_at',
      }),
    withUnreadDocuments: async (after = []) => readUnreadCases(readModels.knex, await cases.source(), after),
    retained: async (asked) => readRetained(readModels.knex, await cases.source(), 'session_id', asked),
    ...createSweepQueries(cases),
  };
}

/** The cases that a filter means, newest first. */
export function narrowedCases(query: RowsQuery, { limit, after, ...filter }: CaseFilter): RowsQuery {
  const { created_from, created_to, document_type, reason, metadata, mode } = filter;
  const { tenant_id, client_reference_id, status, goal, assignee } = filter;
  query.orderByRaw('created_at desc, session_id desc').limit(limit);
  if (after) query.whereRaw('(created_at, session_id) < (?, ?)', [after.created_at, after.session_id]);
  if (mode) query.whereRaw(OF_MODE[mode]);
  const columns = { tenant_id, client_reference_id, status, goal, assignee };
  for (const [column, value] of Object.entries<string | undefined>(columns)) {
    if (value !== undefined) query.where(column, value);
  }
  whereCreated(query, 'created_at', { created_from, created_to });
  return whereFacets(query, { document_type, reason, metadata });
}

/** That nothing is awaited that was asked for again. */
const NOTHING_ASKED = "coalesce(json_array_length(requests -> 'requested'), 0) = 0";

type SweepQueries = Pick<CaseQueries, 'inactiveSince' | 'unfinishedReplays'>;

/** What is looked for to be gone on with. */
function createSweepQueries(cases: Rows<CaseRow>): SweepQueries {
  return {
    inactiveSince: ({ before, asked }, limit, after) =>
      cases.listOnly(['session_id', 'updated_at'], (query) => {
        query
          .where({ status: 'collecting' })
          .where('updated_at', '<', before.toISOString())
          .whereRaw(`(${NOTHING_ASKED} or updated_at < ?)`, [asked.toISOString()])
          .orderBy(['updated_at', 'session_id'])
          .limit(limit);
        if (!after) return query;
        return query.whereRaw('(updated_at, session_id) > (?, ?)', [after.updated_at, after.session_id]);
      }),

    unfinishedReplays: (before, limit, after = '') =>
      cases.listOnly(['session_id', 'tenant_id'], (query) =>
        query
          .whereNotNull('replay_of')
          .whereNull('comparison')
          .where({ erased: false })
          .where('updated_at', '<', before.toISOString())
          .where('session_id', '>', after)
          .orderBy('session_id')
          .limit(limit),
      ),
  };
}
