import { describe, expect, it } from 'vitest';
import { indexed, momentOf, numberOf } from '../../../../src/platform/search/searchable.js';
import { plain, wordsOf } from '../../../../src/platform/search/words.js';

describe('a text as it is compared', () => {
  it.each([
    ['Søren  MÜLLER\n', 'søren muller'],
    ['İstanbul', 'istanbul'],
    ['ﬁ', 'fi'],
    ['', ''],
  ])('has neither capitals nor accents: %j', (text, compared) => expect(plain(text)).toBe(compared));

  it.each([
    ["Jean-Luc O'Brien", ['jean', 'luc', 'o', 'brien']],
    ['********3-77', ['********3', '77']],
    ['1,250.50 EUR on 2026-03-02', ['1,250.50', 'eur', 'on', '2026', '03', '02']],
    ['Łódź 東京', ['łodz', '東京']],
    ['... --', []],
  ])('is cut into words: %j', (text, words) => expect(wordsOf(text)).toEqual(words));

  it('has no word that is too long for an index', () => {
    expect(wordsOf('x'.repeat(10_000))).toEqual(['x'.repeat(100)]);
    // A letter of two UTF-16 units at the place where the word is cut.
    expect(wordsOf(`x${'𐌰'.repeat(200)}`)).toEqual([`x${'𐌰'.repeat(99)}`]);
  });
});

describe('what something is found by', () => {
  it('is its values with the paths of their fields, whatever these are called', () => {
    const shown = JSON.parse('{"__proto__":[{"constructor":1}],"Extracted":{"Name":"Ana Lopez","sum":12.5}}') as object;
    const found = indexed(shown as { [name: string]: number });
    expect(found.terms).toEqual(
      expect.arrayContaining(['extracted.name=ana', '=lopez', 'extracted.sum=12.5', '__proto__.constructor=1']),
    );
    expect(found.fields['extracted.name']).toEqual({ v: ['ana lopez'], t: [' ana lopez '] });
    expect(found.fields['extracted.sum']).toEqual({ v: ['12.5'], t: [' 12.5 '], n: [12.5] });
    expect(Object.entries(found.nested)).toEqual([['__proto__', [{ constructor: { v: ['1'], t: [' 1 '], n: [1] } }]]]);
  });

  it('is of one part alone where a text is looked for in that', () => {
    expect(indexed({ extracted: { name: 'Ana' }, extracted_by: 'nobody', file: 'x' }, 'extracted').text).toBe('ana');
  });

  it('is bounded, whatever a document holds', () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`f${n}`, 'x']));
    expect(Object.keys(indexed(many).fields)).toHaveLength(2_000);
    expect(indexed({ long: 'y '.repeat(10_000) }).text).toHaveLength(4_999);
    const words = Array.from({ length: 200 }, (_, n) => Array.from({ length: 500 }, (_, m) => `w${n}x${m}`).join(' '));
    expect(indexed({ words }).terms.length).toBeLessThanOrEqual(2 * 50_000);
    expect(indexed({ words }).text.length).toBeLessThanOrEqual(100_000);
    expect(indexed({ ['p'.repeat(201)]: 'x', short: 'y' }).terms).toEqual(['short=y', '=y']);
    expect(indexed({ rows: Array.from({ length: 5_000 }, () => ({})) }).nested['rows']).toHaveLength(500);
  });

  it('takes as many steps as there are values, however deep lists stand in lists', () => {
    let looked = 0;
    const leaf = {
      get text() {
        looked += 1;
        return 'x';
      },
    };
    const deep = Array.from({ length: 31 }).reduce<object>((below) => ({ a: [below] }), leaf);
    expect(Object.keys(indexed(deep as { [name: string]: string }).fields)).toEqual([`${'a.'.repeat(31)}text`]);
    expect(looked).toBeLessThanOrEqual(32);
  });

  it.each([
    ['2026-03-02', '2026-03-02T00:00:00.000Z'],
    ['2026-03-02T01:00:00+01:00', '2026-03-02T00:00:00.000Z'],
    ['2026-02-30', undefined],
    ['2026-03-02T01:00:00', undefined],
    ['2 March 2026', undefined],
  ])('is a moment where it names one: %s', (text, moment) => expect(momentOf(text)).toBe(moment));

  it.each([
    ['12.50', 12.5],
    ['-3', -3],
    ['1e5', undefined],
    ['12 EUR', undefined],
    ['', undefined],
  ])('is a number where it is written as one: %s', (text, number) => expect(numberOf(text)).toBe(number));
});
