import { caseStream, type Case } from '../../domain/cases/case.js';
import type { CaseEvent } from '../../domain/cases/caseEvents.js';
import type { CaseCommand, CaseState } from '../../domain/cases/caseCommand.js';
import { caseRules } from '../../domain/cases/caseRules.js';
import { noneWithThisId } from '../../domain/core/decider.js';
import type { CommandHandler, Handled, Loaded } from '../core/commandHandler.js';
import type { CommandContext } from '../core/context.js';

/** What a command did to a case. */
export type HandledCase = Handled<CaseState, CaseEvent>;

/** Runs the commands of cases, those of one case one after the other. */
export interface CaseHandler {
  /**
   * For the tenant of the case, whoever asks. `known` is the case as it was read before, which saves reading it again; with `ifRevision` it
   * has to be at one of these revisions of its stream.
   * @throws DomainError
   */
  handle(
    context: CommandContext,
    session_id: string,
    command: CaseCommand,
    known?: Loaded<CaseState>,
    ifRevision?: readonly bigint[],
  ): Promise<HandledCase>;
  load(session_id: string): Promise<Loaded<CaseState>>;
  /** What this very request did to a case before, where it is repeated. */
  handledBefore(context: CommandContext, session_id: string): Promise<HandledCase | undefined>;
}

/**
 * Creates the handler of cases. Many write to one case at the same time: uploads, and what comes of them. Where they
 * took turns only by conflicts of revisions, the last of twenty would be refused.
 */
export function createCaseHandler(handler: CommandHandler): CaseHandler {
  const queues = new Map<string, Promise<unknown>>();

  // A mutex of a library (`async-mutex`, `p-limit` with one place) is for one key: the map, and when to take a case out of it,
  // would be here all the same.
  const inTurn = async <Value>(session_id: string, work: () => Promise<Value>): Promise<Value> => {
    const before = queues.get(session_id) ?? Promise.resolve();
    const turn = before.then(work, work);
    queues.set(session_id, turn);
    try {
      return await turn;
    } finally {
      if (queues.get(session_id) === turn) queues.delete(session_id);
    }
  };

  const load: CaseHandler['load'] = (session_id) => handler.load(caseStream(session_id), caseRules);

  return {
    load,
    handledBefore: (context, session_id) => handler.handledBefore(caseStream(session_id), caseRules, context),
    handle: (context, session_id, command, given, ifRevision) =>
      inTurn(session_id, async () => {
        const known = given ?? (command.type === 'open' ? NOT_OPENED : await load(session_id));
        const tenant_id = known.state.status === 'not_opened' ? context.tenant_id : known.state.case.tenant_id;
        return handler.handle({
          ...{ stream: caseStream(session_id), decider: caseRules, command, known, once: ONCE.has(command.type) },
          ...{ context: { ...context, tenant_id }, ifRevision },
        });
      }),
  };
}

/** Commands that are the whole of a request: where it is repeated, they would be refused, or undo what others did since. */
const ONCE: ReadonlySet<CaseCommand['type']> = new Set([
  ...(['complete', 'decide', 'request_documents', 'assign', 'correct'] as const),
]);

const NOT_OPENED: Loaded<CaseState> = { state: caseRules.initial, revision: 'no_stream' };

/** The case as it is in a state. @throws DomainError `not_found` where there is none */
export function caseIn(state: CaseState): Case {
  if (state.status === 'not_opened') throw noneWithThisId('case');
  return state.case;
}

/** A case as it is, whatever of it is lost; undefined where there is none, or it is erased. */
export async function unerasedCase(
  handler: Pick<CommandHandler, 'loadToErase'>,
  session_id: string,
): Promise<Case | undefined> {
  const { state } = await handler.loadToErase(caseStream(session_id), caseRules);
  return state.status === 'not_opened' || state.case.erased ? undefined : state.case;
}
