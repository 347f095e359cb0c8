import type { CaseEvent } from '../../domain/cases/index.js';
import type { Fold } from '../core/projection.js';

/** The folds of a table whose rows every event of a case changes, in one way: to leave an event out does not compile. */
export const onEveryCaseEvent = <Row>(
  fold: Fold<Row, CaseEvent>,
): { readonly [Type in CaseEvent['type']]: Fold<Row, CaseEvent> } => ({
  CaseOpened: fold,
  CaseReplayRequested: fold,
  CaseReplayCompared: fold,
  DocumentReceived: fold,
  DocumentProcessed: fold,
  DocumentFailed: fold,
  DocumentShownToModel: fold,
  CaseCompleted: fold,
  CaseDecided: fold,
  CaseAssigned: fold,
  CaseNoteAdded: fold,
  DocumentsRequested: fold,
  DocumentCorrected: fold,
  WatchlistHitFound: fold,
  CaseExpired: fold,
  MessageReceived: fold,
  MessageSent: fold,
  CaseErased: fold,
});
