import { DomainError } from '../../domain/core/decider.js';
import {
  type FaceEngine,
  type FaceLook,
  FaceLookFailed,
  PictureUnreadable,
  type SeenFace,
} from '../../engines/faces/faceEngine.js';

/** A picture as it came, and the name of the field that it came in. */
export interface FacePicture {
  bytes: Uint8Array;
  field: string;
}

/** What is seen in a picture that has to show a face. */
export interface SeenPicture {
  /** The largest. */
  face: SeenFace;
  /** How many there are. */
  count: number;
}

/** The numbers of a face, where they were asked for. @throws FaceLookFailed where they were not */
export function embeddingOf({ face }: SeenPicture): Float32Array {
  if (face.embedding) return face.embedding;
  throw new FaceLookFailed();
}

/** What the earlier networks say of it, where that was asked for. @throws FaceLookFailed where it was not */
export function earlierEmbeddingOf({ face }: SeenPicture): Float32Array {
  if (face.earlier_embedding) return face.earlier_embedding;
  throw new FaceLookFailed();
}

/**
 * Looks at a picture that has to show a face.
 * @throws DomainError `invalid` where it is no picture or shows none, naming the field
 * @throws EngineUnavailable
 */
export async function lookAtFace(
  engine: Pick<FaceEngine, 'look'>,
  picture: FacePicture,
  look: FaceLook,
): Promise<SeenPicture> {
  const { count, largest } = await lookAtPicture(engine, picture, look);
  if (!largest) throw new DomainError('invalid', `The field \`${picture.field}\` shows no face`);
  return { face: largest, count };
}

/** Looks at a picture that may show none. @throws DomainError `invalid` where it is no picture @throws EngineUnavailable */
export async function lookAtPicture(engine: Pick<FaceEngine, 'look'>, { bytes, field }: FacePicture, look: FaceLook) {
  try {
    return await engine.look(bytes, look);
  } catch (error) {
    if (!(error instanceof PictureUnreadable)) throw error;
    throw new DomainError('invalid', `The field \`${field}\` cannot be looked at. ${error.message}`);
  }
}

/** Says which of several faces is meant. */
export const noteOnFaces = ({ field }: FacePicture, { count }: SeenPicture): string[] =>
  count > 1 ? [`The field \`${field}\` shows ${count} faces; the largest one is meant`] : [];
