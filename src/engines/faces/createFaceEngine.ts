import type { Ceilings } from '../documents/ceilings.js';
import { EngineUnavailable } from '../documents/documentEngine.js';
import { type DeathReason, EngineProcessDied } from '../documents/process/engineChild.js';
import type { EnginePool } from '../documents/process/enginePool.js';
import { type FaceEngine, type FaceModelFacts, PictureUnreadable } from './faceEngine.js';

/** What faces are looked at with. */
export interface FaceEngineParts {
  pool: Pick<EnginePool, 'faces'>;
  ceilings: Ceilings;
  faceModels: FaceModelFacts;
  /** What a picture may take in milliseconds, waiting not counted. */
  timeoutMs: number;
}

/** Looks at faces in the processes that documents are read in. */
export function createFaceEngine({ pool, ceilings, faceModels, timeoutMs }: FaceEngineParts): FaceEngine {
  return {
    faceModels,
    async look(picture, look) {
      const hit = ceilings.hitBy(picture, workOfFaces);
      if (hit !== undefined) throw unreadable(hit, timeoutMs);
      const { seen } = await pool.faces(picture, look).catch((error: unknown) => {
        if (!(error instanceof EngineProcessDied)) throw error;
        if (error.reason === 'closed') throw new EngineUnavailable('The document engine is shutting down.');
        if (error.reason !== 'crashed') ceilings.note(picture, workOfFaces, error.reason);
        throw unreadable(error.reason, timeoutMs);
      });
      if ('error' in seen) throw new PictureUnreadable(seen.error);
      const said = seen.largest?.embedding;
      // A process that a picture took over is not believed.
      if (said && said.length !== faceModels.length) throw unreadable('crashed', timeoutMs);
      return seen;
    },
  };
}

const workOfFaces = (): string => 'faces';

function unreadable(reason: Exclude<DeathReason, 'closed'>, timeoutMs: number): PictureUnreadable {
  if (reason === 'crashed')
    return new PictureUnreadable(
      'The picture cannot be looked at: the reader failed on it. Save it again and send the new file.',
    );
  if (reason === 'timed_out') {
    const seconds = Math.round(timeoutMs / 1000);
    return new PictureUnreadable(
      `Looking at the picture took longer than ${seconds} seconds; send a smaller or simpler one.`,
    );
  }
  return new PictureUnreadable(
    'Looking at the picture takes more memory than is allowed; send a smaller or simpler one.',
  );
}
