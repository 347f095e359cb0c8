import { z } from 'zod';

/**
 * The manifest of a set of face networks: `manifest.json` in `models/faces/` (shipped) or in the folder that `FACE_MODELS` names. Every
 * constant a network was trained with stands here, so another network of the same kind needs no code.
 */

/** Lower-case hex. */
const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .optional();
const file = z.string().min(1);
const side = z.number().int().min(16).max(1024);
const perChannel = z.tuple([z.number(), z.number(), z.number()]);
const share = z.number().min(0).max(1);

/** A network, and how pixels (0 to 255) become its input: `(value - mean) / std`, one plane per channel in the order of `channels`. */
const network = {
  ...{ file, sha256 },
  channels: z.enum(['rgb', 'bgr']),
  mean: perChannel,
  std: z.tuple([z.number().positive(), z.number().positive(), z.number().positive()]),
};

/**
 * A detector by the shape of what it says. `ultraface`: scores and boxes in fractions of the picture (Linzaer, Ultra-Light-Fast-Generic-Face-Detector-1MB,
 * 2019), and no points. `scrfd`: scores, distances to the four sides and five points at three strides (Guo et al., "Sample and Computation
 * Redistribution for Efficient Face Detection", 2021). `yunet`: classes, objects, boxes and five points at three strides (Wu et al., "YuNet: A Tiny
 * Millisecond-level Face Detector", 2023).
 */
const detector = z.object({
  ...network,
  kind: z.enum(['ultraface', 'scrfd', 'yunet']),
  width: side,
  height: side,
  /** A candidate with a score below this is no face. */
  threshold: share,
  /** Of two that overlap by more than this (intersection over union) the one with the lower score is dropped. */
  overlap: share,
});

/** 68 points of a face (the order of Sagonas et al., "300 Faces in-the-Wild Challenge", 2013) in a grey picture of it: `value / divisor`. */
const landmarks = z.object({
  ...{ file, sha256 },
  side,
  divisor: z.number().positive(),
});

/** A network that says a face in numbers, and how the face is prepared for it. */
const embedding = {
  ...network,
  side,
  /** Where the five points lie in its input (`TEMPLATES`): as InsightFace aligns faces, or as dlib does. */
  template: z.enum(['arcface', 'dlib']),
  /** Numbers that it says of a face. */
  length: z.number().int().min(16).max(4096),
  /** Whether the mirrored face is looked at as well, and the mean is taken. */
  mirrored: z.boolean(),
  /** How much its cosine counts among those of the networks that are joined. */
  weight: z.number().positive().default(1),
  /**
   * Where `file` is no ONNX but has bare weights as TensorFlow.js keeps them: the list that says which are which, and whose layers they are. They are
   * converted (`convertedNetwork`).
   */
  tfjs: z.object({ layers: z.literal('dlib'), weights: z.object({ file, sha256 }) }).optional(),
};

const embedder = z.object({
  ...embedding,
  /**
   * Networks that look at the same face, each aligned as it wants it. Their numbers stand behind those of the first, so that the cosine of all of them
   * is the mean of their cosines, by weight.
   */
  joined: z.array(z.object(embedding)).max(3).default([]),
  /** Counts up when anything else about how a face is prepared changes: vectors of two versions are never compared. */
  alignment_version: z.number().int().min(1),
  /**
   * What a cosine means: `similarity = clamp(offset + scale * cosine, 0, 1)`. With what share of pairs of different people is taken for one
   * (`far`) at a similarity, and on what that was measured.
   */
  calibration: z.object({
    offset: z.number(),
    scale: z.number().positive(),
    far: z.array(z.object({ similarity: share, far: share })),
    source: z.string().min(1),
  }),
});

/** Yaw, pitch and roll as classes of three degrees from -99 (Ruiz et al., "Fine-Grained Head Pose Estimation Without Keypoints", 2018). */
const pose = z.object({ ...network, side, crop: z.number().min(1).max(4) });

/** Age in three stages (Yang et al., "SSR-Net: A Compact Soft Stagewise Regression Network for Age Estimation", 2018). */
const age = z.object({ ...network, side, crop: z.number().min(1).max(4), oldest: z.number().positive() });

/** Classes of a face in a part of the picture around it, of which one is a living face (MiniFASNet of Silent-Face-Anti-Spoofing, 2020, and the like). */
const antispoofing = z.object({
  ...network,
  side,
  /** How much larger than the face the part is. */
  crop: z.number().min(1).max(6),
  /** Index of the class that is a living face. */
  live_class: z.number().int().min(0).max(15),
});

export const faceManifestSchema = z
  .object({
    name: z.string().min(1).max(100),
    licence: z.string().min(1),
    source: z.string().min(1),
    detector,
    landmarks: landmarks.optional(),
    embedder,
    pose: pose.optional(),
    age: age.optional(),
    /** Each is asked, and the mean is taken; without any, liveness is judged by signals of the picture alone. */
    antispoofing: z.array(antispoofing).max(4).default([]),
  })
  .refine(({ detector: { kind }, landmarks }) => kind !== 'ultraface' || landmarks !== undefined, {
    path: ['landmarks'],
    error: 'is needed, as a detector of the kind ultraface says no points',
  });

/** A parsed manifest. */
export type FaceManifest = z.infer<typeof faceManifestSchema>;

/** A network that says a face in numbers. */
export type EmbeddingSpec = FaceManifest['embedder']['joined'][number];

/** How pixels become the input of a network. */
export type Normalisation = Pick<FaceManifest['embedder'], 'channels' | 'mean' | 'std'>;
