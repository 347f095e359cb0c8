import type { Box } from '../reading/page.js';

/** How a page is looked at to read a zone: a picture in pixels in which the zone lies level. */
export interface ReadingFrame {
  /** Size of the page, of which boxes are fractions. */
  width: number;
  height: number;
  /** How the page is turned clockwise so that the zone's lines run to the right. */
  turn: 0 | 90 | 180 | 270;
  /** How far they run down then, in radians: the frame is turned back by as much about its top left. */
  tilt: number;
}

/** A run of text in a frame: its middle, its size along and across its base line, and how far that runs down per pixel to the right. */
export interface Run {
  x: number;
  y: number;
  length: number;
  height: number;
  slope: number;
}

/** An angle on the page as it is in the turned picture: radians clockwise, more than -180 and at most 180 degrees. */
export function angleIn(turn: ReadingFrame['turn'], angle: number): number {
  const turned = angle + (turn * Math.PI) / 180;
  return turned - 2 * Math.PI * Math.ceil(turned / (2 * Math.PI) - 0.5);
}

/** Text turned further than this is as high as its box: its length and height are no longer told apart by the box. */
const TOO_STEEP = Math.PI / 5;

/**
 * A box on the page as a run in the frame.
 * @param angle direction of the text on the page, in radians clockwise; the box is upright and stands around all of it
 */
export function inFrame(box: Box, angle: number, frame: ReadingFrame): Run {
  const [left, top, width, height] = inTurned(box, frame);
  const [cx, cy] = [left + width / 2, top + height / 2];
  const [cos, sin] = [Math.cos(frame.tilt), Math.sin(frame.tilt)];
  const place = { x: cx * cos + cy * sin, y: cy * cos - cx * sin };
  const own = angleIn(frame.turn, angle);
  if (Math.abs(own) > TOO_STEEP) return { ...place, length: width, height, slope: 0 };
  // An upright box around a turned rectangle: width = length cos + height sin, height = length sin + height cos.
  const [c, s] = [Math.cos(own), Math.abs(Math.sin(own))];
  const across = (height * c - width * s) / (c * c - s * s);
  const along = (width * c - height * s) / (c * c - s * s);
  // A box that the edge of the page cuts off does not tell.
  if (across < height / 10 || along < width / 2)
    return { ...place, length: width, height, slope: Math.tan(own - frame.tilt) };
  return { ...place, length: along, height: across, slope: Math.tan(own - frame.tilt) };
}

/** Where the picture begins and ends in a frame, at this height. */
export function edgesAt(y: number, { width, height, turn, tilt }: ReadingFrame): [left: number, right: number] {
  const wide = turn === 90 || turn === 270 ? height : width;
  return [y * Math.tan(tilt), wide / Math.cos(tilt) + y * Math.tan(tilt)];
}

/** A box in a frame as the upright box around it on the page, in fractions. */
export function onPage([x, y, width, height]: Box, frame: ReadingFrame): Box {
  const [cos, sin] = [Math.cos(frame.tilt), Math.sin(frame.tilt)];
  const corners = [[x, y], [x + width, y], [x, y + height], [x + width, y + height]].map(
    ([px, py]) => [px! * cos - py! * sin, px! * sin + py! * cos] as const,
  ); // prettier-ignore
  const [xs, ys] = [corners.map(([px]) => px), corners.map(([, py]) => py)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return outOfTurned([left, top, Math.max(...xs) - left, Math.max(...ys) - top], frame);
}

/** The box as it stands in the turned picture, in pixels. Its inverse is {@link outOfTurned}. */
function inTurned([x, y, width, height]: Box, frame: ReadingFrame): Box {
  const [w, h] = [frame.width, frame.height];
  switch (frame.turn) {
    case 0:
      return [x * w, y * h, width * w, height * h];
    case 90:
      return [(1 - y - height) * h, x * w, height * h, width * w];
    case 180:
      return [(1 - x - width) * w, (1 - y - height) * h, width * w, height * h];
    case 270:
      return [y * h, (1 - x - width) * w, height * h, width * w];
  }
}

function outOfTurned([x, y, width, height]: Box, frame: ReadingFrame): Box {
  const [w, h] = [frame.width, frame.height];
  switch (frame.turn) {
    case 0:
      return [x / w, y / h, width / w, height / h];
    case 90:
      return [y / w, 1 - (x + width) / h, height / w, width / h];
    case 180:
      return [1 - (x + width) / w, 1 - (y + height) / h, width / w, height / h];
    case 270:
      return [1 - (y + height) / w, x / h, height / w, width / h];
  }
}
