import { expect, it } from 'vitest';
import { shareOf, shareText } from '../../../bench/accuracy/share.js';

it('an interval of few successes is that of Wilson, inside of 0 and 1, and wide', () => {
  // Newcombe, Statistics in Medicine 17, 1998, table I, method 3.
  expect(shareText(shareOf(81, 263))).toBe('81 of 263 (.31, .26 to .37)');
  expect(shareOf(0, 20)).toMatchObject({ share: 0, from: 0, to: expect.closeTo(0.1611, 3) as number });
  expect(shareOf(0, 0)).toMatchObject({ from: 0, to: 1 });
});
