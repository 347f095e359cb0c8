import { expect, test } from 'vitest';
import {
  angleIn,
  edgesAt,
  inFrame,
  onPage,
  type ReadingFrame,
} from '../../../../../src/engines/documents/mrz/readingFrame.js';
import type { Box } from '../../../../../src/engines/documents/reading/page.js';

const PAGE = { width: 1200, height: 800 };
const DEGREE = Math.PI / 180;

/** The upright box around a run of text of 600 by 24 pixels about the middle of the page. */
function boxAround(degrees: number): Box {
  const [cos, sin] = [Math.abs(Math.cos(degrees * DEGREE)), Math.abs(Math.sin(degrees * DEGREE))];
  const [width, height] = [600 * cos + 24 * sin, 600 * sin + 24 * cos];
  return [0.5 - width / 2 / PAGE.width, 0.5 - height / 2 / PAGE.height, width / PAGE.width, height / PAGE.height];
}

test.each<[ReadingFrame['turn'], number]>([
  [0, 6],
  [0, -6],
  [90, 4],
  [180, -3],
  [270, 5],
])(
  'a line that lies askew is level in its frame, as long and as high as it is printed: turn %i, %i degrees',
  (turn, tilt) => {
    const frame: ReadingFrame = { ...PAGE, turn, tilt: tilt * DEGREE };
    const run = inFrame(boxAround(tilt - turn), (tilt - turn) * DEGREE, frame);
    expect(run.length).toBeCloseTo(600, 6);
    expect(run.height).toBeCloseTo(24, 6);
    expect(run.slope).toBeCloseTo(0, 9);
    const [x, y] = onPage([run.x, run.y, 0, 0], frame);
    expect([x, y].map((part) => part.toFixed(6))).toEqual(['0.500000', '0.500000']);
  },
);

test('a line that lies otherwise than its zone runs down or up in its frame', () => {
  const frame: ReadingFrame = { ...PAGE, turn: 0, tilt: 3 * DEGREE };
  expect(inFrame(boxAround(5), 5 * DEGREE, frame).slope).toBeCloseTo(Math.tan(2 * DEGREE), 9);
});

test('what is looked at along a line that lies askew begins and ends with the picture', () => {
  const frame: ReadingFrame = { ...PAGE, turn: 0, tilt: 5 * DEGREE };
  const [left, right] = edgesAt(300, frame);
  expect(onPage([left, 300, 0, 0], frame)[0]).toBeCloseTo(0, 9);
  expect(onPage([right, 300, 0, 0], frame)[0]).toBeCloseTo(1, 9);
});

test('angles are told between half a turn back and half a turn on', () => {
  expect(angleIn(90, (-87 * Math.PI) / 180)).toBeCloseTo(3 * DEGREE, 9);
  expect(angleIn(180, Math.PI - 0.1)).toBeCloseTo(-0.1, 9);
});
