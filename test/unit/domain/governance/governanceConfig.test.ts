import { expect, test } from 'vitest';
import { knownConfig } from '../../../../src/domain/governance/governanceConfig.js';

test('of a configuration only what the service knows is kept, as it was given and without defaults', () => {
  const known = { limit: 5, statuses: ['review'], drift: { days: 3, at_least: { valid: 0.9 } } };
  const given = { ...known, lookback: 30, drift: { ...known.drift, dyas: 3, at_least: { valid: 0.9, value: 1 } } };
  expect(knownConfig(given)).toEqual(known);
  expect(knownConfig({})).toEqual({});
});
