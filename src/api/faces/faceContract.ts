import type { TenantId } from '../../domain/core/text.js';

/** A picture. */
export interface FaceImage {
  /**
   * The file in base64 (RFC 4648, padded, no line breaks), at most 20 MiB decoded: JPEG, PNG, WebP, TIFF, BMP or GIF, told by its content.
   * @format base64
   * @example "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
   */
  data: string;
  /**
   * What the caller takes it for; the content decides.
   * @maxLength 255
   * @example "image/jpeg"
   */
  mime_type: string;
}

/**
 * 0 to 1.
 * @minimum 0
 * @maximum 1
 * @example 0.75
 */
export type Share = number;

/** Two pictures to be compared. */
export interface FaceMatchBody {
  source: FaceImage;
  target: FaceImage;
  /**
   * From which similarity on it is a match.
   * @minimum 0
   * @maximum 1
   * @default 0.75
   */
  threshold?: number;
  /** The key's own tenant when left out. */
  tenant_id?: TenantId;
}

/** Whether two faces are one person's. */
export interface FaceMatchView {
  match: boolean;
  /** How alike they are, on a scale that means the same for every set of networks: the guide says how often strangers reach it. */
  similarity: Share;
  /** How fit the face of `source` is to be compared. */
  source_quality: Share;
  target_quality: Share;
  /**
   * Which face is meant where a picture shows several.
   * @example ["The field `source` shows 3 faces; the largest one is meant"]
   */
  notes: string[];
  /** @example 184.2 */
  processing_ms: number;
}

/** A picture to be looked at. */
export interface FaceExtractBody {
  image: FaceImage;
  /**
   * What is asked; all of it when left out. `spoof` fills `liveness.spoof_type`.
   * @minItems 1
   * @maxItems 4
   */
  checks?: ('liveness' | 'quality' | 'attributes' | 'spoof')[];
  /** The key's own tenant when left out. */
  tenant_id?: TenantId;
}

/** The parts of the quality of a face, 0 to 1 each. */
export interface FaceQualityView {
  size: Share;
  sharpness: Share;
  pose: Share;
  exposure: Share;
  /** 1 where nothing is covered. */
  occlusion: Share;
  /**
   * Pixels of the face, across.
   * @isInt
   * @example 212
   */
  face_width: number;
  /**
   * What would make it better.
   * @example ["The face is blurred: hold still, and focus on the face"]
   */
  advice: string[];
}

/** Whether a face seems to be a living one: signals, not a control of security. */
export interface FaceLivenessView {
  is_live: boolean;
  /** The higher the more alive. */
  score: Share;
  /** What it is taken for where it does not seem alive; null too where `spoof` was not asked. `mask` is not told. */
  spoof_type: 'print' | 'screen' | 'mask' | null;
  /**
   * What spoke against it, 0 to 1 each.
   * @example { "grid": 0, "colourless": 0.1 }
   */
  signals: { [signal: string]: number };
}

/** What a face looks like. */
export interface FaceAttributesView {
  /** Years that it may have by its looks; null where no network of the set says it. */
  age_range: { low: number; high: number } | null;
  /**
   * Degrees, 0 from the front: to the side, up and down, and tilted clockwise.
   * @example { "yaw": -4.1, "pitch": 2, "roll": 1.3 }
   */
  pose: { yaw: number; pitch: number; roll: number };
  /** How much of the face is covered, roughly; null where that cannot be told. */
  occlusion: Share | null;
}

/** What is seen in a picture: of the largest face where there are several. */
export interface FaceExtractView {
  face_detected: boolean;
  /**
   * @isInt
   * @example 1
   */
  face_count: number;
  /** How fit the face is to be compared; null where it was not asked, or there is none. */
  quality: Share | null;
  quality_details: FaceQualityView | null;
  liveness: FaceLivenessView | null;
  attributes: FaceAttributesView | null;
  /** @example 131.8 */
  processing_ms: number;
}
