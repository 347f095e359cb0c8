import type { Ceiling, Ceilings } from '../documents/ceilings.js';
import type { Log } from '../../platform/log.js';
import type { EnginePool } from '../documents/process/enginePool.js';
import { whyItFailed } from '../documents/whyItFailed.js';
import { isEmbedding } from './align/isEmbedding.js';
import {
  type FaceEngine,
  FaceLookFailed,
  type FaceLook,
  type FaceModelFacts,
  type FacesSeen,
  PictureUnreadable,
} from './faceEngine.js';

/** What faces are looked at with. */
export interface FaceEngineParts {
  pool: Pick<EnginePool, 'faces'>;
  ceilings: Ceilings;
  faceModels: FaceModelFacts;
  earlierFaceModels?: FaceModelFacts | undefined;
  /** What a picture may take in milliseconds, waiting not counted. */
  timeoutMs: number;
  log: Pick<Log, 'error'>;
}

/** Looks at faces in the processes that documents are read in. */
export function createFaceEngine(parts: FaceEngineParts): FaceEngine {
  const { pool, ceilings, faceModels, earlierFaceModels, timeoutMs, log } = parts;
  return {
    ...{ faceModels, earlierFaceModels },
    async look(picture, look) {
      const work = (): string => workOfFaces(look);
      const hit = ceilings.hitBy(picture, work);
      if (hit !== undefined) throw unreadable(hit, timeoutMs);
      const { seen } = await pool.faces(picture, look).catch((error: unknown) => {
        throw unreadable(whyItFailed(error, { ceilings, bytes: picture, work }), timeoutMs);
      });
      if ('error' in seen) throw new PictureUnreadable(seen.error);
      const fault = 'fault' in seen ? seen.fault : undefined;
      if ('fault' in seen || !hasWhatWasWanted(seen, look, parts)) {
        log.error({ fault: fault ?? 'the embedding is missing or of another length' }, 'looking at faces failed');
        throw new FaceLookFailed();
      }
      return seen;
    },
  };
}

/** A face without the numbers that were asked for is like everybody, or nobody. */
function hasWhatWasWanted(
  { largest }: FacesSeen,
  { wanted }: FaceLook,
  { faceModels, earlierFaceModels }: Pick<FaceEngine, 'faceModels' | 'earlierFaceModels'>,
): boolean {
  if (!largest) return true;
  const isSound = (embedding: Float32Array | undefined, of: FaceModelFacts | undefined): boolean =>
    embedding !== undefined && embedding.length === of?.length && isEmbedding(embedding);
  return (
    (!wanted.includes('embedding') || isSound(largest.embedding, faceModels)) &&
    (!wanted.includes('earlier_embedding') || isSound(largest.earlier_embedding, earlierFaceModels))
  );
}

const workOfFaces = ({ as = 'photo' }: FaceLook): string => `faces of a ${as}`;

function unreadable(reason: Ceiling | 'crashed', timeoutMs: number): PictureUnreadable {
  if (reason === 'crashed')
    return new PictureUnreadable(
      'The picture cannot be looked at: the reader failed on it. Save it again and send the new file.',
    );
  if (reason === 'timed_out' || reason === 'stood_still') {
    const seconds = Math.round(timeoutMs / 1000);
    return new PictureUnreadable(
      `Looking at the picture took longer than ${seconds} seconds; send a smaller or simpler one.`,
    );
  }
  return new PictureUnreadable(
    'Looking at the picture takes more memory than is allowed; send a smaller or simpler one.',
  );
}
