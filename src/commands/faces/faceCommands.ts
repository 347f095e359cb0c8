import {
  type FaceAttributes,
  type FaceEngine,
  type FaceLiveness,
  type FaceQuality,
  similarityOf,
} from '../../engines/faces/faceEngine.js';
import { embeddingOf, type FacePicture, lookAtFace, lookAtPicture, noteOnFaces } from './lookAtFace.js';

/** Two pictures to be compared. */
export interface MatchInput {
  tenant_id: string;
  source: FacePicture;
  target: FacePicture;
  /** From which similarity on they are one person's, 0 to 1. */
  threshold: number;
}

/** Whether two faces are one person's. */
export interface FaceMatch {
  match: boolean;
  /** 0 to 1. */
  similarity: number;
  source_quality: number;
  target_quality: number;
  /** Sentences on which face is meant. */
  notes: string[];
}

/** What can be asked of a face; `spoof` is part of what `liveness` says. */
export const FACE_CHECKS = ['liveness', 'quality', 'attributes', 'spoof'] as const;
export type FaceCheck = (typeof FACE_CHECKS)[number];

/** What was found of the largest face of a picture; null what was not asked for, and all where there is none. */
export interface FaceAnalysis {
  face_count: number;
  quality: FaceQuality | null;
  liveness: FaceLiveness | null;
  attributes: FaceAttributes | null;
}

/** What can be asked about faces. */
export interface FaceCommands {
  /**
   * Compares the largest faces of two pictures. Nothing of it is kept.
   * @throws DomainError `invalid`, naming the field, for what is no picture or shows no face
   * @throws EngineUnavailable
   */
  match(input: MatchInput): Promise<FaceMatch>;
  /** Looks at the largest face of a picture. Nothing of it is kept. @throws DomainError `invalid` @throws EngineUnavailable */
  analyse(tenant_id: string, picture: FacePicture, checks: readonly FaceCheck[]): Promise<FaceAnalysis>;
}

declare module '../core/commands.js' {
  interface Commands {
    faces: FaceCommands;
  }
}

/** Creates what can be asked about faces. */
export function createFaceCommands({ engine }: { engine: FaceEngine }): FaceCommands {
  return {
    async match({ tenant_id, source, target, threshold }) {
      const look = { tenant_id, wanted: ['embedding' as const] };
      const [one, other] = await Promise.all([lookAtFace(engine, source, look), lookAtFace(engine, target, look)]);
      const similarity = similarityOf(embeddingOf(one), embeddingOf(other), engine.faceModels);
      return {
        ...{ match: similarity >= threshold, similarity },
        source_quality: one.face.quality.score,
        target_quality: other.face.quality.score,
        notes: [...noteOnFaces(source, one), ...noteOnFaces(target, other)],
      };
    },

    async analyse(tenant_id, picture, checks) {
      const asked = new Set(checks);
      const aboutLife = asked.has('liveness') || asked.has('spoof');
      const { count, largest } = await lookAtPicture(engine, picture, {
        tenant_id,
        wanted: [
          ...(asked.has('attributes') ? (['attributes'] as const) : []),
          ...(aboutLife ? (['liveness'] as const) : []),
        ],
      });
      const liveness = largest?.liveness;
      return {
        face_count: count,
        quality: (asked.has('quality') && largest?.quality) || null,
        liveness: liveness ? { ...liveness, spoof_type: asked.has('spoof') ? liveness.spoof_type : null } : null,
        attributes: largest?.attributes ?? null,
      };
    },
  };
}
