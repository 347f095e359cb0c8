import { caseStream } from '../../domain/cases/case.js';
import { caseRetainedUntil } from '../../domain/cases/caseRetention.js';
import { caseRules } from '../../domain/cases/caseRules.js';
import { replaysOfCase, replaysOfCaseStream } from '../../domain/cases/replaysOfCase.js';
import type { Clock } from '../../platform/clock.js';
import type { Log } from '../../platform/log.js';
import type { CaseQueries } from '../../projections/cases/caseQueries.js';
import type { CommandHandler } from '../core/commandHandler.js';
import type { CommandContext } from '../core/context.js';
import { eraseRetained } from '../core/eraseRetained.js';
import type { CaseErasing } from './eraseCase.js';

/** Ends the time for which cases are kept. */
export interface CaseRetention {
  /**
   * Erases the cases that were kept for as long as the agent says that they keep to, of each tenant in turn; a case that still
   * collects is left, and so is one that a case that still collects does again. Says how many. Begins no more once `stopping` is aborted.
   */
  eraseRetained(context: CommandContext, stopping?: AbortSignal): Promise<number>;
}

/** What that stands on. */
export interface CaseRetentionDeps {
  handler: Pick<CommandHandler, 'load' | 'loadToErase'>;
  queries: Pick<CaseQueries, 'retained'>;
  clock: Clock;
  log: Log;
}

/** Creates it. */
export function createCaseRetention(
  { handler, queries, clock, log }: CaseRetentionDeps,
  erasing: Pick<CaseErasing, 'erase'>,
): CaseRetention {
  const load = async (session_id: string) => {
    // What of it is lost is no reason to keep the rest.
    const { state } = await handler.loadToErase(caseStream(session_id), caseRules);
    return state.status === 'not_opened' ? undefined : state.case;
  };
  const isDoneAgain = async (session_id: string): Promise<boolean> => {
    const { replay_ids } = (await handler.load(replaysOfCaseStream(session_id), replaysOfCase)).state;
    for (const id of replay_ids) {
      const replay = await load(id);
      if (replay && !replay.erased && (replay.status === 'collecting' || (await isDoneAgain(id)))) return true;
    }
    return false;
  };
  return {
    eraseRetained: (context, stopping) =>
      eraseRetained({
        ...{ name: 'cases past their retention', log, stopping, until: clock(), retained: queries.retained },
        async erase(session_id) {
          const theCase = await load(session_id);
          const until = theCase && caseRetainedUntil(theCase);
          // Somebody may have gone on with it, or with a replay of it, which would be erased with it.
          if (!until || until > clock().toISOString() || (await isDoneAgain(session_id))) return false;
          await erasing.erase(context, session_id, 'retention_ended');
          return true;
        },
      }),
  };
}
