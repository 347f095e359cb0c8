import { TooMuchWaiting } from '../../engines/documents/documentEngine.js';
import type { Log } from '../../platform/log.js';
import type { CaseQueries } from '../../projections/cases/caseQueries.js';
import { committed } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import { sweep } from '../core/sweep.js';
import type { CaseDocumentReader } from './caseDocumentReader.js';
import type { HandledCase } from './caseHandler.js';

/** Goes on where processes were killed. */
export interface CaseRecovery {
  /**
   * Reads documents that a process left unread when it was killed. Says how many it read. A tenant of which the engine takes no more now
   * keeps no other waiting.
   * @throws EngineUnavailable the documents stay as they are, to be tried again
   */
  recover(context: CommandContext): Promise<Committed<number>>;
}

/** What recovering stands on. */
export interface CaseRecoveryDeps {
  reader: Pick<CaseDocumentReader, 'readOn'>;
  queries: Pick<CaseQueries, 'withUnreadDocuments'>;
  log: Log;
}

/** Cases that are looked at in one go. */
const RECOVERED_AT_ONCE = 20;

/** Creates what recovers documents. */
export function createCaseRecovery({ reader, queries, log }: CaseRecoveryDeps): CaseRecovery {
  return {
    async recover(context) {
      const handled: HandledCase[] = [];
      const full = new Set<string>();
      await sweep({
        ...{ name: 'unread documents', log },
        next: (cases) => queries.withUnreadDocuments(RECOVERED_AT_ONCE, { cases, tenants: [...full] }),
        work: (session_id) =>
          reader.readOn(context, session_id, handled).catch((error: unknown) => {
            if (!(error instanceof TooMuchWaiting)) throw error;
            full.add(error.tenant_id);
          }),
      });
      return committed(handled.length, ...handled);
    },
  };
}
