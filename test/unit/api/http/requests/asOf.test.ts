import { describe, expect, test } from 'vitest';
import { isAsOf, readAsOf } from '../../../../../src/api/http/requests/asOf.js';
import { toPosition } from '../../../../../src/platform/eventStore/eventStore.js';

const deps = {
  eventStore: { end: () => Promise.resolve(toPosition(100)) },
  clock: () => new Date('2026-03-02T09:00:00.000Z'),
};

describe('as_of', () => {
  test.each([
    ['2026-03-02T09:00:00Z', { time: '2026-03-02T09:00:00.000Z' }],
    ['2026-03-02T09:00:00.123456Z', { time: '2026-03-02T09:00:00.123Z' }],
    ['2026-03-02T10:00:00+01:00', { time: '2026-03-02T09:00:00.000Z' }],
    // The clock of the store may be ahead of the one here.
    ['2026-03-02T09:01:00Z', { time: '2026-03-02T09:01:00.000Z' }],
    ['0000-01-01T00:00:00+23:59', { time: '0000-01-01T00:00:00.000Z' }],
    ['0', { position: 0n }],
    ['100', { position: 100n }],
  ])('takes %s', async (text, moment) => {
    expect(isAsOf(text)).toBe(true);
    expect(await readAsOf(deps, text)).toEqual(moment);
  });

  test.each([
    ...['', 'now', '-1', '1.5', '1e3', ' 7', '0x10', '9223372036854775808', '12345678901234567890'],
    ...['2026-03-02', '2026-03-02T09:00:00', '2026-03-02T09:00:00 01:00', '2026-03-02 09:00:00Z'],
    ...['2026-13-02T09:00:00Z', '2026-03-32T09:00:00Z', '2026-03-02T24:00:00Z', '2026-03-02T09:00:60Z'],
    ...['2026-03-02T09:00:00+24:00', '+012026-03-02T09:00:00Z', '2026-03-02T09:00:00.Z'],
  ])('does not take %j', (text) => {
    expect(isAsOf(text)).toBe(false);
  });

  test.each([
    ['2026-03-02T09:01:00.001Z', 'The parameter `as_of` names a time that has not come yet'],
    ['101', 'The parameter `as_of` names a position behind the end of the log'],
  ])('refuses %s, which has not come yet', async (text, detail) => {
    await expect(readAsOf(deps, text)).rejects.toMatchObject({ status: 422, message: detail });
  });

  test('asks nobody where it is left out', async () => {
    const eventStore = { end: () => Promise.reject(new Error('Nobody is to be asked')) };
    expect(await readAsOf({ ...deps, eventStore }, undefined)).toBeUndefined();
  });
});
