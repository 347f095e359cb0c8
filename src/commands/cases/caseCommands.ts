import type { CommandHandler } from '../core/commandHandler.js';
import { createCaseCorrections, type CaseCorrections, type CaseCorrectionsDeps } from './caseCorrections.js';
import { createCaseDocumentReader, type CaseDocumentReaderDeps } from './caseDocumentReader.js';
import { createCaseEnding, type CaseEnding, type CaseEndingDeps } from './caseEnding.js';
import { createCaseErasing, type CaseErasing, type CaseErasingDeps } from './eraseCase.js';
import { createCaseHandler } from './caseHandler.js';
import { createCaseRetention, type CaseRetention, type CaseRetentionDeps } from './caseRetention.js';
import { createCaseMessages, type CaseMessages, type CaseMessagesDeps } from './caseMessages.js';
import { createCaseRecovery, type CaseRecovery, type CaseRecoveryDeps } from './caseRecovery.js';
import { createCaseReplays, type CaseReplays, type CaseReplaysDeps } from './caseReplays.js';
import { createCaseReview, type CaseReview, type CaseReviewDeps } from './caseReview.js';
import { type CaseWatchlistHits, type CaseWatchlistHitsDeps, createCaseWatchlistHits } from './caseWatchlistHits.js';
import { createSeenBefore, type SeenBeforeDeps } from './seenBefore.js';
import { createFaceMatching, type FaceMatchingDeps } from '../documents/faceMatching.js';
import { createCaseUploads, type CaseUploads, type CaseUploadsDeps } from './caseUploads.js';
import { createCaseOpener, type CaseOpener, type CaseOpenerDeps } from './openCase.js';

/** What can be asked of cases. */
export type CaseCommands = CaseOpener &
  CaseUploads &
  CaseReplays &
  CaseRecovery &
  CaseEnding &
  CaseMessages &
  CaseReview &
  CaseCorrections &
  CaseWatchlistHits &
  CaseErasing &
  CaseRetention;

/** What the commands of cases stand on. */
export type CaseCommandsDeps = { handler: CommandHandler } & Omit<
  CaseOpenerDeps &
    CaseDocumentReaderDeps &
    CaseUploadsDeps &
    CaseReplaysDeps &
    CaseRecoveryDeps &
    CaseEndingDeps &
    CaseMessagesDeps &
    CaseReviewDeps &
    CaseCorrectionsDeps &
    CaseWatchlistHitsDeps &
    CaseErasingDeps &
    CaseRetentionDeps &
    SeenBeforeDeps &
    FaceMatchingDeps,
  'cases' | 'reader' | 'seenBefore' | 'faceMatching'
>;

declare module '../core/commands.js' {
  interface Commands {
    cases: CaseCommands;
  }
}

/** Creates the commands of cases. */
export function createCaseCommands(deps: CaseCommandsDeps): CaseCommands {
  const cases = createCaseHandler(deps.handler);
  const seenBefore = createSeenBefore({ ...deps, cases });
  const parts = { ...deps, cases, seenBefore, faceMatching: createFaceMatching(deps) };
  const known = { ...parts, reader: createCaseDocumentReader(parts) };
  const uploads = createCaseUploads(known);
  const erasing = createCaseErasing(known);
  return {
    ...createCaseOpener(known),
    ...uploads,
    ...createCaseReplays(known),
    ...createCaseRecovery(known),
    ...createCaseEnding(known),
    ...createCaseMessages(known, uploads),
    ...createCaseReview(known),
    ...createCaseCorrections(known),
    ...createCaseWatchlistHits(known),
    ...erasing,
    ...createCaseRetention(known, erasing),
  };
}
