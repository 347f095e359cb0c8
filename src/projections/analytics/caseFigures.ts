import type { CaseEvent, CaseStatus } from '../../domain/cases/index.js';
import { declareProjection, declareTable, IGNORED, type Addition, type Fold, type Sums } from '../core/projection.js';
import { declareTally, lessOf } from '../core/tally.js';
import { durationSums } from './durations.js';
import { BY_DAY, dayOf, forBoth, OF_DAY, type OfDay } from './figures.js';

/** What a row of figures of cases is of. Those without a goal are of all cases; those with one leave replays out. */
export interface OfCases extends OfDay {
  goal: string | null;
  /** The version of the agent. */
  version: string | null;
  /** Of the cases in which a document was read as this type, and of these documents; null for all cases. */
  document_type: string | null;
}

/** Finds the days of what is asked of all cases of a tenant, past the rows of each agent, version and type, of which a day has many. */
const BY_STANDING = '(tenant_id, goal, version, document_type, day)';

/** Figures of cases, by day, and by agent, version and document type. */
export const caseFiguresTally = declareTally<OfCases>({
  name: 'case_figures',
  by: { ...OF_DAY, goal: 'text', version: 'text', document_type: 'text' },
  indexes: [BY_DAY, BY_STANDING],
});

/** What a case counts as. It holds nothing of anybody, and stays when the case is erased. */
interface CaseStanding extends Pick<OfCases, 'day'> {
  tenant_id: string;
  goal: string;
  version: string;
  is_replay: boolean;
  status: CaseStatus;
  /** From its opening to what it came to; null while it collects. */
  duration_ms: number | null;
  /** Whether a person decided it. */
  by_person: boolean;
  /** Of what it came to; names of `CASE_REASONS`. */
  reason_codes: string[];
  /** As which its documents were read, each once. */
  document_types: string[];
}

/** What a case adds by where it stands: to all cases, and unless it is a replay to those of its agent and of each of its types. */
function standing(row: CaseStanding | undefined): Addition<OfCases>[] {
  if (!row) return [];
  const { tenant_id, day, goal, version, document_types } = row;
  const of = { tenant_id, day, goal: null, version: null, document_type: null };
  const additions = [{ by: of, sums: usageSums(row) }];
  if (row.is_replay) return additions;
  const sums = decisionSums(row);
  const types = [null, ...document_types];
  return [...additions, ...types.map((document_type) => ({ by: { ...of, goal, version, document_type }, sums }))];
}

const usageSums = ({ status, duration_ms }: CaseStanding): Sums => ({
  cases: { total: 1, [status]: 1 },
  ...(duration_ms !== null && status !== 'expired' && durationSums('case', duration_ms)),
});

function decisionSums({ status, duration_ms, by_person, reason_codes }: CaseStanding): Sums {
  const decided = status === 'completed' || status === 'denied' || status === 'failed';
  return {
    cases: { total: 1, [status]: 1, ...(by_person && { by_person: 1 }) },
    reasons: Object.fromEntries(reason_codes.map((code) => [code, 1])),
    ...(decided && duration_ms !== null && durationSums('decided', duration_ms)),
  };
}

/** What an event of a document adds, to the same rows. */
function ofDocument(row: CaseStanding, event: CaseEvent): Addition<OfCases>[] {
  const { tenant_id, day, goal, version, is_replay } = row;
  const all = { tenant_id, day, goal: null, version: null, document_type: null };
  const ofType = (document_type: string, sums: Sums): Addition<OfCases>[] =>
    is_replay ? [] : [{ by: { ...all, goal, version, document_type }, sums }];
  switch (event.type) {
    case 'DocumentReceived':
      return [{ by: all, sums: { documents: { total: 1 } } }];
    case 'DocumentProcessed': {
      const { document_type, confidence_percent = {} } = event.data;
      const fields = Object.entries(confidence_percent).map(
        ([field, percent]): [string, { [name: string]: number }] => [`field:${field}`, { [percent]: 1 }],
      );
      const sums = { documents: { read: 1 }, ...Object.fromEntries(fields) };
      return [{ by: all, sums: { documents_by_type: { [document_type]: 1 } } }, ...ofType(document_type, sums)];
    }
    case 'DocumentCorrected': {
      const fields = event.data.fields.map((field) => [`field:${field}`, { corrected: 1 }] as const);
      return ofType(event.data.document_type, { documents: { corrected: 1 }, ...Object.fromEntries(fields) });
    }
    default:
      return [];
  }
}

/** A test counts in no figure: it has no row. */
const opened: Fold<CaseStanding, Happened<'CaseOpened'>> = (_row, { data, metadata }) =>
  metadata.mode === 'test'
    ? undefined
    : {
        ...{ tenant_id: data.tenant_id, day: dayOf(data.opened_at), goal: data.goal, version: data.agent.version },
        ...{ is_replay: false, status: 'collecting', duration_ms: null, by_person: false },
        ...{ reason_codes: [], document_types: [] },
      };

type Happened<Type extends CaseEvent['type']> = Extract<CaseEvent, { type: Type }>;

/** What becomes of a row that there is. */
const after =
  <Event extends CaseEvent>(
    changes: (data: Event['data'], row: CaseStanding) => Partial<CaseStanding>,
  ): Fold<CaseStanding, Event> =>
  (row, event) =>
    row && { ...row, ...changes(event.data, row) };

/** Where each case stands, as far as it is counted. */
const caseStandingsTable = declareTable<CaseStanding, CaseEvent>({
  name: 'case_standings',
  columns: {
    tenant_id: 'text not null',
    day: 'text collate "C" not null',
    goal: 'text not null',
    version: 'text not null',
    is_replay: 'boolean not null',
    status: 'text not null',
    duration_ms: 'double precision',
    by_person: 'boolean not null',
    reason_codes: 'json not null',
    document_types: 'json not null',
  },
  indexes: [],
  ofOneStream: true,
  tallied: {
    tally: caseFiguresTally,
    adds(before, now, event) {
      const moved = standing(before).map(lessOf);
      return forBoth([...moved, ...standing(now), ...(now ? ofDocument(now, event) : [])]);
    },
  },
  keys: (event) => [event.data.session_id],
  on: {
    CaseOpened: opened,
    CaseReplayRequested: after<Happened<'CaseReplayRequested'>>(() => ({ is_replay: true })),
    CaseReplayCompared: IGNORED,
    DocumentReceived: after<Happened<'DocumentReceived'>>(() => ({})),
    DocumentProcessed: after<Happened<'DocumentProcessed'>>(({ document_type }, { document_types }) => ({
      document_types: [...new Set([...document_types, document_type])],
    })),
    DocumentFailed: IGNORED,
    DocumentShownToModel: IGNORED,
    CaseCompleted: after<Happened<'CaseCompleted'>>(({ status, duration_ms, reason_codes = [] }) => ({
      ...{ status, duration_ms, reason_codes, by_person: false },
    })),
    CaseDecided: after<Happened<'CaseDecided'>>(({ status, duration_ms }) => ({
      status,
      duration_ms,
      by_person: true,
    })),
    CaseAssigned: IGNORED,
    CaseNoteAdded: IGNORED,
    WatchlistHitFound: IGNORED,
    DocumentsRequested: after<Happened<'DocumentsRequested'>>(() => ({
      ...{ status: 'collecting', duration_ms: null, reason_codes: [] },
    })),
    DocumentCorrected: after<Happened<'DocumentCorrected'>>(({ reason_codes }) =>
      reason_codes ? { reason_codes } : {},
    ),
    CaseExpired: after<Happened<'CaseExpired'>>(({ duration_ms }) => ({ status: 'expired', duration_ms })),
    MessageReceived: IGNORED,
    MessageSent: IGNORED,
    CaseErased: IGNORED,
  },
});

/** Figures of cases, and where each case stands for them. */
export const caseFiguresProjection = declareProjection({
  name: 'case_figures',
  version: 2,
  tables: [caseStandingsTable, caseFiguresTally],
});
