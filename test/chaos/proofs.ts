import type { CaseWith } from '../../src/projections/cases/caseQueries.js';
import { NO_ENGINE } from '../../src/commands/documents/readWithEngine.js';
import { executionView } from '../../src/projections/executions/executionView.js';
import type { CaseDocument } from '../../src/domain/cases/caseDocument.js';
import type { CaseEvent } from '../../src/domain/cases/caseEvents.js';
import type { Execution } from '../../src/domain/executions/execution.js';
import type { ExecutionEvent } from '../../src/domain/executions/executionEvents.js';
import type { GovernanceRunEvent } from '../../src/domain/governance/index.js';
import type { ParkedWorkEvent } from '../../src/domain/operations/parkedWork.js';
import type { Decoded } from '../../src/platform/eventStore/eventCodec.js';
import { judgeCases } from './caseProofs.js';
import type { Answered } from './callers.js';
import { judgeClocks } from './clockProofs.js';
import { referenceOf } from './document.js';
import type { Erasures } from './erasures.js';
import { judgeErasures } from './erasureProofs.js';
import { judgeFaceSearches } from './faceProofs.js';
import { judgeGovernance, type Governed } from './governanceProofs.js';
import { grouped } from './grouped.js';
import type { Ledger, RunNote } from './ledger.js';
import type { Received } from './receiver.js';
import { filenameOf } from './runCallers.js';
import { isSigned } from './signedWebhook.js';
import { STRANGER } from './tenants.js';

/** An event of the log, as far as it is looked at closely; there are those of other features beside. */
export type HistoryEvent = Decoded<CaseEvent | ExecutionEvent | GovernanceRunEvent | ParkedWorkEvent>;

/** What there is in the end. */
export interface Evidence {
  ledger: Ledger;
  /** The whole log, in the clear. */
  history: readonly HistoryEvent[];
  /** The read model of executions. */
  executions: readonly Execution[];
  /** The read model of cases. */
  cases: readonly CaseWith<CaseDocument>[];
  /** SHA-256 of a stored file, in hex; undefined where it cannot be read. */
  hashOfFile: (key: string) => Promise<string | undefined>;
  /** What there is of what was erased. */
  erasures: Erasures;
  /** What governance runs found out, as far as it is kept. */
  governed: readonly Governed[];
  /** What searches for many faces are shown as, by the id of their job. */
  faceSearches: ReadonlyMap<string, Answered>;
  /** Ids of the searches for many faces that there are. */
  faceSearchIds: readonly string[];
  received: readonly Received[];
  /** Between these two, by a clock that is right, everything happened. */
  from: Date;
  to: Date;
  /** Schedules, and governance sets, of every minute that nobody runs any more. */
  overdue: readonly string[];
  /** Where the processes wrote what they said. */
  logFolder: string;
  /** Secret of each tenant's webhooks. */
  secrets: ReadonlyMap<string, string>;
}

/** Everything that does not hold, as sentences; none where all is as it must be. */
export async function judge(evidence: Evidence): Promise<string[]> {
  return [
    ...runsAreThere(evidence),
    ...runsStartAndEndOnce(evidence),
    ...resultsAreRight(evidence),
    ...(await inputsAreThere(evidence)),
    ...webhooksCame(evidence),
    ...nothingIsParked(evidence),
    ...(await judgeCases(evidence)),
    ...judgeErasures(evidence),
    ...judgeGovernance(evidence),
    ...judgeFaceSearches(evidence),
    ...(await judgeClocks(evidence)),
  ];
}

/**
 * A run that was answered is there under the id of the answer; a key, repeated or not, made one; none made two. One that never
 * met an engine was answered as not done: what its caller sends again is another.
 */
function runsAreThere({ ledger, executions }: Evidence): string[] {
  const tried = executions.filter(({ error }) => error !== NO_ENGINE.error);
  const byName = grouped(tried, ({ input_filename }) => input_filename ?? '');
  return ledger.runs.flatMap((run) => {
    const ids = (byName.get(filenameOf(run)) ?? []).map(({ execution_id }) => execution_id);
    if (ids.length > 1)
      return [`run ${run.number}${run.keyed ? ', which had a key,' : ''} was done ${ids.length} times`];
    if (run.execution_id !== undefined && ids[0] !== run.execution_id)
      return [`run ${run.number} was answered and is lost`];
    return [];
  });
}

const ENDS: readonly string[] = ['ExecutionCompleted', 'ExecutionFailed'];

function runsStartAndEndOnce({ history }: Evidence): string[] {
  const ofRuns = history.filter(({ stream }) => stream.startsWith('execution-'));
  return [...grouped(ofRuns, ({ stream }) => stream)].flatMap(([stream, events]) => {
    const count = (is: (event: HistoryEvent) => boolean): number => events.filter(is).length;
    const [starts, ends] = [count((e) => e.type === 'PipelineRunStarted'), count((e) => ENDS.includes(e.type))];
    const steps = events.flatMap((event) => (event.type === 'StepFinished' ? event.data.order : []));
    return [
      ...(starts === 1 ? [] : [`${stream} started ${starts} times`]),
      ...(ends === 1 ? [] : [`${stream} ended ${ends} times`]),
      ...(new Set(steps).size === steps.length ? [] : [`${stream} has a step twice`]),
    ];
  });
}

/** Said of a document whose engine process stood still until the service ended it. */
const STOOD_STILL = /took longer than 20 seconds/;

/** A run that a worker does ends well, unless the engine stood still; one whose caller waits can be cut off, and says so. */
function resultsAreRight({ ledger, executions }: Evidence): string[] {
  const runs = new Map(ledger.runs.map((run) => [filenameOf(run), run]));
  return executions.flatMap((execution) => {
    if (execution.tenant_id === STRANGER) {
      return execution.status === 'failed' ? [] : [`a hostile file is ${execution.status}: ${execution.execution_id}`];
    }
    const run = runs.get(execution.input_filename ?? '');
    if (!run) return [`${execution.execution_id} is of no run that was asked for`];
    if (execution.status === 'failed' && (run.sync || STOOD_STILL.test(execution.error ?? ''))) return [];
    const extracted = execution.result && 'extracted' in execution.result ? execution.result.extracted : {};
    const reference = (extracted as { reference?: unknown }).reference;
    return execution.status === 'completed' && reference === referenceOf(run.number)
      ? []
      : [
          `run ${run.number} is ${execution.status} with the reference ${String(reference)}: ${String(execution.error)}`,
        ];
  });
}

/** What a run was made of is there, though everything that nothing names was deleted. */
async function inputsAreThere({ history, hashOfFile }: Evidence): Promise<string[]> {
  const inputs = history.flatMap((event) => (event.type === 'PipelineRunStarted' ? event.data.input.key : []));
  const hashes = await Promise.all(inputs.map(hashOfFile));
  return inputs.flatMap((key, index) => (hashes[index] === undefined ? [`the file ${key} of a run is gone`] : []));
}

/** The outcome of each run that had a webhook came, always with the one body that a read shows, signed. */
function webhooksCame({ ledger, executions, received, secrets }: Evidence): string[] {
  const runs = new Map<string, RunNote>(ledger.runs.map((run) => [filenameOf(run), run]));
  const byId = grouped(received, ({ id }) => id);
  return executions.flatMap((execution) => {
    const came = byId.get(execution.execution_id) ?? [];
    const run = runs.get(execution.input_filename ?? '');
    if (!run?.webhook) return came.length > 0 ? [`a webhook nobody asked for came: ${execution.execution_id}`] : [];
    if (came.length === 0) return [`the webhook of run ${run.number} never came`];
    const bodies = new Set(came.map(({ body }) => body));
    const signed = came.every((one) => isSigned(secrets.get(run.tenant) ?? '', one));
    return [
      ...(bodies.size === 1 ? [] : [`the webhook of run ${run.number} came with ${bodies.size} bodies`]),
      ...(bodies.has(JSON.stringify(executionView({ ...execution, mode: 'live' })))
        ? []
        : [`the webhook of run ${run.number} says other things than a read`]),
      ...(signed ? [] : [`the webhook of run ${run.number} is signed wrongly`]),
    ];
  });
}

function nothingIsParked({ history }: Evidence): string[] {
  return history.flatMap((event) =>
    event.type === 'WorkParked' ? [`work was given up: ${JSON.stringify(event.data)}`] : [],
  );
}
