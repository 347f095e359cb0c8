import { describe, expect, it } from 'vitest';
import { didYouMean, knownAre, lettersApart, misspelt, probablyMeant } from '../../../../src/domain/core/spelling.js';

const KNOWN = ['expired', 'client_reference_id', 'ttl_minutes', 'min_age', 'date', 'low_age', 'low_light'];

describe('a word that is nearly a known one', () => {
  it.each([
    ['', '', 0],
    ['date', 'dates', 1],
    ['expird', 'expired', 1],
    ['amonut', 'amount', 1],
    ['sitting', 'kitten', 3],
    ['', 'abc', 3],
  ])('%j and %j are so many letters apart', (one, other, apart) => {
    expect(lettersApart(one, other)).toBe(apart);
    expect(lettersApart(other, one)).toBe(apart);
  });

  it.each([
    ['expird', 'expired'],
    ['client_refernce_id', 'client_reference_id'],
    ['Client-Reference ID', 'client_reference_id'],
    ['minage', 'min_age'],
    ['dtae', 'date'],
    ['det', undefined],
    ['ttl', undefined],
    ['expired', undefined],
    ['x'.repeat(100_000), undefined],
  ])('%.30s is that one: %j', (word, known) => expect(misspelt(word, KNOWN)).toBe(known));

  it('is also the only one that begins with it, where a name that is not known means nothing', () => {
    expect(probablyMeant('ttl', KNOWN)).toBe('ttl_minutes');
    expect(probablyMeant('low', KNOWN)).toBeUndefined();
    expect(probablyMeant('t', KNOWN)).toBeUndefined();
  });

  it('is said behind those that are known', () => {
    expect(knownAre('thresold', ['threshold', 'watchlists'])).toBe(
      '; known are threshold, watchlists; did you mean "threshold"?',
    );
    expect(knownAre('colour', ['threshold'])).toBe('; known are threshold');
    expect(didYouMean(undefined)).toBe('');
  });
});
