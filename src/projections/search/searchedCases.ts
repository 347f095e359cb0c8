import {
  type CaseEvent,
  type CaseResult,
  caseStream,
  type CaseSummary,
  DEFAULT_LANGUAGE,
  maskedExtractions,
  maskResult,
  shownProgress,
  type ShownProgress,
} from '../../domain/cases/index.js';
import { rounded, textHider } from '../../domain/documents/index.js';
import type { Decoded } from '../../platform/eventStore/eventCodec.js';
import { SEARCHED_COLUMNS, SEARCHED_INDEXES } from '../../platform/search/postgresSearch.js';
import { onEveryCaseEvent } from '../cases/onEveryCaseEvent.js';
import { declareProjection, declareTable, type Fold } from '../core/projection.js';
import { keepCase, type KeptCase, type SaidInCase } from './keptCase.js';
import { INDEX_CHANGES, type SearchedKind, searchedRow, type SearchedRow, thingOfRow } from './searchedKind.js';

/** A case as a search shows it: masked, as it is listed, and what else is found of it. */
interface FoundCase extends Pick<
  CaseSummary,
  'session_id' | 'tenant_id' | 'goal' | 'client_reference_id' | 'status' | 'replay_of' | 'assignee'
> {
  mode: NonNullable<CaseSummary['mode']>;
  language: NonNullable<CaseSummary['language']>;
  agent: Pick<CaseSummary['agent'], 'id' | 'name' | 'version'>;
  /** Types that its documents were read as, each once. */
  document_types: string[];
  document_count: number;
  message_count: number;
  progress: ShownProgress;
  created_at: string;
  updated_at: string;
  /** When it came to the status that it has; null while it collects. */
  ended_at: string | null;
  /** From its opening to that. */
  duration_ms: number | null;
  metadata: NonNullable<CaseSummary['metadata']>;
  notes: NonNullable<CaseSummary['notes']>;
  /** The newest that were said. */
  messages: SaidInCase[];
  /** With what a replay came to. */
  result: Partial<CaseResult> & { comparison?: object };
  /** Last, as are those of its result, since there can be more values than there is room for. */
  extractions: ReturnType<typeof maskedExtractions>;
}

/** A case as its table has it. */
interface SearchedCase extends SearchedRow {
  /** What it is made of, unmasked. Nothing is found by it. */
  kept: KeptCase;
}

function foundCase({ summary, documents, hidden, messages, message_count }: KeptCase): FoundCase {
  const hide = textHider(hidden);
  const { session_id, tenant_id, goal, client_reference_id, status, replay_of, assignee, agent } = summary;
  const { progress, metadata, notes, created_at, updated_at, ended_at } = summary;
  const shown = shownProgress(progress, summary.requests);
  const read = documents.filter(({ status }) => status === 'done');
  return rounded({
    ...{ session_id, tenant_id, goal, client_reference_id, status, replay_of, assignee },
    mode: summary.mode ?? 'live',
    language: summary.language ?? DEFAULT_LANGUAGE,
    agent: { id: agent.id, name: agent.name, version: agent.version },
    document_types: [...new Set(read.map(({ document_type }) => document_type))],
    ...{ document_count: documents.length, message_count },
    progress: { ...shown, requested: shown.requested.map((one) => ({ ...one, text: hide(one.text) })) },
    ...{ created_at, updated_at, ended_at },
    duration_ms: ended_at === null ? null : Date.parse(ended_at) - Date.parse(created_at),
    metadata: metadata ?? {},
    notes: (notes ?? []).map((note) => ({ ...note, text: hide(note.text) })),
    messages: messages.map((message) => ({ ...message, content: hide(message.content) })),
    result: foundResult(summary, hide),
    extractions: maskedExtractions(documents),
  });
}

function foundResult({ result, comparison }: CaseSummary, hide: <Part>(part: Part) => Part): FoundCase['result'] {
  const compared = ({ session_id, agent_version, changed }: NonNullable<CaseSummary['comparison']>) => ({
    comparison: { session_id, agent_version, changed },
  });
  return { ...(result && maskResult(result, hide)), ...(comparison && compared(comparison)) };
}

function rowOf(kept: KeptCase): SearchedCase {
  const { session_id: id, tenant_id, created_at: at } = kept.summary;
  return { ...searchedRow({ id, tenant_id, at }, foundCase(kept)), kept };
}

const onCase: Fold<SearchedCase, CaseEvent> = (before, event) => {
  const kept = keepCase(before?.kept, event);
  return kept && rowOf(kept);
};

/** Cases, as searches find them. An erased one is found no more. */
const searchedCasesTable = declareTable<SearchedCase, CaseEvent>({
  name: 'searched_cases',
  columns: { ...SEARCHED_COLUMNS, kept: 'json not null' },
  indexes: SEARCHED_INDEXES,
  stream: caseStream,
  keys: ({ data }) => [data.session_id],
  on: onEveryCaseEvent(onCase),
});

/** Cases as they are found. */
export const searchedCasesProjection = declareProjection({
  ...{ name: 'searched_cases', version: 2, tables: [searchedCasesTable] },
});

/** Cases as a kind of what is searched. */
export const searchedCases: SearchedKind<KeptCase> = {
  kind: 'cases',
  projection: searchedCasesProjection,
  table: searchedCasesTable,
  index: { name: 'search_index_cases', version: 2 + INDEX_CHANGES },
  own: new Set(),
  states: {
    name: searchedCasesTable.name,
    eventTypes: searchedCasesTable.eventTypes,
    keys: (event) => searchedCasesTable.keys(event),
    // What comes here is of the types of a case.
    fold: (before, event) => keepCase(before, event as Decoded<CaseEvent>),
  },
  idOf: (session_id) => session_id,
  thing: (kept) => thingOfRow(rowOf(kept)),
};
