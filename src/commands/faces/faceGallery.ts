/** A face that was found. */
export interface NearFace {
  vector_id: string;
  /** Of the angle between it and what was looked for. */
  cosine: number;
}

/** What came of looking through a space. */
export interface Nearest {
  /** The nearest first. */
  near: NearFace[];
  /** Whether these are all that are near enough. */
  isAll: boolean;
  /** Among how many it was looked for. */
  compared: number;
  /** With how many it was not, as their numbers are damaged. */
  damaged: number;
}

/** What is asked of a gallery. */
export interface Asked {
  /** The least cosine. */
  least: number;
  /** How many of the nearest are told. */
  most: number;
  /** Who asks. */
  tenant_id: string;
}

/**
 * The faces of registers, to be looked through. The numbers of each are kept sealed in the database; a gallery has them in the clear. Every face whose
 * numbers were kept before a search began is looked through, whichever process kept them; none is told whose key was gone when it ended.
 */
export interface FaceGallery {
  /**
   * Those of a space whose cosine is at least so much, up to `most`.
   * @throws EngineUnavailable where too many searches of the tenant wait, or there is no room for so many faces
   */
  nearest(space: string, probe: Float32Array, asked: Asked): Promise<Nearest>;
}
