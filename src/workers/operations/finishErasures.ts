import type { Commands } from '../../commands/core/commands.js';
import type { CommandContext } from '../../commands/core/context.js';
import { sweep } from '../../commands/core/sweep.js';
import { blocklistEntryStream } from '../../domain/blocklist/index.js';
import { caseStream } from '../../domain/cases/index.js';
import { ERASURE_REASONS } from '../../domain/core/erasure.js';
import { executionStream } from '../../domain/executions/index.js';
import { registeredFaceStream } from '../../domain/faces/index.js';
import { savedSearchStream } from '../../domain/savedSearches/index.js';
import { typeExampleStream } from '../../domain/typeExamples/index.js';
import { webhookDeliveryStream } from '../../domain/webhooks/index.js';
import type { Log } from '../../platform/log.js';
import type { ErasureNote, SubjectKeys } from '../../platform/sealing/subjectKeys.js';

/** How long whoever erases something is left alone with it: most are done in a second. */
const LEFT_ALONE_SECONDS = 60;
/** Erasures that are looked at in one go. */
const AT_ONCE = 100;

/** What finishing erasures stands on. */
export interface FinishErasuresDeps {
  commands: {
    cases: Pick<Commands['cases'], 'erase'>;
    executions: Pick<Commands['executions'], 'erase'>;
    blocklist: Pick<Commands['blocklist'], 'remove'>;
    faceRegistry: Pick<Commands['faceRegistry'], 'removeRegistration'>;
    savedSearches: Pick<Commands['savedSearches'], 'remove' | 'eraseTexts'>;
    typeExamples: Pick<Commands['typeExamples'], 'remove'>;
  };
  subjectKeys: Pick<SubjectKeys, 'unfinishedErasures'>;
  log: Log;
  /** No other is begun once it is aborted. */
  stopping?: AbortSignal;
  /** For tests: `LEFT_ALONE_SECONDS`. */
  seconds?: number;
}

/**
 * Does what is left of erasures that were broken off after the key was gone, or wait for what may not come to them, in the name
 * of who asked for them.
 */
export async function finishErasures(deps: FinishErasuresDeps): Promise<void> {
  const { subjectKeys, log, stopping, seconds = LEFT_ALONE_SECONDS } = deps;
  const notes = new Map<string, ErasureNote>();
  await sweep<string>({
    ...{ name: 'unfinished erasures', log, stopping },
    idOf: (subject) => subject,
    async next() {
      // One that waits for what moves is named until that has come past it, and keeps none of the others waiting.
      const found = await subjectKeys.unfinishedErasures({ seconds, limit: AT_ONCE, except: [...notes.keys()] });
      for (const { subject, note } of found) notes.set(subject, note);
      return found.map(({ subject }) => subject);
    },
    async work(subject) {
      await finish(deps, subject, notes.get(subject) ?? {});
      log.warn({ subject }, 'what was left of an erasure was done');
    },
  });
}

/** The streams of what can be erased, up to its id. */
const [CASE, EXECUTION, DELIVERY] = [caseStream(''), executionStream(''), webhookDeliveryStream('')];
const [ENTRY, FACE, VIEW] = [blocklistEntryStream(''), registeredFaceStream(''), savedSearchStream('')];
const EXAMPLE = typeExampleStream('');

async function finish({ commands }: FinishErasuresDeps, subject: string, note: ErasureNote): Promise<void> {
  const context = contextOfErasure(subject, note);
  const id = (kind: string): string => subject.slice(kind.length);
  const reason = ERASURE_REASONS.find((one) => one === note['reason']) ?? null;
  if (subject.startsWith(CASE)) await commands.cases.erase(context, id(CASE), reason);
  else if (subject.startsWith(EXECUTION)) await commands.executions.erase(context, id(EXECUTION), reason);
  // A delivery is erased with the execution that it tells of, and has its id.
  else if (subject.startsWith(DELIVERY)) await commands.executions.erase(context, id(DELIVERY));
  else if (subject.startsWith(ENTRY)) await commands.blocklist.remove(context, id(ENTRY));
  else if (subject.startsWith(FACE)) await commands.faceRegistry.removeRegistration(context, id(FACE));
  // One that lost its texts with somebody whom they named is there still; one that was deleted is not.
  else if (subject.startsWith(VIEW) && note['erased_with'] !== undefined)
    await commands.savedSearches.eraseTexts(context, id(VIEW), note['erased_with']);
  else if (subject.startsWith(VIEW)) await commands.savedSearches.remove(context, id(VIEW));
  else if (subject.startsWith(EXAMPLE)) await commands.typeExamples.remove(context, id(EXAMPLE));
  else throw new Error(`Nobody knows how to finish the erasure of ${subject}`);
}

const contextOfErasure = (
  subject: string,
  { tenant_id, actor, correlation_id, causation_id }: ErasureNote,
): CommandContext => ({
  ...{ tenant_id: tenant_id ?? '', actor: actor ?? 'worker:erasures' },
  ...{ correlation_id: correlation_id ?? subject, causation_id: causation_id ?? subject },
});
