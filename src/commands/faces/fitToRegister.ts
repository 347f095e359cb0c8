import { DomainError } from '../../domain/core/decider.js';
import type { FacePicture, SeenPicture } from './lookAtFace.js';

/** A narrower face, in pixels, is told from others clearly worse: of photos of 24 pixels a quarter is missed that is told at 112. */
const NARROWEST = 32;

/** Sharpness, 0 to 1, below which a face is smeared: the variance of its Laplacian is under 18 or so. */
const LEAST_SHARP = 0.15;

/**
 * Holds a picture to what a register needs: one face, large and sharp enough. Whoever is registered badly is found badly for ever.
 * @throws DomainError `invalid`, with the measure
 */
export function assertFitToRegister({ field }: FacePicture, { count, face: { quality } }: SeenPicture): void {
  const refuse = (what: string): never => {
    throw new DomainError('invalid', `The field \`${field}\` ${what}`);
  };
  if (count > 1) refuse(`shows ${count} faces; register one at a time`);
  if (quality.width < NARROWEST) {
    refuse(`shows a face of ${quality.width} pixels across; at least ${NARROWEST} are needed`);
  }
  if (quality.parts.sharpness < LEAST_SHARP) {
    refuse(
      `shows a face that is blurred: its sharpness is ${quality.parts.sharpness}, at least ${LEAST_SHARP} is needed`,
    );
  }
}
