import type { CommandHandler } from '../core/commandHandler.js';
import { createCaseEnding, type CaseEnding, type CaseEndingDeps } from './caseEnding.js';
import { createCaseHandler } from './caseHandler.js';
import { createCaseMessages, type CaseMessages, type CaseMessagesDeps } from './caseMessages.js';
import { createCaseRecovery, type CaseRecovery, type CaseRecoveryDeps } from './caseRecovery.js';
import { createCaseReplays, type CaseReplays, type CaseReplaysDeps } from './caseReplays.js';
import { createCaseUploads, type CaseUploads, type CaseUploadsDeps } from './caseUploads.js';
import { createCaseOpener, type CaseOpener, type CaseOpenerDeps } from './openCase.js';

/** What can be asked of cases. */
export type CaseCommands = CaseOpener & CaseUploads & CaseReplays & CaseRecovery & CaseEnding & CaseMessages;

/** What the commands of cases stand on. */
export type CaseCommandsDeps = { handler: CommandHandler } & Omit<
  CaseOpenerDeps & CaseUploadsDeps & CaseReplaysDeps & CaseRecoveryDeps & CaseEndingDeps & CaseMessagesDeps,
  'cases'
>;

declare module '../core/commands.js' {
  interface Commands {
    cases: CaseCommands;
  }
}

/** Creates the commands of cases. */
export function createCaseCommands(deps: CaseCommandsDeps): CaseCommands {
  const known = { ...deps, cases: createCaseHandler(deps.handler) };
  const uploads = createCaseUploads(known);
  return {
    ...createCaseOpener(known),
    ...uploads,
    ...createCaseReplays(known),
    ...createCaseRecovery(known),
    ...createCaseEnding(known),
    ...createCaseMessages(known, uploads),
  };
}
