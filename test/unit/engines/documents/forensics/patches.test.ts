import { expect, it } from 'vitest';
import { rectanglesAround } from '../../../../../src/engines/documents/forensics/picture/patches.js';

const countAround = (height: number): number => [...rectanglesAround([0, 0, 2 * height, height])].length;

it('a line of any height, such as the upright box around a slanted one, has no more patches than print has', () => {
  expect(countAround(600)).toBeLessThanOrEqual(2 * countAround(24));
});
