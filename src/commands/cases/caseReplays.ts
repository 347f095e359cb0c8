import { isUnread } from '../../domain/cases/case.js';
import type { Clock } from '../../platform/clock.js';
import { GIVEN_UP } from '../documents/readWithEngine.js';
import { committed } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import type { CaseDocumentReader } from './caseDocumentReader.js';
import { caseIn, type CaseHandler, type HandledCase } from './caseHandler.js';
import { OTHER_READER_MS, untilSome } from './untilSome.js';

/** Reads what replays have to read, and sets them beside what was before. */
export interface CaseReplays {
  /**
   * Reads what a replay has to read, and sets it beside what was before. Harmless when it was done.
   * @throws EngineUnavailable the documents stay as they are, to be tried again
   * @throws HeldElsewhere when another process reads documents of it and does not come to an end
   */
  processReplay(context: CommandContext, session_id: string): Promise<Committed<void>>;
  /** Fails what a replay still has to read: nobody is going to. */
  giveUpReplay(context: CommandContext, session_id: string): Promise<Committed<void>>;
}

/** What replays stand on. */
export interface CaseReplaysDeps {
  cases: CaseHandler;
  reader: Pick<CaseDocumentReader, 'readOn' | 'finish'>;
  clock: Clock;
  /** For tests: how long another process is waited for, in milliseconds. */
  patienceMs?: number;
}

/** Creates what works on replays. */
export function createCaseReplays(deps: CaseReplaysDeps): CaseReplays {
  const { cases, reader, patienceMs = OTHER_READER_MS } = deps;
  return {
    async processReplay(context, session_id) {
      const handled: HandledCase[] = [];
      await untilSome(patienceMs, async () => (await reader.readOn(context, session_id, handled)) || undefined);
      return committed(undefined, ...handled, ...(await compareReplay(deps, context, session_id)));
    },

    async giveUpReplay(context, session_id) {
      const { documents } = caseIn((await cases.load(session_id)).state);
      const handled: HandledCase[] = [];
      for (const { doc_id } of documents.filter(isUnread)) {
        handled.push(await reader.finish(context, session_id, doc_id, GIVEN_UP));
      }
      return committed(undefined, ...handled, ...(await compareReplay(deps, context, session_id)));
    },
  };
}

/** Sets a replay whose documents were all read beside the case that it does again; once. */
async function compareReplay(
  { cases, clock }: Pick<CaseReplaysDeps, 'cases' | 'clock'>,
  context: CommandContext,
  session_id: string,
): Promise<HandledCase[]> {
  const theCase = caseIn((await cases.load(session_id)).state);
  if (theCase.replay_of === null || theCase.comparison !== null) return [];
  const before = caseIn((await cases.load(theCase.replay_of)).state);
  return [await cases.handle(context, session_id, { type: 'compare_replay', before, at: clock().toISOString() })];
}
