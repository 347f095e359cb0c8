/** Specimens that somebody changed, each in one way, to see whether it is noticed. */
export {
  amongPages,
  annotatedByUpdate,
  changedBeforeMade,
  changedByUpdate,
  type Forgery,
  paintedOver,
  setInOtherFont,
} from './pdf.js';
export { withEnlargedPortrait, withOtherPortrait, withPaintedValue } from './picture.js';
export { forgedPictures, type ForgedPicture, PICTURE_TRICKS, type PictureTrick } from './forgedPictures.js';
