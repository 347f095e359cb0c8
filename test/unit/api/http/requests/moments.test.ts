import { expect, test } from 'vitest';
import { endOf, isMoment, startOf } from '../../../../../src/api/http/requests/moments.js';

test.each([
  ['2025-03-14', '2025-03-14T00:00:00.000Z', '2025-03-14T23:59:59.999Z'],
  ['2025-03-14T09:26:53Z', '2025-03-14T09:26:53.000Z', '2025-03-14T09:26:53.000Z'],
  ['2025-03-14t09:26:53.589793+02:00', '2025-03-14T07:26:53.589Z', '2025-03-14T07:26:53.589Z'],
  ['9999-12-31T23:59:59-01:00', '9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ['0000-01-01T00:00:00+01:00', '0000-01-01T00:00:00.000Z', '0000-01-01T00:00:00.000Z'],
])('%s is a moment, or a day, in UTC', (text, start, end) => {
  expect([isMoment(text), startOf(text), endOf(text)]).toEqual([true, start, end]);
});

test.each(['', '2025', '2025-3-1', '2025-13-01', '2025-03-14T09:26:53', '2025-03-14T25:00:00Z', '1741944413', 'now'])(
  '%j names no moment',
  (text) => expect(isMoment(text)).toBe(false),
);
