import type { FacePose, FaceQuality } from '../faceEngine.js';
import type { Chip } from '../align/chip.js';
import { greyOf } from '../align/chip.js';

/** What quality is judged by. */
export interface Judged {
  /** The aligned face. */
  chip: Chip;
  /** Pixels of the face in the picture, across. */
  width: number;
  pose: FacePose;
  /** 0 to 1, see `occlusionOf`. */
  occlusion: number;
}

/** Where a part of the quality is 0, and where it is 1; in between it rises evenly. */
const RAMPS = {
  /** Pixels across: below 24 the share of true matches at 0.75 fell to three quarters, at 112 the embedder sees all that it can. */
  size: [16, 112],
  /** Natural logarithm of the variance of the Laplacian of the aligned face: 10 is smeared, 400 shows every lash. */
  sharpness: [Math.log(10), Math.log(400)],
  /** Degrees off the front, counted down. */
  pose: [60, 12],
} as const;

/**
 * How fit a face is to be told from others: its parts in the spirit of ISO/IEC 29794-5 (size, sharpness, pose, exposure, occlusion), each 0 to 1. The
 * whole is the mean of their mean and the worst: one part that is bad cannot be made up for by all others.
 */
export function judgeFaceQuality({ chip, width, pose, occlusion }: Judged): FaceQuality {
  const grey = greyOf(chip);
  const parts = {
    size: round(ramp(width, RAMPS.size)),
    sharpness: round(ramp(Math.log(Math.max(1, sharpnessOf(grey, chip.width))), RAMPS.sharpness)),
    pose: round(ramp(Math.max(Math.abs(pose.yaw), Math.abs(pose.pitch)), RAMPS.pose)),
    exposure: round(exposureOf(grey)),
    occlusion: round(1 - occlusion),
  };
  const values = Object.values(parts);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    score: round((mean + Math.min(...values)) / 2),
    parts,
    width: Math.round(width),
    advice: adviceOn(parts, grey),
  };
}

/** A part of the quality below this is worth a word. */
const POOR = 0.5;

function adviceOn(parts: FaceQuality['parts'], grey: Float32Array): string[] {
  const isDark = meanOf(grey) < 128;
  const words: { readonly [part in keyof FaceQuality['parts']]: string } = {
    size: 'The face is small: come closer, or send a picture with more pixels',
    sharpness: 'The face is blurred: hold still, and focus on the face',
    pose: 'The face is turned away: look straight into the camera',
    exposure: isDark
      ? 'The face is too dark or flat: find more light'
      : 'The face is too bright or flat: find softer light',
    occlusion: 'Part of the face cannot be seen: take off what covers it',
  };
  return Object.entries(words).flatMap(([part, word]) => (parts[part as keyof typeof parts] < POOR ? [word] : []));
}

/**
 * How much of a face is covered, 0 to 1, as far as that can be told by how unsure its points are: of photos with a bar drawn over eyes or mouth the
 * spread was about double. Null where the points come from the detector.
 */
export const occlusionOf = (spread: number | null): number | null =>
  spread === null ? null : round(ramp(spread, [0.025, 0.07]));

/** The variance of the Laplacian (Pech-Pacheco et al., 2000) of grey from 0 to 255, but for its edge. */
function sharpnessOf(grey: Float32Array, width: number): number {
  const edges: number[] = [];
  for (let at = width + 1; at < grey.length - width - 1; at++) {
    const x = at % width;
    if (x === 0 || x === width - 1) continue;
    edges.push(grey[at - 1]! + grey[at + 1]! + grey[at - width]! + grey[at + width]! - 4 * grey[at]!);
  }
  return varianceOf(edges);
}

/** Mean grey between 70 and 190, and a standard deviation of 30 and more, are as good as it gets; 0 at black, white and flat. */
function exposureOf(grey: Float32Array): number {
  const mean = meanOf(grey);
  const level = Math.min(ramp(mean, [15, 70]), ramp(mean, [245, 190]));
  return Math.min(level, ramp(Math.sqrt(varianceOf(grey)), [5, 30]));
}

function meanOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += values[at]!;
  return sum / values.length;
}

function varianceOf(values: ArrayLike<number>): number {
  const mean = meanOf(values);
  let squares = 0;
  for (let at = 0; at < values.length; at++) squares += (values[at]! - mean) ** 2;
  return squares / values.length;
}

/** 0 at or before the first bound, 1 at or beyond the second. */
export const ramp = (value: number, [from, to]: readonly [number, number]): number =>
  Math.min(1, Math.max(0, (value - from) / (to - from)));

const round = (value: number): number => Math.round(value * 1000) / 1000;
