import { caseStream, type Case } from '../../domain/cases/case.js';
import { assertOwnWorld } from '../../domain/core/ownWorld.js';
import type { CaseEvent } from '../../domain/cases/caseEvents.js';
import { valuesAsRead } from '../../domain/cases/documentCorrection.js';
import { caseRules } from '../../domain/cases/caseRules.js';
import type { ErasureReason } from '../../domain/core/erasure.js';
import { replaysOfCase, replaysOfCaseStream } from '../../domain/cases/replaysOfCase.js';
import type { Clock } from '../../platform/clock.js';
import { sealedBlobKeys, sealedValues } from '../../platform/eventStore/eventCodec.js';
import type { EventMode, Position } from '../../platform/eventStore/eventStore.js';
import type { Certificates, Certified } from '../../platform/signing/certificates.js';
import { committed, committedTogether, type CommandHandler } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import { type Erasure, type ForgetDeps, type ForgetElsewhere, type Forgotten } from '../core/forget.js';
import { caseIn, type CaseHandler, type HandledCase } from './caseHandler.js';
import { forgetNamed, type SearchTexts } from '../savedSearches/searchTexts.js';
import { documentKey } from './caseUploads.js';
import { reportKeys } from './reportKeys.js';

/** What the erasure of a case did. */
export interface CaseErasure extends Erasure {
  session_id: string;
  /** The cases that did it again, which were erased with it. */
  replays: readonly string[];
}

/** Erases cases. */
export interface CaseErasing {
  /**
   * Forgets what was read and said in a case, its documents, its report, the answers that are kept of it for a replay, and
   * all of the cases that do it again, and the texts of saved searches that say what its documents said. A case that collects ends by it. Whatever else is under way in it is refused. Can be
   * repeated, and finishes then what a crash broke off. @throws DomainError `not_found`
   */
  erase(
    context: CommandContext,
    session_id: string,
    reason?: ErasureReason | null,
  ): Promise<Committed<Certified<CaseErasure>>>;
  /** A case as far as its tenant: also one of which values are lost, and with none of it opened. Undefined where there is none. */
  findToErase(session_id: string): Promise<Pick<Case, 'session_id' | 'tenant_id'> | undefined>;
}

/** What erasing stands on. */
export interface CaseErasingDeps extends ForgetDeps, ForgetElsewhere {
  handler: CommandHandler;
  cases: CaseHandler;
  clock: Clock;
  certificates: Pick<Certificates, 'issue'>;
  searchTexts: SearchTexts;
}

/** What was done to some cases, and to what hangs on them. */
type Done = Committed<unknown>[];

/** Creates what erases cases. */
export function createCaseErasing(deps: CaseErasingDeps): CaseErasing {
  const { handler, subjectKeys } = deps;

  const load = async (session_id: string): Promise<{ case: Case; mode?: EventMode } | undefined> => {
    const { state, mode } = await handler.loadToErase(caseStream(session_id), caseRules);
    return state.status === 'not_opened' ? undefined : { case: state.case, mode };
  };

  const eraseReplay = async (context: CommandContext, replay_id: string, reason: ErasureReason | null) => {
    const known = await load(replay_id);
    if (known?.case.erased) return []; // what may be left of its erasure is noted as its own
    if (!known) {
      // It may be opened at this very moment. From here on it cannot be, as it would be sealed under this key.
      await subjectKeys.erase(caseStream(replay_id));
      if (!(await load(replay_id))) return [];
    }
    return (await eraseAll(context, replay_id, reason)).done;
  };

  const eraseAll = async (
    context: CommandContext,
    session_id: string,
    reason: ErasureReason | null,
  ): Promise<{ certificate: Certified<CaseErasure>; done: Done }> => {
    const documents = (await load(session_id))?.case.documents ?? [];
    const forgetting = { context, session_id, reason, documents };
    const { done, erasure, everywhere } = await forgetCase(deps, forgetting);
    const replays = await closeReplays(deps, context, session_id);
    const failures: unknown[] = [];
    for (const replay_id of replays) {
      // One that is broken keeps none of the others.
      await eraseReplay(context, replay_id, reason).then(
        (more) => done.push(...more),
        (error: unknown) => failures.push(error),
      );
    }
    if (failures.length > 0) throw failures[0];
    // Before it counts as done: whoever finishes what a crash broke off issues it.
    const certificate = await deps.certificates.issue({ ...erasure, replays });
    if (everywhere) await subjectKeys.erasureDone(caseStream(session_id));
    return { certificate, done };
  };

  return {
    async findToErase(session_id) {
      const tenant_id = await handler.tenantOf(caseStream(session_id));
      return tenant_id === undefined ? undefined : { session_id, tenant_id };
    },

    async erase(context, session_id, reason = null) {
      // Refuses before anything is gone.
      const { case: known, mode } = (await load(session_id)) ?? { case: caseIn(caseRules.initial) };
      if (mode) assertOwnWorld(context, mode);
      // Who finishes an erasure after a crash does not know whether it is part of a test.
      const { certificate, done } = await eraseAll(
        { ...context, tenant_id: known.tenant_id, mode },
        session_id,
        reason,
      );
      return committedTogether(certificate, done);
    },
  };
}

/** A case that is to be forgotten, with what its documents say. */
interface ForgettingCase {
  context: CommandContext;
  session_id: string;
  reason: ErasureReason | null;
  documents: Case['documents'];
}

/** Forgets all that hangs on the case itself. */
async function forgetCase(
  deps: CaseErasingDeps,
  { context, session_id, reason, documents }: ForgettingCase,
): Promise<{ done: Done; erasure: Omit<CaseErasure, 'replays'>; everywhere: boolean }> {
  const stream = caseStream(session_id);
  // While it can still be read what they are told by.
  const said = documents.flatMap((document) => [document.extracted, valuesAsRead(document)]);
  const { forgotten, view_ids, texts } = await forgetNamed(deps, {
    ...{ stream, context, said, ...(reason !== null && { note: { reason } }) },
    record: (saved_searches) => {
      const at = deps.clock().toISOString();
      return deps.cases.handle(context, session_id, { type: 'erase', reason, saved_searches, at });
    },
    blobKeys: (after) => [...ownFiles(caseIn(after)), ...reportKeys(stream)],
  });
  const { position, ...erasure } = erasureOf(forgotten, view_ids.length);
  await deps.forgetAnswers(session_id);
  const everywhere = await deps.forgetRows(session_id, position);
  return { done: [committed(undefined, forgotten), ...texts], erasure, everywhere };
}

/** The ids of the replays of a case, which gets no others from here on. */
async function closeReplays(
  { handler, clock }: Pick<CaseErasingDeps, 'handler' | 'clock'>,
  context: CommandContext,
  session_id: string,
): Promise<readonly string[]> {
  const command = { type: 'close', session_id, at: clock().toISOString() } as const;
  const stream = replaysOfCaseStream(session_id);
  return (await handler.handle({ stream, decider: replaysOfCase, command, context })).state.replay_ids;
}

/** Files that are the case's own: those of a replay are the files of the case that it does again. */
const ownFiles = ({ session_id, documents }: Case): string[] =>
  documents.map(({ object_key }) => object_key).filter((key) => key.startsWith(documentKey(session_id, '')));

/** What the fact, and all that stands before it, say of an erasure. */
function erasureOf(
  { state, recorded }: Forgotten<HandledCase['state'], CaseEvent>,
  saved_searches: number,
): Omit<CaseErasure, 'replays'> & { position: Position } {
  const theCase = caseIn(state);
  const fact = recorded.findLast(({ type }) => type === 'CaseErased');
  if (!fact) throw new Error('The fact that a case was erased is not in its stream');
  const rows = 1 + theCase.documents.length + theCase.messages.length;
  const blobs = ownFiles(theCase).length + sealedBlobKeys(recorded).length;
  return {
    ...{
      session_id: theCase.session_id,
      subject: fact.stream,
      erased_at: theCase.updated_at,
      log_position: fact.position.toString(),
      position: fact.position,
    },
    erased: { values: sealedValues(recorded), blobs, rows, saved_searches },
  };
}
