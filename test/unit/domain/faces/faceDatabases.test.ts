import { expect, it } from 'vitest';
import { faceDatabases, isWatchlist } from '../../../../src/domain/faces/index.js';

it('registers of an installation are the watchlists, custom and those it adds, each once and called by words', () => {
  const all = faceDatabases(['staff', 'night_shift', 'custom', 'fraudsters']);
  expect(all.map(({ display_name }) => display_name)).toEqual([
    ...['Politically exposed persons', 'Sanctions', 'Public figures', 'Fraudsters', 'Celebrities'],
    ...['Own faces', 'Staff', 'Night shift'],
  ]);
  expect(all.filter(({ database }) => isWatchlist(database))).toHaveLength(5);
});
