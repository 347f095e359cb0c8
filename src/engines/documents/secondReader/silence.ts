import type { Log } from '../../../platform/log.js';
import { ModelSilent } from '../../language/languageModel.js';

/** Why a second reading came to nothing. */
export interface Silence {
  /** A sentence without anything of the document. */
  why: string;
  /** What had left the service by then. */
  left: ModelSilent['left'];
}

/** There is no picture of a scene that a model could be shown: what it said of one would be made up. */
export class SceneUnseen extends Error {
  override readonly name = 'SceneUnseen';
  constructor() {
    super(
      'No picture of the document could be made that a language model could be shown; save it again and send the new file.',
    );
  }
}

/** Why a second reading came to nothing. A fault of ours is logged by its kind alone: its message could quote the document. */
export function silenceOf(error: unknown, log: Pick<Log, 'error'>): Silence {
  if (error instanceof ModelSilent) return { why: error.message, left: error.left };
  if (error instanceof SceneUnseen) return { why: error.message, left: undefined };
  log.error({ error: error instanceof Error ? error.name : typeof error }, 'the second reading of a document failed');
  return { why: 'The second reading failed on our side.', left: undefined };
}
