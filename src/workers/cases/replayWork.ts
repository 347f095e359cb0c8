import type { CaseEvent } from '../../domain/cases/index.js';
import { idIn, type Work } from '../core/work.js';

/** Replays whose documents wait to be read. */
export const replayWork: Work<CaseEvent> = {
  topic: 'attest.case-replays',
  askedBy: { CaseReplayRequested: ({ data }) => ({ session_id: data['session_id'] ?? null }) },
  concurrency: 'engine',
  actor: 'worker:replays',
  work: ({ cases }, context, payload) => cases.processReplay(context, idIn(payload, 'session_id')),
  giveUp: ({ cases }, context, payload) => cases.giveUpReplay(context, idIn(payload, 'session_id')),
};
