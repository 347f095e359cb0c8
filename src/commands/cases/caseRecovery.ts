import type { CaseQueries } from '../../projections/cases/caseQueries.js';
import { committed } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import { sweep } from '../core/sweep.js';
import { createCaseDocumentReader, type CaseDocumentReaderDeps } from './caseDocumentReader.js';
import type { HandledCase } from './caseHandler.js';

/** Goes on where processes were killed. */
export interface CaseRecovery {
  /**
   * Reads documents that a process left unread when it was killed. Says how many it read.
   * @throws EngineUnavailable the documents stay as they are, to be tried again
   */
  recover(context: CommandContext): Promise<Committed<number>>;
}

/** What recovering stands on. */
export interface CaseRecoveryDeps extends CaseDocumentReaderDeps {
  queries: Pick<CaseQueries, 'withUnreadDocuments'>;
}

/** Cases that are looked at in one go. */
const RECOVERED_AT_ONCE = 20;

/** Creates what recovers documents. */
export function createCaseRecovery(deps: CaseRecoveryDeps): CaseRecovery {
  const { readOn } = createCaseDocumentReader(deps);
  return {
    async recover(context) {
      const handled: HandledCase[] = [];
      await sweep({
        ...{ name: 'unread documents', log: deps.log },
        next: (except) => deps.queries.withUnreadDocuments(RECOVERED_AT_ONCE, except),
        work: (session_id) => readOn(context, session_id, handled),
      });
      return committed(handled.length, ...handled);
    },
  };
}
