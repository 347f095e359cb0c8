import { caseRules } from '../../domain/cases/caseRules.js';
import { caseStream } from '../../domain/cases/index.js';
import type { ModelAsked } from '../../domain/documents/index.js';
import { NotNow } from '../../engines/documents/documentEngine.js';
import type { Clock } from '../../platform/clock.js';
import type { Log } from '../../platform/log.js';
import type { CaseQueries } from '../../projections/cases/caseQueries.js';
import type { UnreadCase } from '../../projections/cases/unreadCases.js';
import { type CommandHandler, committed } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import { sweep } from '../core/sweep.js';
import type { CaseDocumentReader } from './caseDocumentReader.js';
import type { CaseHandler, HandledCase } from './caseHandler.js';

/** Goes on where processes were killed. */
export interface CaseRecovery {
  /**
   * Reads documents that a process left unread when it was killed: one of each tenant in turn, of several side by side. Says how many it
   * read. A tenant of which nothing can be read now keeps no other waiting, nor does one with much to read, or what others are at.
   * Begins no more once `stopping` is aborted.
   * @throws EngineUnavailable the documents stay as they are, to be tried again
   */
  recover(context: CommandContext, stopping?: AbortSignal): Promise<Committed<number>>;
  /** Notes that a language model was shown a document of a case, or where that is left out what was said in it, where nobody told of it, whatever has become of the case. @throws DomainError `not_found` */
  noteShown(
    context: CommandContext,
    session_id: string,
    doc_id: string | undefined,
    model_asked: ModelAsked,
  ): Promise<void>;
}

/** What recovering stands on. */
export interface CaseRecoveryDeps {
  handler: Pick<CommandHandler, 'loadToErase'>;
  cases: Pick<CaseHandler, 'handle'>;
  reader: Pick<CaseDocumentReader, 'readOn'>;
  queries: Pick<CaseQueries, 'withUnreadDocuments'>;
  clock: Clock;
  log: Log;
}

/** Tenants whose documents are read side by side: one that is slow holds up a part of it only. */
const TENANTS_SIDE_BY_SIDE = 4;

/** Creates what recovers documents. */
export function createCaseRecovery({ handler, cases, reader, queries, clock, log }: CaseRecoveryDeps): CaseRecovery {
  return {
    async noteShown(context, session_id, doc_id, model_asked) {
      const at = clock().toISOString();
      // Nothing of it is sealed: what is lost of the case is no matter.
      const known = await handler.loadToErase(caseStream(session_id), caseRules);
      const command = { type: 'note_shown', doc_id, model_asked, found_untold: true, at } as const;
      await cases.handle(context, session_id, command, known);
    },

    async recover(context, stopping) {
      const handled: HandledCase[] = [];
      const turns = createTurns(queries);
      await sweep<UnreadCase>({
        ...{ name: 'unread documents', log, stopping, sideBySide: TENANTS_SIDE_BY_SIDE },
        idOf: ({ session_id }) => session_id,
        next: () => turns.next(),
        async work({ tenant_id, session_id }) {
          const read: HandledCase[] = [];
          try {
            await reader.readOn(context, session_id, read, 1);
          } catch (error) {
            if (!(error instanceof NotNow)) throw error;
            // A document that waits by itself, for a model, keeps no other case of its tenant waiting.
            if (error.forMs === undefined) turns.leaveOut(tenant_id);
          } finally {
            handled.push(...read);
            turns.end(tenant_id, { hasMore: read.some(({ events }) => events.length > 0) });
          }
        },
      });
      return committed(handled.length, ...handled);
    },
  };
}

/** Gives each tenant its turn, and another one when that is over, until there is nothing more to read of any of its cases. */
function createTurns({ withUnreadDocuments }: CaseRecoveryDeps['queries']) {
  /** The last case of each tenant of which there was nothing more to read. */
  const looked = new Map<string, UnreadCase>();
  const inTurn = new Map<string, UnreadCase>();
  const leftOut = new Set<string>();
  let over = 0;
  let oneIsOver: () => void = () => undefined;
  return {
    /** The next case of each tenant that is not in turn, also of who had none before. Waits while there are only those of tenants in turn. */
    async next(): Promise<UnreadCase[]> {
      for (;;) {
        const before = over;
        const unread = await withUnreadDocuments([...looked.values()]);
        if (over > before) continue; // it says of whose turn ended meanwhile what was before
        const next = unread.filter(({ tenant_id }) => !inTurn.has(tenant_id) && !leftOut.has(tenant_id));
        for (const one of next) inTurn.set(one.tenant_id, one);
        if (next.length > 0 || inTurn.size === 0) return next;
        await new Promise<void>((resolve) => (oneIsOver = resolve));
      }
    },
    leaveOut: (tenant: string): void => void leftOut.add(tenant),
    /** @param hasMore Whether its case may have more to read: it is looked at again, where its tenant has its next turn */
    end(tenant: string, { hasMore }: { hasMore: boolean }): void {
      const theCase = inTurn.get(tenant);
      if (theCase && !hasMore) looked.set(tenant, theCase);
      inTurn.delete(tenant);
      over++;
      oneIsOver();
    },
  };
}
