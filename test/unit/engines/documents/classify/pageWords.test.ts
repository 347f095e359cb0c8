import { describe, expect, it } from 'vitest';
import { kindsByWords, parseLearnt } from '../../../../../src/engines/documents/classify/learntKinds.js';
import { wordsOfPage } from '../../../../../src/engines/documents/classify/pageWords.js';

const featuresOf = (...texts: string[]): Set<string> =>
  wordsOfPage({ segments: texts.map((text) => ({ text })), pages: new Map([[1, { width: 1000, height: 1400 }]]) });

describe('the words of a page', () => {
  it('are folded, in pairs and as stems', () => {
    const features = featuresOf('Gesamtbetrag fällig');
    for (const feature of ['gesamtbetrag', 'gesam*', 'fallig', 'falli*', 'gesamtbetrag fallig']) {
      expect(features).toContain(feature);
    }
  });

  it('are pairs of characters where a script has no spaces', () => {
    const features = featuresOf('合計金額');
    for (const feature of ['合計', '計金', '金額']) expect(features).toContain(feature);
  });

  it('hold the numbers that forms go by, and none that is of one document only', () => {
    const features = [...featuresOf('Form 1040 W2', 'No 48217745 AB12345678')];
    expect(features).toEqual(expect.arrayContaining(['form 1040', 'w2']));
    expect(features.filter((feature) => /48217745|12345678/.test(feature))).toEqual([]);
  });

  it('tell a till roll from a card, and a page of prices from one without', () => {
    expect(featuresOf('1.20', '3,40', '5.60')).toContain('#amounts:2');
    const pages = new Map([[1, { width: 500, height: 1200 }]]);
    expect(wordsOfPage({ segments: [], pages })).toContain('#shape:strip');
  });

  it('grow with the text and no faster, in one line or in many', () => {
    const words = Array.from(
      { length: 8_000 },
      (_, i) => `w${'abcdefghij'.charAt(i % 10)}${i.toString(26).replace(/\d/g, 'x')}`,
    );
    for (const texts of [[words.join(' ')], words]) {
      expect(featuresOf(...texts).size).toBeLessThanOrEqual(3 * words.length + 3);
    }
  });
});

describe('kinds by words', () => {
  const learnt = parseLearnt('none\tinvoice\treceipt\nchange\t1\t-10\t2\t30\nhello\t0\t20\n');

  it('are odds over a page that is of no kind', () => {
    const kinds = kindsByWords(learnt, ['change']);
    expect(kinds.get('receipt')).toBeCloseTo(3);
    expect(kinds.get('invoice')).toBeCloseTo(-1);
    expect(kindsByWords(learnt, ['hello']).get('receipt')).toBeCloseTo(-2);
  });

  it('look each feature up once, whatever the number of kinds', () => {
    let steps = 0;
    const counting = new Map(learnt.weights);
    counting.get = (feature) => {
      steps++;
      return learnt.weights.get(feature);
    };
    kindsByWords({ ...learnt, weights: counting }, ['change', 'hello', 'nobody knows']);
    expect(steps).toBe(3);
  });
});
