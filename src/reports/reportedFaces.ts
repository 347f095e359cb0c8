import type { FaceCheck, WatchlistCheck } from '../domain/cases/index.js';
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

/** A face of the case looked for in a watchlist. Whom it is like there, is not in it. */
export interface ReportedWatchlistCheck {
  /** `failed`: a face on the list is alike enough; `not_run`: it was not looked for. */
  status: 'passed' | 'failed' | 'not_run';
  /**
   * Why it was not looked for; null where it was.
   * @example "several_faces"
   */
  why: string | null;
  detail: string;
  /**
   * The watchlist.
   * @example "sanction_watch"
   */
  database: string;
  /** Whose face it is; null where the case has no picture of either. */
  picture: 'portrait' | 'selfie' | null;
  /** Of the identity document; null of a selfie. */
  document_type: string | null;
  face: ReportedFace | null;
  /** 0 to 1; null where none on the list reaches the threshold. */
  similarity: number | null;
  /** From which similarity on a face is a hit. */
  threshold: number;
  /** How often two different people reach the threshold, 0 to 1, as it was measured once; null where it was not. */
  far: number | null;
  /**
   * With how many faces it was compared; null where it was not.
   * @isInt
   */
  compared: number | null;
  /** How many strangers among them reach the threshold; null where that is not known. */
  expected_false_matches: number | null;
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

/** Checks of watchlists as they are reported. */
export const reportWatchlists = (checks: readonly WatchlistCheck[]): ReportedWatchlistCheck[] =>
  checks.map(({ status, why, detail, database, picture, document_type, face, ...measured }) => ({
    ...{ status, why, detail, database, picture, document_type, face: faceOf(face) },
    ...{ similarity: measured.similarity, threshold: measured.threshold, far: measured.far },
    ...{ compared: measured.compared, expected_false_matches: measured.expected_false_matches },
    networks: measured.networks,
  }));
