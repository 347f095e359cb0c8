import type { Case } from '../../domain/cases/case.js';
import { nextCase, nextCaseStream } from '../../domain/cases/nextCase.js';
import { DomainError } from '../../domain/core/decider.js';
import type { Clock } from '../../platform/clock.js';
import { EventUnreadable } from '../../platform/eventStore/eventUnreadable.js';
import { SubjectErased } from '../../platform/sealing/subjectKeys.js';
import type { CaseQueries, WaitingCase, WaitingFilter } from '../../projections/cases/caseQueries.js';
import { committed, type CommandHandler } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import { caseIn, type CaseHandler } from './caseHandler.js';

/**
 * Gives `actor` the case that has been in review for longest among those that nobody looks at; undefined where there is none. The
 * same case is never given to two, trials are given to trials alone, and a request that is sent again is given the case that it was given before.
 * @throws DomainError `conflict` where others take all of them at the same time
 */
export type TakeNext = (
  context: CommandContext,
  filter: Omit<WaitingFilter, 'mode'>,
  actor: string,
) => Promise<Committed<Case | undefined>>;

/** What taking stands on. */
export interface TakeNextDeps {
  cases: CaseHandler;
  handler: Pick<CommandHandler, 'load' | 'handle'>;
  queries: Pick<CaseQueries, 'waiting'>;
  clock: Clock;
}

/** Cases that are looked for in one go. */
const LOOKED_AT = 20;

/** How often more of them are looked for: only cases that others took a moment ago are passed over. */
const MOST_LOOKS = 25;

type Waiting = Pick<WaitingCase, 'session_id' | 'tenant_id'>;

/** Creates what gives people the next case. */
export function createTakeNext(deps: TakeNextDeps): TakeNext {
  const { queries } = deps;
  return async (context, filter, actor) => {
    const again = await takenBefore(deps, context, actor);
    if (again) return again;
    const wanted: WaitingFilter = { ...filter, mode: context.mode ?? 'live' };
    let after: WaitingCase | undefined;
    for (let look = 0; look < MOST_LOOKS; look += 1) {
      const waiting = await queries.waiting(wanted, LOOKED_AT, after);
      if (waiting.length === 0) return committed(undefined);
      for (const one of waiting) {
        await reserve(deps, context, one);
        const taken = await take(deps, context, one, actor);
        if (taken) return taken;
      }
      after = waiting.at(-1);
    }
    throw new DomainError('conflict', 'Others take cases at the same time; try again');
  };
}

/**
 * Undefined where somebody was faster, it is no longer in review, as read models are late, or it cannot be opened: one that is lost keeps none of
 * the others from being taken.
 */
async function take(
  { cases, clock }: TakeNextDeps,
  context: CommandContext,
  { session_id, tenant_id }: Waiting,
  actor: string,
): Promise<Committed<Case> | undefined> {
  const command = { type: 'assign', assignee: actor, take: true, at: clock().toISOString() } as const;
  try {
    const taken = await cases.handle({ ...context, tenant_id }, session_id, command);
    return committed(caseIn(taken.state), taken);
  } catch (error) {
    if (error instanceof DomainError && error.reason === 'conflict') return undefined;
    if (error instanceof EventUnreadable || error instanceof SubjectErased) return undefined;
    throw error;
  }
}

/** Notes which case is about to be taken, where the request can be sent again. */
async function reserve(
  { handler, clock }: TakeNextDeps,
  context: CommandContext,
  { session_id, tenant_id }: Waiting,
): Promise<void> {
  if (context.command_id === undefined) return;
  await handler.handle({
    ...{ stream: nextCaseStream(context.command_id), decider: nextCase, context: { ...context, tenant_id } },
    command: { type: 'reserve', tenant_id, session_id, at: clock().toISOString() },
  });
}

/** What this very request took, or was about to take, before it was sent again; undefined where others took that since. */
async function takenBefore(
  deps: TakeNextDeps,
  context: CommandContext,
  actor: string,
): Promise<Committed<Case> | undefined> {
  if (context.command_id === undefined) return undefined;
  const { state } = await deps.handler.load(nextCaseStream(context.command_id), nextCase);
  return state.reserved ? take(deps, context, state.reserved, actor) : undefined;
}
