import { setTimeout as pause } from 'node:timers/promises';
import type { Case, CaseDocument } from '../../domain/cases/index.js';
import type { Validity } from '../../domain/documents/index.js';
import {
  type GovernanceConfig,
  governanceRun,
  type GovernanceRun,
  governanceRunStream,
  judgedDocument,
  measureFields,
  readGovernanceConfig,
} from '../../domain/governance/index.js';
import type { RuleChecks } from '../../engines/rules/ruleChecks.js';
import type { BulkJob, BulkKind, ItemFailure } from '../../platform/bulkWork/bulkWork.js';
import { NotYet } from '../../platform/bulkWork/notYet.js';
import { orTryAgain } from '../../platform/bulkWork/orTryAgain.js';
import type { AgentDefinitions } from '../agents/agentDefinitions.js';
import { unerasedCase } from '../cases/caseHandler.js';
import { validityOf } from '../cases/caseCorrections.js';
import { dayOf, type JudgeAgain } from '../cases/judgeAgain.js';
import type { CommandHandler } from '../core/commandHandler.js';
import type { DocumentTypeCatalog, KnownDocumentType } from '../documentTypes/documentTypeCatalog.js';
import type { PastThing } from '../search/pastThings.js';
import { type GovernedDocuments, readDocument } from './governedDocuments.js';
import type { GovernanceResult, GovernanceResults } from './governanceResults.js';

/** What is kept of a run with its job. */
export interface GovernanceParameters {
  run_id: string;
}

/** The name of the work. */
export const GOVERNANCE = 'governance';

/** What judging documents stands on. */
export interface GovernanceKindDeps {
  handler: Pick<CommandHandler, 'load' | 'loadToErase'>;
  definitions: AgentDefinitions;
  documentTypes: Pick<DocumentTypeCatalog, 'resolve'>;
  rules: Pick<RuleChecks, 'findOut'>;
  judgeAgain: JudgeAgain;
  documents: GovernedDocuments;
  results: GovernanceResults;
  /** Where the log ends now; undefined where it is empty. */
  head(): Promise<bigint | undefined>;
  /** Whether a search finds by now all that stands in the log up to a position. */
  isFound(position: bigint): Promise<boolean>;
  ended(run_id: string, job: BulkJob): Promise<void>;
}

/** One chunk is done within seconds: each case is read from its stream and judged by the one thread of rules. */
const CHUNK = 20;
/** How often it is asked whether all is found, a tenth of a second apart; after that it is put off. */
const ASKED_FOR_ALL = 20;

/** Runs of governance sets as work over many: each document is held to the rules of its type as they are now. */
export function governanceKind(deps: GovernanceKindDeps): BulkKind<GovernanceParameters> {
  const { handler, documents, results } = deps;
  const running = async ({ run_id }: GovernanceParameters): Promise<GovernanceRun | undefined> => {
    const { state } = await handler.load(governanceRunStream(run_id), governanceRun);
    return state.status === 'begun' && state.run.status === 'running' ? state.run : undefined;
  };
  return {
    name: GOVERNANCE,
    chunkItems: CHUNK,

    async next(parameters, after, limit) {
      const run = await running(parameters);
      if (!run) return [];
      if (after === null) await untilAllIsFound(deps);
      return documents.next(run, after, limit);
    },

    async work(parameters, items, _signal, chunk) {
      const run = await running(parameters);
      if (!run) return [];
      const failures: ItemFailure[] = [];
      for (const [session_id, of] of byCase(items)) {
        try {
          const found = await judge(deps, run, session_id, [...of.values()]);
          await results.keep(run.run_id, found);
          if (found.length > 0) await forgetWhereErased(deps, session_id);
        } catch (cause) {
          orTryAgain(chunk, cause);
          // Why is not said: it could name what was read.
          for (const item of of.keys()) failures.push({ item, error: 'It could not be judged' });
        }
      }
      return failures;
    },

    ended: ({ run_id }, job) => deps.ended(run_id, job),
  };
}

/** What a caller was told is done before the run began is not to be missed: searches are a moment behind. */
async function untilAllIsFound({ head, isFound }: GovernanceKindDeps): Promise<void> {
  const position = await head();
  for (let asked = 0; position !== undefined && asked < ASKED_FOR_ALL; asked++) {
    if (await isFound(position)) return;
    await pause(100);
  }
  if (position !== undefined) throw new NotYet('not all documents are to be found yet');
}

/** The documents of a chunk by their case, each with the item that names it. */
function byCase(items: readonly string[]): Map<string, Map<string, PastThing>> {
  const cases = new Map<string, Map<string, PastThing>>();
  for (const item of items) {
    const document = readDocument(item);
    const of = cases.get(document.session_id) ?? new Map<string, PastThing>();
    cases.set(document.session_id, of.set(item, document));
  }
  return cases;
}

/** How documents of a case stand to the rules of now. None of one that is erased, a trial, or has another type by that name. */
async function judge(
  deps: GovernanceKindDeps,
  run: GovernanceRun,
  session_id: string,
  named: readonly PastThing[],
): Promise<GovernanceResult[]> {
  const theCase = await unerasedCase(deps.handler, session_id);
  const config = readGovernanceConfig(run.config);
  if (!theCase || !isLookedAt(theCase, run.tenant_id, config)) return [];
  const type = await typeFor(deps, theCase, run);
  if (!type) return [];
  const agent = await deps.definitions(theCase.agent);
  const ids = new Set(named.map(({ id }) => id));
  const held = new Map<string, Validity>();
  const isMeant = ({ doc_id, status, document_type }: CaseDocument): boolean =>
    ids.has(doc_id) && status === 'done' && document_type === run.context_id;
  for (const document of theCase.documents.filter(isMeant)) {
    const asOf = { agent, type, today: dayOf(document) };
    held.set(document.doc_id, await validityOf(deps.rules, theCase, document, asOf));
  }
  const differences = await deps.judgeAgain(theCase, { type, held });
  const ofCase = differences.find(({ doc_id }) => doc_id === null);
  const decision = ofCase ? { from: ofCase.from, to: ofCase.to } : null;
  return theCase.documents.flatMap((document) => {
    const now = held.get(document.doc_id);
    if (!now) return [];
    const judged = { ...judgedDocument(document, now), session_id, received_at: document.created_at, decision };
    return [{ ...judged, ...(config.drift && { measures: measureFields(document) }) }];
  });
}

function isLookedAt(theCase: Case, tenant_id: string, { statuses }: GovernanceConfig): boolean {
  if (theCase.mode === 'test') return false;
  if (tenant_id !== '' && theCase.tenant_id !== tenant_id) return false;
  const asked = statuses?.filter((status) => status !== 'done') ?? [];
  return asked.length === 0 || asked.some((status) => status === theCase.status);
}

/** The type as it is now. Where a tenant has one of its own by that name, a global one is not what its documents are held to. */
async function typeFor(
  { documentTypes }: GovernanceKindDeps,
  { tenant_id }: Case,
  { context_id, tenant_id: asking }: GovernanceRun,
): Promise<KnownDocumentType | undefined> {
  const meant = await documentTypes.resolve({ tenant_id: asking, context_id });
  if (!meant) throw new Error('the document type is not there any more');
  const own = await documentTypes.resolve({ tenant_id, context_id });
  return own && own.tenant_id === meant.tenant_id ? own : undefined;
}

/** It may have been erased meanwhile, and what is kept of it with it: then nothing of it comes back. */
async function forgetWhereErased(deps: GovernanceKindDeps, session_id: string): Promise<void> {
  if (!(await unerasedCase(deps.handler, session_id))) await deps.results.forget(session_id);
}
