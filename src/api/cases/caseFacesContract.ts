import type { Timestamp, Uuid } from '../../domain/core/text.js';

/** A face on a document of the case. */
export interface FaceOnFileView {
  doc_id: Uuid;
  /**
   * From 1; null where no face was seen.
   * @isInt
   */
  page: number | null;
  /**
   * `[x, y, width, height]` in fractions of the page, from its top left; null where no face was seen.
   * @example [0.09, 0.33, 0.14, 0.21]
   */
  box: number[] | null;
}

/** The portrait of a document compared with the selfie of the case. */
export interface FaceCheckView {
  code: 'face_mismatch';
  /** `failed`: they are less alike than was demanded; `not_run`: they were not compared, and `why` says why not. */
  status: 'passed' | 'failed' | 'not_run';
  weight: 'strong';
  /**
   * One sentence for people, in the language of the case.
   * @example "The portrait of the document of the type passport and the selfie are alike enough."
   */
  detail: string;
  /**
   * Why they were not compared: `no_document`, `no_selfie`, `no_portrait`, `no_face`, `several_faces`, `unreadable`, `no_engine` or `too_many`; null where they were.
   * @example "no_selfie"
   */
  why: string | null;
  /**
   * Of the identity document; null where there is none.
   * @example "passport"
   */
  document_type: string | null;
  portrait: FaceOnFileView | null;
  selfie: FaceOnFileView | null;
  /**
   * How alike they are, 0 to 1; null where they were not compared.
   * @example 0.8412
   */
  similarity: number | null;
  /**
   * What it had to reach.
   * @example 0.75
   */
  threshold: number;
  /**
   * How often two different people reach the threshold, 0 to 1, as it was measured once; null where it was not.
   * @example 0.0003
   */
  far: number | null;
  /** The networks that looked. */
  networks: string;
}

/** A face of the case looked for in a watchlist. */
export interface WatchlistCheckView {
  code: 'face_watchlist_hit';
  /** `failed`: a face on the list reaches the threshold; `not_run`: it was not looked for, and `why` says why not. */
  status: 'passed' | 'failed' | 'not_run';
  weight: 'strong';
  /**
   * One sentence for people, in the language of the case. None for the customer.
   * @example "The selfie is like no face on a watchlist (sanctioned persons)."
   */
  detail: string;
  /**
   * Why it was not looked for: what is the `why` of a check of faces, or `no_register`, where the list could not be looked through, or not wholly;
   * null where it was.
   * @example "several_faces"
   */
  why: string | null;
  /**
   * The watchlist.
   * @example "sanction_watch"
   */
  database: string;
  /** Whose face it is: that of an identity document, or of the selfie; null where the case has no picture of either. */
  picture: 'portrait' | 'selfie' | null;
  /**
   * Of the identity document; null of a selfie.
   * @example "passport"
   */
  document_type: string | null;
  face: FaceOnFileView | null;
  /**
   * How alike the most alike on the list is, 0 to 1; null where none reaches the threshold.
   * @example 0.8412
   */
  similarity: number | null;
  /**
   * From which similarity on a face is a hit.
   * @example 0.7
   */
  threshold: number;
  /**
   * How often two different people reach the threshold, 0 to 1, as it was measured once; null where it was not.
   * @example 0.003
   */
  far: number | null;
  /**
   * With how many faces it was compared; null where it was not.
   * @isInt
   * @example 1250
   */
  compared: number | null;
  /**
   * How many strangers among them reach the threshold; null where that is not known.
   * @example 3.75
   */
  expected_false_matches: number | null;
  /** The networks that looked. */
  networks: string;
  /** Of a hit: what the service calls the face on the list. Only a case says so, and only a key of the platform can tell whose it is. */
  registration_id?: Uuid;
}

/** A face of the case that is like one that joined a watchlist after the case was judged. What was decided stays. */
export interface WatchlistHitView {
  /** The same for the same two faces. */
  hit_id: Uuid;
  /**
   * The watchlist.
   * @example "sanction_watch"
   */
  database: string;
  /** What the service calls the face on the list. Only a key of the platform can tell whose it is. */
  registration_id: Uuid;
  /** Whose face of the case it is: that of an identity document, or of the selfie. */
  picture: 'portrait' | 'selfie';
  /** The document that shows it. */
  doc_id: Uuid;
  /**
   * How alike they are, 0 to 1.
   * @example 0.8412
   */
  similarity: number;
  /**
   * From which similarity on a face is a hit.
   * @example 0.7
   */
  threshold: number;
  /**
   * How often two different people reach the threshold, 0 to 1, as it was measured once; null where it was not.
   * @example 0.003
   */
  far: number | null;
  /** The networks that compared them. */
  networks: string;
  found_at: Timestamp;
}
