import { z } from 'zod';

/**
 * The manifest of a set of OCR networks: `manifest.json` in `models/ocr/` (shipped) or in the folder that `OCR_MODELS`
 * names. Every constant a network was trained with stands here, so another network of the same kind needs no code:
 * a DB detector (Liao et al., "Real-time Scene Text Detection with Differentiable Binarization", 2020) and a CTC
 * recogniser (Graves et al., 2006).
 */

/** A file: relative to the manifest's folder, or `npm:<resolvable module>:<path beside it>` for one out of a package. */
const file = z.string().min(1);
const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .optional();
const perChannel = z.tuple([z.number(), z.number(), z.number()]);

/** How pixels become network input: `(value / 255 - mean) / std`, one plane per channel in the order of `channels`. */
const normalisation = {
  channels: z.enum(['rgb', 'bgr']),
  mean: perChannel,
  std: z.tuple([z.number().positive(), z.number().positive(), z.number().positive()]),
};

export const modelManifestSchema = z.object({
  name: z.string().min(1),
  licence: z.string().min(1),
  source: z.string().min(1),
  detector: z.object({
    file,
    sha256,
    ...normalisation,
    /** Longest side of the picture the detector is shown, in pixels. */
    long_side: z.number().int().min(320).max(4096),
    /** Both sides are rounded to a multiple of this. */
    multiple: z.number().int().min(1).max(128),
    /** A pixel of the map above this belongs to text. */
    pixel_threshold: z.number().min(0).max(1),
    /** A region whose mean probability is below this is dropped. */
    box_threshold: z.number().min(0).max(1),
    /** The map shows shrunken text; a box grows by `area * unclip_ratio / perimeter` on each side. */
    unclip_ratio: z.number().min(0).max(4),
  }),
  recognizer: z.object({
    file,
    sha256,
    ...normalisation,
    /** Height in pixels of the line pictures the recogniser is shown. */
    height: z.number().int().min(16).max(128),
    /** One character per line; where CTC's blank and, when the file lacks it, the space stand. */
    dictionary: z.object({
      file,
      sha256,
      blank: z.enum(['first', 'last']),
      space: z.enum(['last', 'listed']),
    }),
  }),
});

/** A parsed manifest. */
export type ModelManifest = z.infer<typeof modelManifestSchema>;
