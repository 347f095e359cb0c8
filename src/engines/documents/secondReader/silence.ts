import type { Log } from '../../../platform/log.js';
import { ModelSilent, SILENCES } from '../../language/languageModel.js';

/** There is no picture of a scene that a model could be shown: what it said of one would be made up. */
export class SceneUnseen extends Error {
  override readonly name = 'SceneUnseen';
  constructor() {
    super(
      'No picture of the document could be made that a language model could be shown; save it again and send the new file.',
    );
  }
}

/**
 * Why a second reading came to nothing, in a sentence without anything of the document. A fault of ours is logged by its kind alone: its message could quote the document.
 */
export function silenceOf(error: unknown, log: Pick<Log, 'error'>): string {
  if (error instanceof SceneUnseen) return error.message;
  if (error instanceof ModelSilent && error.why !== 'fault') return error.message;
  const fault = error instanceof ModelSilent ? error.cause : error;
  log.error({ error: fault instanceof Error ? fault.name : typeof fault }, 'the second reading of a document failed');
  return SILENCES.fault;
}
