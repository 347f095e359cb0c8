import { greyOf, sizeOf, type Seen } from './greyOf.js';
import { COARSE, WHOLE, type Measured } from './pictureAdvice.js';

/** Measures what a canvas or the camera shows. */
export const measured = (seen: Seen): Measured => ({
  ...sizeOf(seen),
  whole: greyOf(seen, WHOLE),
  coarse: greyOf(seen, COARSE),
});
