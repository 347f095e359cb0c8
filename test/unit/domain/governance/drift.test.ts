import { describe, expect, it } from 'vitest';
import { type DriftCount, driftOf, driftTimes, type FieldCount } from '../../../../src/domain/governance/index.js';

const since = '2026-03-02T00:00:00.000Z';
const demands = { days: 7, documents: 20, at_least: {} };
const field = (name: string, more: Partial<FieldCount> = {}): FieldCount => ({
  ...{ field: name, filled: 100, broken: 0, confidence_sum: 90, confidence_count: 100, forms: { date: 100 } },
  ...more,
});
const counted = (...fields: FieldCount[]): DriftCount => ({ documents: 100, valid: 90, fields });

describe('how documents drift', () => {
  it('is told of the newest days beside as many before', () => {
    expect(driftTimes({ days: 7 }, '2026-03-09T00:00:00.000Z')).toEqual({
      ...{ since, from: '2026-02-23T00:00:00.000Z' },
    });
  });

  it('sets shares, means and what values look like beside what they were, for each field of either time', () => {
    const now = counted(field('expiry_date', { filled: 80, broken: 10, confidence_sum: 60, confidence_count: 80 }));
    const before = counted(field('expiry_date'), field('number'));
    const { fields, ...whole } = driftOf(demands, since, { now, before });
    expect(whole).toEqual({
      since,
      documents: { now: 100, before: 100 },
      valid: { now: 0.9, before: 0.9 },
      alarms: [],
    });
    expect(fields).toEqual([
      {
        ...{ field: 'expiry_date', valid: { now: 0.9, before: 1 }, filled: { now: 0.8, before: 1 } },
        ...{ confidence: { now: 0.75, before: 0.9 }, moved: 0 },
      },
      {
        ...{ field: 'number', valid: { now: 1, before: 1 }, filled: { now: 0, before: 1 } },
        ...{ confidence: { now: null, before: 0.9 }, moved: null },
      },
    ]);
  });

  it('counts how far what values look like has moved: nothing where it is the same, much where it is another', () => {
    const moved = (now: FieldCount['forms'], before: FieldCount['forms']) =>
      driftOf(demands, since, {
        now: counted(field('f', { forms: now })),
        before: counted(field('f', { forms: before })),
      }).fields[0]?.moved;
    expect(moved({ date: 50, digits: 50 }, { date: 50, digits: 50 })).toBe(0);
    expect(moved({ date: 55, digits: 45 }, { date: 50, digits: 50 })).toBeLessThan(0.1);
    expect(moved({ date: 20, digits: 80 }, { date: 80, digits: 20 })).toBeGreaterThan(0.25);
    expect(moved({ letters: 100 }, { date: 100 })).toBeGreaterThan(5);
    // By hand: Siddiqi's sum over both forms, with half a document more in each.
    expect(moved({ a: 80, b: 20 }, { a: 50, b: 50 })).toBeCloseTo(
      (80.5 / 101 - 0.5) * Math.log(80.5 / 50.5) + (20.5 / 101 - 0.5) * Math.log(20.5 / 50.5),
      3,
    );
  });

  it('raises an alarm for what is demanded of the newest days and is not so, of the whole and of each field', () => {
    const now = counted(
      field('number', { filled: 40, confidence_sum: 20, confidence_count: 40, forms: { letters: 40 } }),
    );
    const before = counted(field('number'));
    const asked = { ...demands, at_least: { valid: 0.95, filled: 0.5, confidence: 0.8 }, moved: 0.25 };
    expect(driftOf(asked, since, { now, before }).alarms).toEqual([
      { field: null, measure: 'valid', is: 0.9, limit: 0.95 },
      { field: 'number', measure: 'filled', is: 0.4, limit: 0.5 },
      { field: 'number', measure: 'confidence', is: 0.5, limit: 0.8 },
      { field: 'number', measure: 'moved', is: expect.any(Number) as number, limit: 0.25 },
    ]);
    const asIs = { ...demands, at_least: { valid: 0.9, filled: 0.4, confidence: 0.5 } };
    expect(driftOf(asIs, since, { now, before }).alarms).toEqual([]);
  });

  it('raises none where too few documents came to tell', () => {
    const few: DriftCount = { documents: 19, valid: 0, fields: [field('number', { filled: 5 })] };
    const asked = { ...demands, at_least: { valid: 0.95, filled: 0.9 }, moved: 0.25 };
    const drift = driftOf(asked, since, { now: few, before: counted(field('number')) });
    expect(drift).toMatchObject({ valid: { now: 0 }, alarms: [], fields: [{ moved: null }] });
  });

  it('says of no documents that nothing is known', () => {
    const none: DriftCount = { documents: 0, valid: 0, fields: [] };
    expect(driftOf({ ...demands, at_least: { valid: 1 } }, since, { now: none, before: none })).toEqual({
      ...{ since, documents: { now: 0, before: 0 }, valid: { now: null, before: null }, fields: [], alarms: [] },
    });
  });
});
