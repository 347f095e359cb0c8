import { z } from 'zod';
import {
  caseAgent,
  type CaseAgent,
  type CaseDocument,
  caseProgress,
  type CaseProgress,
  caseResult,
  type CaseResult,
  comparableDocuments,
  mergeExtractions,
  sideWanted,
  withoutRegistrations,
} from '../cases/index.js';
import { defineEvent, type EventOf } from '../core/event.js';
import { storedMetadata } from '../core/metadata.js';
import { type FieldReadings, fieldValues, UNKNOWN_TYPE, validity, type Validity } from '../documents/index.js';

/** A file of an archive that was passed over. */
export interface SkippedFile {
  filename: string;
  /** Completes "The entry …". */
  reason: string;
}

/** What an agent run found of one document type, and how the last document of the type stands to its rules. */
export interface AgentRunPhase extends Validity {
  /** `unknown` for documents that fit no type or could not be read. */
  doc_type: string;
  status: 'completed' | 'failed';
  /** Of several documents the later value that is not null. */
  extracted: FieldReadings['extracted'];
}

/** What an agent run yields: the judgement that a case would get, and how it came to it. Values are unmasked. */
export interface AgentRunResult extends CaseResult {
  phases: AgentRunPhase[];
  progress: CaseProgress;
  skipped: SkippedFile[];
}

const texts = z.array(z.string());

/** Shape of the result in an event. Loose where a later version may say more. */
export const agentRunResult: z.ZodType<AgentRunResult> = z.intersection(
  caseResult,
  z.looseObject({
    phases: z.array(
      z.looseObject({
        doc_type: z.string(),
        status: z.enum(['completed', 'failed']),
        extracted: fieldValues,
        ...validity,
      }),
    ),
    progress: z.looseObject({
      ...{ required: texts, collected: texts, missing: texts, failed: texts },
      ...{ percent: z.number(), complete: z.boolean() },
    }),
    skipped: z.array(z.looseObject({ filename: z.string(), reason: z.string() })),
  }),
);

const stored = z.object({ key: z.string(), size: z.number() });

/** Documents were accepted for an agent, and their run began. */
export const AgentRunStarted = defineEvent(
  'AgentRunStarted',
  z.object({
    execution_id: z.string(),
    tenant_id: z.string(),
    /** `agent:<goal>`. */
    context_id: z.string(),
    context_display_name: z.string(),
    /** As it was when the run was accepted. */
    agent: caseAgent,
    /** The archive, or the first document. */
    input: stored,
    input_filename: z.string().nullable(),
    input_mime_type: z.string(),
    /** Every document in its order; empty where they are in the archive. */
    documents: z.array(z.object({ input: stored, mime_type: z.string() })),
    /** The names of the documents. */
    filenames: texts.nullable(),
    sync: z.boolean(),
    /** Where to send the outcome; it may hold a secret of the caller's. */
    webhook_url: z.string().nullable(),
    metadata: storedMetadata,
    started_at: z.string(),
  }),
  { sealed: ['input_filename', 'filenames', 'webhook_url', 'metadata'] },
);

/** What an agent run was started with. */
export type AgentRun = EventOf<typeof AgentRunStarted>['data'];

/** The `context_id` of the runs of an agent. */
export const agentContextId = (goal: string): string => `agent:${goal}`;

/** Puts together what a run yields, with the judgement of the documents it read. */
export function toAgentRunResult(
  agent: CaseAgent,
  documents: readonly CaseDocument[],
  judgement: CaseResult,
  skipped: readonly SkippedFile[],
): AgentRunResult {
  const { watchlist_checks, ...judged } = judgement;
  return {
    ...judged,
    ...(watchlist_checks && { watchlist_checks: withoutRegistrations(watchlist_checks) }),
    phases: phasesOf(documents),
    progress: caseProgress(agent.required_types, documents, (type) =>
      sideWanted(type, agent.two_sided ?? [], comparableDocuments(documents)),
    ),
    skipped: [...skipped],
  };
}

/** What was found by document type, in the order in which the types turned up; what fits none comes last. */
export function phasesOf(documents: readonly CaseDocument[]): AgentRunPhase[] {
  const extractions = mergeExtractions(documents);
  const known = Object.entries(extractions).map(([doc_type, extracted]): AgentRunPhase => {
    const last = documents.findLast((one) => one.status === 'done' && one.document_type === doc_type);
    const { valid = false, violations = [] } = last ?? {};
    return { doc_type, status: 'completed', extracted, valid, violations };
  });
  const others = documents.filter(({ document_type }) => !Object.hasOwn(extractions, document_type));
  if (others.length === 0) return known;
  const status = others.some((one) => one.status === 'failed') ? 'failed' : 'completed';
  return [...known, { doc_type: UNKNOWN_TYPE, status, extracted: {}, valid: false, violations: [] }];
}
