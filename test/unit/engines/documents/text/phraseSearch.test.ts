import { describe, expect, it } from 'vitest';
import { compactText, foldText } from '../../../../../src/engines/documents/text/fold.js';
import { indexPhrases } from '../../../../../src/engines/documents/text/phraseIndex.js';
import {
  findPhrase,
  searchablePhrase,
  searchableText,
} from '../../../../../src/engines/documents/text/phraseSearch.js';

const find = (phrase: string, text: string): string | null => {
  const match = findPhrase(searchablePhrase(phrase), searchableText(text));
  return match && text.slice(match.start, match.end);
};

describe('folding', () => {
  it('takes accents, capitals, ligatures and punctuation away', () => {
    expect(foldText('Straße / N° ÉCOLE')).toBe('strasse n ecole');
    expect(compactText('Date d’expiration')).toBe('datedexpiration');
  });
});

describe('finding a phrase', () => {
  it('finds it whatever its accents, capitals and spaces', () => {
    expect(find('Date de délivrance', 'DATEDE DELIVRANCE 01')).toBe('DATEDE DELIVRANCE');
  });

  it('forgives one letter in about six of a long phrase and none of a short one', () => {
    expect(find('Given names', 'Givan names: ANNA')).toBe('Givan names');
    expect(find('Sex', 'Sax')).toBeNull();
  });

  it('finds no word inside another', () => {
    expect(find('total', 'subtotals')).toBeNull();
    expect(find('visa', 'advisable')).toBeNull();
  });

  it('takes a digit for no other digit, though for a letter that looks like it', () => {
    expect(find('Form 1098', 'FORM 1099')).toBeNull();
    expect(find('Form 1099-INT', 'Form 1099-DIV')).toBeNull();
    expect(find('Modelo 303 IVA', 'Modelo 30 IVA')).toBeNull();
    expect(find('A1 certificate', 'of certificate')).toBeNull();
    expect(find('Form 1098', 'Form I098')).toBe('Form I098');
    expect(find('Form 1040', 'Farm 1040')).toBe('Farm 1040');
  });

  it('does not take a part of a phrase for the whole', () => {
    expect(find('Passport No', 'PASSPORT OFFICE')).toBeNull();
  });

  it('finds a long phrase inside words that a reader ran together', () => {
    expect(find('date of birth', 'PLACEANDDATEOFBIRTH')).toBe('DATEOFBIRTH');
  });

  it('works in scripts without spaces', () => {
    expect(find('旅券', '日本国旅券番号')).toBe('旅券');
  });

  it('answers the same through an index', () => {
    const texts = ['Sub total 3.00', 'TOTAL 5.00', 'Thank you', 'Grand totel 5.00'];
    const index = indexPhrases(texts.map(searchableText));
    expect(index.find(searchablePhrase('grand total')).map(({ text }) => text)).toEqual([3]);
    expect(index.find(searchablePhrase('thank you')).map(({ text }) => text)).toEqual([2]);
  });
});
