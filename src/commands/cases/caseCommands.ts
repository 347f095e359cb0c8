import type { CommandHandler } from '../core/commandHandler.js';
import { createCaseDocuments, type CaseDocuments, type CaseDocumentsDeps } from './caseDocuments.js';
import { createCaseEnding, type CaseEnding, type CaseEndingDeps } from './caseEnding.js';
import { createCaseHandler } from './caseHandler.js';
import { createCaseMessages, type CaseMessages, type CaseMessagesDeps } from './caseMessages.js';
import { createCaseOpener, type CaseOpener, type CaseOpenerDeps } from './openCase.js';

/** What can be asked of cases. */
export type CaseCommands = CaseOpener & CaseDocuments & CaseEnding & CaseMessages;

/** What the commands of cases stand on. */
export type CaseCommandsDeps = { handler: CommandHandler } & Omit<
  CaseOpenerDeps & CaseDocumentsDeps & CaseEndingDeps & CaseMessagesDeps,
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
  const documents = createCaseDocuments(known);
  return {
    ...createCaseOpener(known),
    ...documents,
    ...createCaseEnding(known),
    ...createCaseMessages(known, documents),
  };
}
