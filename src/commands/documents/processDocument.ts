import { executionStream, type ExecutionOutcome } from '../../domain/executions/index.js';
import type { PipelineResult, StepResult } from '../../domain/documents/pipeline.js';
import type { EngineUnavailable } from '../../engines/documents/documentEngine.js';
import type { KnownDocumentType } from '../documentTypes/documentTypeCatalog.js';
import type { Pipeline } from './pipelineTypes.js';
import { readWithEngine, type DocumentRead, type DocumentToRead, type ReadWithEngineDeps } from './readWithEngine.js';

/** A document and what it is to be put through. */
export interface ProcessDocument {
  execution_id: string;
  tenant_id: string;
  pipeline: Pipeline;
  input: { file: () => Promise<Uint8Array>; filename: string; extra?: { [key: string]: unknown } };
  /** ISO date. */
  today: string;
  /** See `DocumentJob`. */
  waited_ms?: number;
  /** Told of each step as it ends; not for composite types, whose steps are their members. */
  onStep?: (step: StepResult) => void;
}

/** What came of it, as it is to be recorded. */
export interface Processed {
  steps: StepResult[];
  outcome: ExecutionOutcome;
  /** Set when no engine could be had. */
  unavailable?: EngineUnavailable;
}

/** Puts a document through the pipeline of its type; for a composite type through all members at the same time. */
export async function processDocument(deps: ReadWithEngineDeps, request: ProcessDocument): Promise<Processed> {
  const { pipeline, onStep } = request;
  if (pipeline.members.length > 0) return processMembers(deps, request);
  return recordable(await readWithEngine(deps, asked(request, pipeline.documentType), onStep));
}

const asked = (
  { execution_id, tenant_id, pipeline, input, ...given }: ProcessDocument,
  documentType: KnownDocumentType,
): DocumentToRead => {
  const { file, filename, extra = {} } = input;
  const { candidates } = pipeline;
  const { today, waited_ms } = given;
  const when = { today, ...(waited_ms !== undefined && { waited_ms }) };
  const told = { told_in: { stream: executionStream(execution_id), document: '0' }, about: { execution_id } };
  return { tenant_id, file, filename, documentType, candidates, ...when, extra, ...told };
};

function recordable(read: DocumentRead): Processed {
  const { steps } = read;
  if ('result' in read) return { steps, outcome: { status: 'completed', result: read.result } };
  const { unread, unavailable } = read;
  return { steps, outcome: unread, ...(unavailable && { unavailable }) };
}

/**
 * One step per member, and the results of those that could be read under their names. Where the service is to blame for
 * one that was not, the whole run fails: half of it would look like all that there was.
 */
async function processMembers(deps: ReadWithEngineDeps, request: ProcessDocument): Promise<Processed> {
  const reads = await Promise.all(
    request.pipeline.members.map(async (member): Promise<MemberRead> => {
      const begun = performance.now();
      const read = await readWithEngine(deps, asked(request, member));
      return { member, read, duration_ms: Math.round(performance.now() - begun) };
    }),
  );
  const failures = reads.flatMap(({ read }) => ('unread' in read ? read : []));
  const ours = failures.find(({ unread }) => unread.reason !== 'unreadable');
  if (ours) return { ...recordable(ours), steps: shownOf(reads) };
  const results: { [context_id: string]: PipelineResult } = {};
  const steps = reads.map(({ member, read, duration_ms }, order): StepResult => {
    const tool = `type:${member.context_id}` as const;
    if ('unread' in read) {
      // What left the service is told, whatever came of it.
      const asked = askedIn(read);
      const output = asked.length > 0 ? { steps: asked } : {};
      return { tool, order, status: 'failed', output, error: read.unread.error, duration_ms };
    }
    results[member.context_id] = read.result;
    return { tool, order, status: 'success', output: { ...read.result, steps: read.steps }, duration_ms };
  });
  const noneRead = Object.keys(results).length === 0 ? failures[0]?.unread : undefined;
  return { steps, outcome: noneRead ?? { status: 'completed', result: results } };
}

/** A member of a composite that was read, or not. */
interface MemberRead {
  member: KnownDocumentType;
  read: DocumentRead;
  duration_ms: number;
}

const askedIn = ({ steps }: DocumentRead): StepResult[] => steps.filter(({ tool }) => tool === 'model');

/** Of a member that could be read while another could not. */
const NOT_KEPT = 'It was read, but is not kept, as another type of the composite could not be';

/** Of a run that yields nothing: what a model was shown for any of its members, what became of each of these, and nothing that was read. */
const shownOf = (reads: readonly MemberRead[]): StepResult[] =>
  reads.flatMap(({ member, read, duration_ms }, order): StepResult[] => {
    const asked = askedIn(read);
    if (asked.length === 0) return [];
    const error = 'unread' in read ? read.unread.error : NOT_KEPT;
    return [
      { tool: `type:${member.context_id}`, order, status: 'failed', output: { steps: asked }, error, duration_ms },
    ];
  });
