import { phasesOf, type AgentRunPhase, type AgentRunResult } from './agentRun.js';
import { asKnownNow, type CaseDocument, hiderOf, maskDocument, maskResult } from '../cases/index.js';
import type { Execution } from './execution.js';
import type { ExecutionResult } from './executionEvents.js';
import { maskFields } from '../documents/index.js';

/** Whether an execution is the run of an agent. */
export const isAgentExecution = ({ context_id }: Pick<Execution, 'context_id'>): boolean =>
  context_id.startsWith('agent:');

/** The documents of an agent run that were read or failed so far, in their order; none once erased. */
export const documentsIn = ({ steps }: Pick<Execution, 'steps'>): CaseDocument[] =>
  steps
    .flatMap(({ tool, output }) =>
      tool === 'document' && output ? [asKnownNow(output as object as CaseDocument)] : [],
    )
    .toSorted((one, other) => one.doc_index - other.doc_index);

/**
 * An agent run as it may leave the service, and its phases: in each document the fields are masked that its type had masked
 * when it was read, and their values wherever the run tells of them.
 */
export function maskAgentRun<Shown extends Pick<Execution, 'steps' | 'result' | 'error'>>(
  execution: Shown,
): Shown & { phases: AgentRunPhase[] } {
  const documents = documentsIn(execution);
  const hide = hiderOf(documents);
  const maskPhase = ({ extracted, violations, ...phase }: AgentRunPhase): AgentRunPhase => {
    const fields = documents
      .filter(({ document_type }) => document_type === phase.doc_type)
      .flatMap(({ masked_fields }) => masked_fields);
    return { ...phase, ...hide(maskFields({ extracted, violations }, fields)) };
  };
  const { result } = execution;
  const phases = (isAgentResult(result) ? result.phases : phasesOf(documents)).map(maskPhase);
  return {
    ...execution,
    steps: execution.steps.map((step) => ({
      ...step,
      output: step.output && shown(maskDocument(asKnownNow(step.output as object as CaseDocument)), hide),
      error: hide(step.error),
    })),
    result: isAgentResult(result) ? maskAgentResult(result, phases, hide) : result,
    error: hide(execution.error),
    phases,
  };
}

const isAgentResult = (result: ExecutionResult | null): result is AgentRunResult =>
  result !== null && 'phases' in result;

function maskAgentResult(
  result: AgentRunResult,
  phases: AgentRunPhase[],
  hide: <Part>(part: Part) => Part,
): AgentRunResult {
  const { progress, skipped } = result;
  return { ...maskResult(result, hide), phases, progress, skipped: hide(skipped) };
}

/** Of a document: said by its step already, empty in a run, or nobody's business. */
const KEPT_BACK = new Set(['object_key', 'masked_fields', 'label', 'expected_type', 'status', 'error']);

/** What of a document is of use outside. */
const shown = (document: CaseDocument, hide: <Part>(part: Part) => Part): { [key: string]: unknown } =>
  Object.fromEntries(
    Object.entries({ ...document, filename: hide(document.filename) }).filter(([key]) => !KEPT_BACK.has(key)),
  );
