import { z } from 'zod';
import { FACE_MISMATCH_WEIGHT } from '../documents/index.js';

/**
 * Why faces were not compared: no identity document, no selfie, no portrait on the document, no face or several on the selfie, a file that cannot be
 * looked at, an engine that could not look, or more types of identity documents than are looked at.
 */
export const FACE_OBSTACLES = [
  'no_document',
  'no_selfie',
  'no_portrait',
  'no_face',
  'several_faces',
  'unreadable',
  'no_engine',
  'too_many',
] as const;
export type FaceObstacle = (typeof FACE_OBSTACLES)[number];

/** A face on a document of a case. Holds nothing that a face could be compared by. */
export interface FaceOnFile {
  doc_id: string;
  /** From 1; null where no face was seen. */
  page: number | null;
  /** `[x, y, width, height]` in fractions of the page; null where no face was seen. */
  box: [number, number, number, number] | null;
}

/** What came of comparing the portrait of a document with the selfie of its case. */
export interface FaceFinding {
  status: 'passed' | 'failed' | 'not_run';
  /** Why they were not compared; null where they were. */
  why: FaceObstacle | null;
  /** Of the identity document; null where there is none. */
  document_type: string | null;
  portrait: FaceOnFile | null;
  selfie: FaceOnFile | null;
  /** How alike they are, 0 to 1, on the scale of the networks; null where they were not compared. */
  similarity: number | null;
  /** What it had to reach. */
  threshold: number;
  /** How often two different people reach the threshold, 0 to 1, as measured once; null where that was not measured. */
  far: number | null;
  /** The networks that looked. */
  networks: string;
}

/** The finding as a check, in the language of the case. */
export interface FaceCheck extends FaceFinding {
  code: 'face_mismatch';
  weight: typeof FACE_MISMATCH_WEIGHT;
  /** One sentence for people. */
  detail: string;
}

/** Shape of a face on a file in an event. */
export const faceOnFile = z.looseObject({
  doc_id: z.string(),
  page: z.number().nullable(),
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
});

/** Shape of a check in an event. Loose where a later version may say more. */
export const faceCheck = z.looseObject({
  code: z.literal('face_mismatch'),
  status: z.enum(['passed', 'failed', 'not_run']),
  weight: z.literal(FACE_MISMATCH_WEIGHT),
  detail: z.string(),
  why: z.custom<FaceObstacle>((why) => typeof why === 'string').nullable(),
  document_type: z.string().nullable(),
  portrait: faceOnFile.nullable(),
  selfie: faceOnFile.nullable(),
  similarity: z.number().nullable(),
  threshold: z.number(),
  far: z.number().nullable(),
  networks: z.string(),
}) satisfies z.ZodType<FaceCheck>;
