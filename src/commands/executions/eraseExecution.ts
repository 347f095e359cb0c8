import type { ErasureReason } from '../../domain/core/erasure.js';
import { assertOwnWorld } from '../../domain/core/ownWorld.js';
import {
  execution,
  executionStream,
  filesOf,
  type Execution,
  type ExecutionCommand,
  type ExecutionState,
} from '../../domain/executions/execution.js';
import type { PipelineResult } from '../../domain/documents/index.js';
import { isOfAgent, isOfOneType } from '../../projections/executions/executionRow.js';
import { sealedBlobKeys, sealedValues } from '../../platform/eventStore/eventCodec.js';
import type { RecordedEvent } from '../../platform/eventStore/eventStore.js';
import type { Certificates, Certified } from '../../platform/signing/certificates.js';
import type { Clock } from '../../platform/clock.js';
import { committed, committedTogether, type CommandHandler } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import { forgetNamed, type SearchTexts } from '../savedSearches/searchTexts.js';
import { createEraseDelivery } from '../webhooks/eraseDelivery.js';
import { runDocumentId } from './agentRunFiles.js';
import { executionIn } from './executionRecorder.js';
import type { Erasure, ForgetDeps, ForgetElsewhere } from '../core/forget.js';

/** What the erasure of an execution did. */
export interface ExecutionErasure extends Erasure {
  execution_id: string;
}

/**
 * Forgets what was read from a document, the document, the answer that is kept for a replay, what a webhook said of it, and the texts of
 * saved searches that say what it read. Can be
 * repeated, and finishes then what a crash broke off. @throws DomainError `not_found`, `conflict` while running
 */
export type EraseExecution = (
  context: CommandContext,
  execution_id: string,
  reason?: ErasureReason | null,
) => Promise<Committed<Certified<ExecutionErasure>>>;

/** What the erasure of executions stands on. */
export interface EraseExecutionDeps extends ForgetDeps, ForgetElsewhere {
  handler: CommandHandler;
  clock: Clock;
  certificates: Pick<Certificates, 'issue'>;
  searchTexts: SearchTexts;
}

/** Creates the erasure of executions. */
export function createEraseExecution(deps: EraseExecutionDeps): EraseExecution {
  const eraseDelivery = createEraseDelivery(deps);
  return async (givenContext, execution_id, reason = null) => {
    const stream = executionStream(execution_id);
    const known = await deps.handler.loadToErase(stream, execution);
    const command = {
      ...{ type: 'erase', doc_ids: documentsOf(known.state), reason, at: deps.clock().toISOString() },
    } as const satisfies ExecutionCommand;
    // Both refuse before anything is gone.
    execution.decide(command, known.state);
    if (known.mode) assertOwnWorld(givenContext, known.mode);
    const { tenant_id } = executionIn(known.state);
    const files = known.state.status === 'not_started' ? [] : filesOf(known.state.run);
    const context = { ...givenContext, tenant_id };
    // The execution first: an outcome that is queued from now on has nothing left to tell.
    const { forgotten, view_ids, texts } = await forgetNamed(deps, {
      ...{ stream, context, said: saidIn(executionIn(known.state)), ...(reason !== null && { note: { reason } }) },
      record: (saved_searches) => {
        const erasing: ExecutionCommand = { ...command, saved_searches };
        return deps.handler.handle({ stream, decider: execution, command: erasing, known, context });
      },
      blobKeys: () => files.map(({ key }) => key),
    });
    const { recorded } = forgotten;
    await deps.forgetAnswers(execution_id);
    const delivery = await eraseDelivery(context, execution_id);
    const erasure = erasureOf(recorded, {
      ...{ files, steps: stepsOf(known.state), delivery: delivery.erased, searches: view_ids.length },
    });
    const everywhere = await deps.forgetRows(execution_id, delivery.position ?? recorded.at(-1)!.position);
    // Before it counts as done: whoever finishes what a crash broke off issues it.
    const certificate = await deps.certificates.issue({ execution_id, ...erasure });
    if (everywhere) await deps.subjectKeys.erasureDone(stream);
    return committedTogether(certificate, [committed(undefined, forgotten), ...texts, delivery]);
  };
}

/** What the documents of a run said: in what it yields, and in its steps where it failed or only the last of several documents counts. */
function saidIn({ steps, result }: Pick<Execution, 'steps' | 'result'>): Fields[] {
  const ofSteps = steps.flatMap(({ output }) => (isFields(output?.['extracted']) ? [output['extracted']] : []));
  if (result === null || isOfAgent(result)) return [...ofSteps, ...(result?.phases ?? []).map(extractedOf)];
  return [...ofSteps, ...(isOfOneType(result) ? [result] : Object.values(result)).map(extractedOf)];
}

type Fields = PipelineResult['extracted'];

const extractedOf = ({ extracted }: { extracted: Fields }): Fields => extracted;

const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const stepsOf = (state: ExecutionState): number => (state.status === 'not_started' ? 0 : state.execution.steps.length);

/** What the fact, and all that stands before it, say of an erasure. */
function erasureOf(
  recorded: readonly RecordedEvent[],
  {
    files,
    steps,
    delivery,
    searches,
  }: { files: readonly object[]; steps: number; delivery: Erasure['erased']; searches: number },
): Erasure {
  const fact = recorded.findLast(({ type }) => type === 'ExecutionErased');
  const erased_at = fact?.data['erased_at'];
  if (!fact || typeof erased_at !== 'string')
    throw new Error('The fact that an execution was erased is not in its stream');
  return {
    ...{ subject: fact.stream, erased_at, log_position: fact.position.toString() },
    erased: {
      values: sealedValues(recorded) + delivery.values,
      blobs: files.length + sealedBlobKeys(recorded).length + delivery.blobs,
      rows: 1 + steps + delivery.rows,
      saved_searches: searches,
    },
  };
}

/** The ids of an agent run's documents, which stand in what is sealed and are made again here. */
const documentsOf = (state: ExecutionState): string[] =>
  state.status === 'not_started'
    ? []
    : state.execution.steps.flatMap(({ tool, order }) =>
        tool === 'document' ? [runDocumentId(state.execution.execution_id, order)] : [],
      );
