import type { GreyImage } from '../../../../src/engines/documents/quality/grey.js';

/** Mean difference of two looks, in grey levels, from which on the camera or the document moves. */
const MOVING = 8;

/** Whether two looks differ by more than noise. The first is taken for moving. */
export function isMoving(before: GreyImage | undefined, now: GreyImage): boolean {
  if (before?.data.length !== now.data.length) return true;
  let difference = 0;
  for (let at = 0; at < now.data.length; at++) difference += Math.abs(now.data[at]! - before.data[at]!);
  return difference / now.data.length > MOVING;
}
