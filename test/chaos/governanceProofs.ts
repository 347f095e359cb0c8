import { caseStream } from '../../src/domain/cases/case.js';
import { grouped } from './grouped.js';
import type { Evidence, HistoryEvent } from './proofs.js';
import type { Received } from './receiver.js';
import { isSigned } from './signedWebhook.js';

/** What governance runs are judged by. */
export type GovernanceEvidence = Pick<Evidence, 'ledger' | 'history' | 'governed' | 'received' | 'secrets'>;

/** That a run found out how a document stands. */
export interface Governed {
  run_id: string;
  session_id: string;
  doc_id: string;
}

/** Everything about governance runs that does not hold, as sentences; none where all is as it must be. */
export function judgeGovernance(evidence: GovernanceEvidence): string[] {
  const runs = runsIn(evidence);
  const documents = documentsIn(evidence);
  return [
    ...runs.flatMap(runEndsOnce),
    ...ticksRunOnce(runs),
    ...triggersRunOnce(evidence, runs),
    ...runs.flatMap((run) => documentsAreJudgedOnce(evidence, run, documents)),
    ...endIsTold(evidence, runs),
  ];
}

type Happened<Type extends HistoryEvent['type']> = Extract<HistoryEvent, { type: Type }>;

/** A run as the log has it. */
interface Run {
  run_id: string;
  begun: readonly Happened<'GovernanceRunBegun'>[];
  ended: readonly Happened<'GovernanceRunEnded'>[];
}

function runsIn({ history }: GovernanceEvidence): Run[] {
  const ofRuns = history.filter(
    (event): event is Happened<'GovernanceRunBegun' | 'GovernanceRunEnded'> =>
      event.type === 'GovernanceRunBegun' || event.type === 'GovernanceRunEnded',
  );
  return [...grouped(ofRuns, ({ data }) => data.run_id)].map(([run_id, events]) => ({
    run_id,
    begun: events.filter((event) => event.type === 'GovernanceRunBegun'),
    ended: events.filter((event) => event.type === 'GovernanceRunEnded'),
  }));
}

/** It began and ended once, all of it was looked at, and no document could not be judged: whatever was away is back. */
function runEndsOnce({ run_id, begun, ended }: Run): string[] {
  const about = `the governance run ${run_id}`;
  return [
    ...(begun.length === 1 ? [] : [`${about} began ${begun.length} times`]),
    ...(ended.length === 1 ? [] : [`${about} ended ${ended.length} times`]),
    ...ended.flatMap(({ data: { status, error, error_count } }) => [
      ...(status === 'completed' ? [] : [`${about} is ${status}: ${String(error)}`]),
      ...(error_count === 0 ? [] : [`${about} could not judge ${error_count} documents`]),
    ]),
  ];
}

/** Of a tick there is one run, and none before its time. */
function ticksRunOnce(runs: readonly Run[]): string[] {
  const ofTicks = runs.flatMap(({ begun }) => begun.map(({ data }) => data)).filter(({ tick }) => tick !== null);
  const byTick = grouped(ofTicks, ({ governance_id, tick }) => `${governance_id} at ${tick}`);
  return [
    ...[...byTick].flatMap(([tick, { length }]) => (length === 1 ? [] : [`the set ${tick} was run ${length} times`])),
    ...ofTicks
      .filter(({ tick, started_at }) => Date.parse(tick ?? '') > Date.parse(started_at))
      .map(({ run_id, tick, started_at }) => `the run ${run_id} of ${tick} began at ${started_at}, before its time`),
  ];
}

/** Each that was asked for is there, and none that nobody asked for. */
function triggersRunOnce({ ledger }: GovernanceEvidence, runs: readonly Run[]): string[] {
  const told = new Set(ledger.triggers.map(({ run_id }) => run_id));
  const there = new Set(runs.map(({ run_id }) => run_id));
  const byHand = runs.filter(({ begun }) => begun.some(({ data }) => data.trigger === 'manual'));
  return [
    ...ledger.triggers.flatMap(({ number, run_id }) =>
      run_id === undefined || there.has(run_id) ? [] : [`trigger ${number} was answered and is lost`],
    ),
    ...byHand.flatMap(({ run_id }) => (told.has(run_id) ? [] : [`nobody was told of the governance run ${run_id}`])),
  ];
}

/** A document that was read. */
interface ReadDocument {
  doc_id: string;
  session_id: string;
  tenant_id: string;
  document_type: string;
  /** ISO 8601 */
  received_at: string;
  /** Where the log says that it was read. */
  position: bigint;
  /** Where the log says that its case was erased; undefined where it is not. */
  erased: bigint | undefined;
}

function documentsIn({ history }: GovernanceEvidence): ReadDocument[] {
  const received = new Map<string, string>();
  const erased = new Map<string, bigint>();
  for (const event of history) {
    if (event.type === 'DocumentReceived') received.set(nameOf(event.data), event.data.received_at);
    if (event.type === 'CaseErased') erased.set(event.stream, event.position);
  }
  const read = history.filter((event): event is Happened<'DocumentProcessed'> => event.type === 'DocumentProcessed');
  return read.map(({ data, position, metadata: { tenant_id } }) => ({
    ...{ doc_id: data.doc_id, session_id: data.session_id, tenant_id, document_type: data.document_type },
    ...{ received_at: received.get(nameOf(data)) ?? '', position, erased: erased.get(caseStream(data.session_id)) },
  }));
}

const nameOf = ({ session_id, doc_id }: { session_id: string; doc_id: string }): string => `${session_id} ${doc_id}`;

/**
 * What had been read when the run began is judged, once; what was read while it went on may be, and nothing else is. It counts each of them
 * once: what was erased since is counted and kept no more, and of what was erased meanwhile nobody knows.
 */
function documentsAreJudgedOnce(
  { governed }: GovernanceEvidence,
  { run_id, begun: [begun], ended: [ended] }: Run,
  documents: readonly ReadDocument[],
): string[] {
  if (!begun || !ended) return [];
  const { tenant_id, context_id, started_at } = begun.data;
  const chosen = documents.filter(
    (one) =>
      one.tenant_id === tenant_id &&
      one.document_type === context_id &&
      Date.parse(one.received_at) <= Date.parse(started_at) &&
      one.position < ended.position,
  );
  const [kept, gone] = [chosen.filter(({ erased }) => !erased), chosen.filter(({ erased }) => erased)];
  const rows = governed.filter((row) => row.run_id === run_id).map(nameOf);
  const [judged, there] = [new Set(rows), new Set(kept.map(nameOf))];
  const wasRead = ({ position }: ReadDocument): boolean => position < begun.position;
  const least = rows.length + gone.filter((one) => wasRead(one) && (one.erased ?? 0n) > ended.position).length;
  const most = rows.length + gone.filter(({ erased }) => (erased ?? 0n) > begun.position).length;
  const { total_docs } = ended.data;
  const about = `the governance run ${run_id}`;
  return [
    ...kept.filter((one) => wasRead(one) && !judged.has(nameOf(one))).map((one) => `${about} missed ${nameOf(one)}`),
    ...[...judged].filter((name) => !there.has(name)).map((name) => `${about} judged ${name}, which is none of it`),
    ...(judged.size === rows.length ? [] : [`${about} judged ${rows.length - judged.size} documents twice`]),
    ...(total_docs >= least && total_docs <= most
      ? []
      : [`${about} counted ${total_docs} documents, and judged ${least === most ? least : `${least} to ${most}`}`]),
  ];
}

/** What a receiver is told of a run. */
export const runTold = ({ body }: Pick<Received, 'body'>): string | undefined => {
  const { type, data } = JSON.parse(body) as { type?: string; data?: { run_id?: string } };
  return type === 'governance.completed' ? data?.run_id : undefined;
};

/** The end of each run is told, in one webhook with one body, signed; and nothing of any other. */
function endIsTold({ ledger, received, secrets }: GovernanceEvidence, runs: readonly Run[]): string[] {
  if (ledger.sets.length === 0) return [];
  const told = grouped(received, (one) => runTold(one) ?? '');
  told.delete('');
  const others = [...told.keys()].filter((run_id) => !runs.some((run) => run.run_id === run_id));
  return [
    ...others.map((run_id) => `the end of a run that there is not was told: ${run_id}`),
    ...runs.flatMap(({ run_id, ended: [ended] }) => {
      if (!ended) return [];
      const came = told.get(run_id) ?? [];
      const about = `the end of the governance run ${run_id}`;
      if (came.length === 0) return [`${about} was never told`];
      const [ids, bodies] = [new Set(came.map(({ id }) => id)), new Set(came.map(({ body }) => body))];
      const { tenant_id, status, total_docs } = ended.data;
      const { data } = JSON.parse(came[0]!.body) as { data: Partial<typeof ended.data> };
      return [
        ...(ids.size === 1 ? [] : [`${about} was told in ${ids.size} webhooks`]),
        ...(bodies.size === 1 ? [] : [`${about} was told with ${bodies.size} bodies`]),
        ...(data.status === status && data.total_docs === total_docs ? [] : [`${about} was told otherwise than it is`]),
        ...(came.every((one) => isSigned(secrets.get(tenant_id) ?? '', one)) ? [] : [`${about} is signed wrongly`]),
      ];
    }),
  ];
}

/** How long ago the newest tick of a set of every minute may be before the next is overdue, in milliseconds. */
const OVERDUE_MS = 90_000;

/** Sets of every minute whose newest tick is long ago: those that nobody runs any more. @param now a clock that is right */
export function overdueSets(
  { ledger }: Pick<GovernanceEvidence, 'ledger'>,
  runs: readonly { governance_id: string; tick: string | null }[],
  now: Date,
): string[] {
  return ledger.sets.flatMap(({ governance_id, scheduled }) => {
    const ticks = runs.flatMap((run) => (run.governance_id === governance_id ? (run.tick ?? []) : []));
    const newest = Math.max(0, ...ticks.map((tick) => Date.parse(tick)));
    return scheduled && newest < now.getTime() - OVERDUE_MS ? [`the governance set ${governance_id}`] : [];
  });
}
