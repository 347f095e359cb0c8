import { z } from 'zod';
import { isEmbedding } from './align/isEmbedding.js';
import { type FacesSeen, type LookFault, SPOOF_TYPES } from './faceEngine.js';

const share = z.number().min(0).max(1);
const degrees = z.number().min(-180).max(180);
const years = z.number().min(0).max(200);

const seenFace = z.object({
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  page: z.number().int().positive().max(100).optional(),
  quality: z.object({
    score: share,
    parts: z.object({ size: share, sharpness: share, pose: share, exposure: share, occlusion: share }),
    width: z.number().nonnegative(),
    advice: z.array(z.string().max(200)).max(10),
  }),
  embedding: z.instanceof(Float32Array).refine(isEmbedding).optional(),
  earlier_embedding: z.instanceof(Float32Array).refine(isEmbedding).optional(),
  attributes: z
    .object({
      age_range: z.object({ low: years, high: years }).nullable(),
      pose: z.object({ yaw: degrees, pitch: degrees, roll: degrees }),
      occlusion: share.nullable(),
    })
    .optional(),
  liveness: z
    .object({
      is_live: z.boolean(),
      score: share,
      spoof_type: z.enum(SPOOF_TYPES).nullable(),
      signals: z.record(z.string().max(40), share),
    })
    .optional(),
});

/** What an engine process says of faces: one that a picture took over is not believed. */
export const soundFaces = z.union([
  z.object({ count: z.number().int().nonnegative(), largest: seenFace.nullable() }) satisfies z.ZodType<FacesSeen>,
  z.object({ error: z.string().max(1_000) }),
  z.object({ fault: z.string().max(10_000) }) satisfies z.ZodType<LookFault>,
]);
