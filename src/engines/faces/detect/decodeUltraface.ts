import type { Candidate, DecodeDetections } from './candidate.js';

/** Scores of the classes background and face, and boxes in fractions of the input. */
export const decodeUltraface: DecodeDetections = (outputs, { width, height }) => {
  const scores = outputs.find(({ dims }) => dims.at(-1) === 2)?.data ?? new Float32Array();
  const boxes = outputs.find(({ dims }) => dims.at(-1) === 4)?.data ?? new Float32Array();
  return Array.from({ length: boxes.length / 4 }, (_, at): Candidate => {
    const [left, top, right, bottom] = [0, 1, 2, 3].map((side) => boxes[at * 4 + side]!);
    return { score: scores[at * 2 + 1]!, box: [left! * width, top! * height, right! * width, bottom! * height] };
  });
};
