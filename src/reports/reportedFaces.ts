import type { FaceCheck } from '../domain/cases/index.js';
import type { Uuid } from '../domain/core/text.js';

/** A face on a document of the case. */
export interface ReportedFace {
  doc_id: Uuid;
  /** From 1; null where no face was seen. */
  page: number | null;
  /** `[x, y, width, height]` in fractions of the page, from its top left; null where no face was seen. */
  box: number[] | null;
}

/** The portrait of a document compared with the selfie of the case. */
export interface ReportedFaceCheck {
  /** `failed`: they are less alike than was demanded; `not_run`: they were not compared. */
  status: 'passed' | 'failed' | 'not_run';
  /**
   * Why they were not compared; null where they were.
   * @example "no_selfie"
   */
  why: string | null;
  detail: string;
  /** Of the identity document; null where there is none. */
  document_type: string | null;
  portrait: ReportedFace | null;
  selfie: ReportedFace | null;
  /** 0 to 1; null where they were not compared. */
  similarity: number | null;
  /** What it had to reach. */
  threshold: number;
  /** How often two different people reach the threshold, 0 to 1, as it was measured once; null where it was not. */
  far: number | null;
  /** The networks that looked. */
  networks: string;
}

/** Checks of faces as they are reported. */
export const reportFaces = (checks: readonly FaceCheck[]): ReportedFaceCheck[] =>
  checks.map(({ status, why, detail, document_type, portrait, selfie, similarity, threshold, far, networks }) => ({
    ...{ status, why, detail, document_type, portrait: faceOf(portrait), selfie: faceOf(selfie) },
    ...{ similarity, threshold, far, networks },
  }));

const faceOf = (face: FaceCheck['portrait']): ReportedFace | null =>
  face && { doc_id: face.doc_id, page: face.page, box: face.box };
