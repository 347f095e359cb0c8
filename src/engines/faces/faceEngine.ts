/** Degrees: to the side, up and down, and tilted clockwise. A face from the front is at 0. */
export interface FacePose {
  yaw: number;
  pitch: number;
  roll: number;
}

/** Years between which the age that a face looks is thought to lie. */
export interface AgeRange {
  low: number;
  high: number;
}

/** How fit a face is to be told from others; all from 0 to 1. */
export interface FaceQuality {
  score: number;
  parts: { size: number; sharpness: number; pose: number; exposure: number; occlusion: number };
  /** Pixels across. */
  width: number;
  /** What would make it better, in sentences. */
  advice: string[];
}

/** What a face looks like. */
export interface FaceAttributes {
  /** Null where no network of the set tells it. */
  age_range: AgeRange | null;
  pose: FacePose;
  /** How much of it is covered, 0 to 1; null where that cannot be told. */
  occlusion: number | null;
}

/** What a picture of a living person is taken for that is none. */
export const SPOOF_TYPES = ['print', 'screen', 'mask'] as const;
export type SpoofType = (typeof SPOOF_TYPES)[number];

/** Whether a face seems to be a living one. Not a control of security: see `judgeLiveness`. */
export interface FaceLiveness {
  is_live: boolean;
  /** 0 to 1, the higher the more alive. */
  score: number;
  spoof_type: SpoofType | null;
  /** What spoke against it, 0 to 1 each. */
  signals: { [signal: string]: number };
}

/** What may be wanted of a face beside its quality. */
export type FacePart = 'embedding' | 'earlier_embedding' | 'attributes' | 'liveness';

/** How a picture is looked at. */
export interface FaceLook {
  /** Whose turn it takes. */
  tenant_id: string;
  wanted: FacePart[];
  /**
   * What the file is: a photo, of which the first page is looked at as it is to be shown; or a document, of which the first pages are turned upright
   * by their text, and the portrait of its holder is meant. A photo where it is left out.
   */
  as?: 'photo' | 'document';
}

/** The face that is meant: the largest of a photo, the portrait of a document. */
export interface SeenFace {
  /** `[x, y, width, height]` in fractions of the picture, or of the upright page. */
  box: [number, number, number, number];
  /** Of a document: the page that it is on, from 1. */
  page?: number;
  quality: FaceQuality;
  /** Of length 1; there where it was wanted. */
  embedding?: Float32Array;
  /** What the earlier networks say of it, of length 1; there where it was wanted. */
  earlier_embedding?: Float32Array;
  attributes?: FaceAttributes;
  liveness?: FaceLiveness;
}

/** What is seen in a picture. */
export interface FacesSeen {
  /** How many faces. */
  count: number;
  /** Null where there is none; of a document also where all are as faint as ghost images. */
  largest: SeenFace | null;
}

/** Looking at a picture failed, and the picture is not to blame: a network that cannot be run, or says what is no face. */
export interface LookFault {
  /** Where in the code it failed, without any message: those can quote the picture. For the log. */
  fault: string;
}

/** A set of networks: which vectors can be compared, and what a cosine of two means. */
export interface FaceModelFacts {
  name: string;
  /** Names what a vector was made with: those with another one are never compared. */
  vectors: string;
  /** Numbers of a vector. */
  length: number;
  /** `similarity = clamp(offset + scale * cosine, 0, 1)`. */
  calibration: {
    offset: number;
    scale: number;
    /** How often two different people reach a similarity, 0 to 1 each, as measured once. */
    far: readonly { similarity: number; far: number }[];
  };
}

/** Looks at faces, off the event loop and away from the service: pictures are hostile. */
export interface FaceEngine {
  readonly faceModels: FaceModelFacts;
  /** The networks that registers were made with before, where they are there and say other numbers. */
  readonly earlierFaceModels?: FaceModelFacts | undefined;
  /**
   * Looks at the faces of a picture.
   * @throws PictureUnreadable when there is no picture in it, or it took too much
   * @throws EngineUnavailable when no engine process can be had (the picture is not to blame)
   * @throws FaceLookFailed when a network cannot be run, or says what is no face; the log has where
   */
  look(picture: Uint8Array, look: FaceLook): Promise<FacesSeen>;
}

/** A picture cannot be looked at; the message is a sentence that a user understands. */
export class PictureUnreadable extends Error {
  override readonly name = 'PictureUnreadable';
}

/** Looking failed, and the picture is not to blame. Says nothing of it. */
export class FaceLookFailed extends Error {
  override readonly name = 'FaceLookFailed';
  constructor() {
    super('Faces could not be looked at: a network failed');
  }
}

/** What makes a similarity of a cosine. */
type Scale = Pick<FaceModelFacts['calibration'], 'offset' | 'scale'>;

/** How alike two faces are, 0 to 1. @param one of length 1, as is `other`, and made with the same networks */
export function similarityOf(one: Float32Array, other: Float32Array, { calibration }: { calibration: Scale }): number {
  let cosine = 0;
  for (let at = 0; at < one.length; at++) cosine += one[at]! * other[at]!;
  return calibrated(cosine, calibration);
}

/** What a cosine means, 0 to 1. */
export const calibrated = (cosine: number, { offset, scale }: Scale): number =>
  Math.min(1, Math.max(0, offset + scale * cosine));

/**
 * How often two different people reach a similarity at most, 0 to 1: what was measured at the highest one that is no higher. Null below
 * all that was measured.
 */
export const falseMatchRate = (similarity: number, { far }: FaceModelFacts['calibration']): number | null =>
  far
    .filter((one) => one.similarity <= similarity)
    .reduce<number | null>((least, { far: share }) => Math.min(least ?? 1, share), null);
