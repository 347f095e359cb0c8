import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkDigit } from '../../../../../src/engines/documents/mrz/checkDigit.js';

// The worked examples of ICAO Doc 9303-3, 4.9, and the specimen of part 4.
test.each([
  ['520727', '3'],
  ['AB2134<<<', '5'],
  ['L898902C3', '6'],
  ['740812', '2'],
  ['120415', '9'],
  ['ZE184226B<<<<<', '1'],
])('the check digit of %s is %s', (characters, digit) => {
  expect(checkDigit(characters)).toBe(digit);
});

const mrzText = fc.string({
  unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<'),
  minLength: 1,
  maxLength: 40,
});

test('fillers at the end do not change a check digit', () => {
  fc.assert(fc.property(mrzText, fc.nat(20), (text, more) => checkDigit(text) === checkDigit(text + '<'.repeat(more))));
});

test('changing one digit always changes the check digit', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(digits, fc.nat(), fc.integer({ min: 1, max: 9 }), (text, at, step) => {
      const position = at % text.length;
      const other = String((Number(text[position]) + step) % 10);
      expect(checkDigit(text.slice(0, position) + other + text.slice(position + 1))).not.toBe(checkDigit(text));
    }),
  );
});
