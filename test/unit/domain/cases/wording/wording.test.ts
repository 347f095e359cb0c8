import { describe, expect, it } from 'vitest';
import { requestWords } from '../../../../../src/domain/cases/requestWords.js';
import { REQUEST_CODES } from '../../../../../src/domain/cases/reviewEvents.js';
import { counted, dated, listed } from '../../../../../src/domain/cases/wording/forms.js';
import { LANGUAGES, typeIn, wordingFor, wordingOf } from '../../../../../src/domain/cases/wording/index.js';
import { CHECKS } from '../../../../../src/domain/documents/index.js';

const others = LANGUAGES.filter((language) => language !== 'en');

/** All sentences of a part of a wording; what takes arguments is said of something. */
const said = (part: object): string[] =>
  Object.values(part).flatMap((one: unknown) => {
    if (typeof one === 'string') return [one];
    if (typeof one === 'object' && one !== null) return said(one);
    // Lists where lists are taken: text has neither `join` nor `map`.
    const say = one as (...given: unknown[]) => string;
    for (const first of ['x', ['x', 'y'], 2, 'front', 'approved']) {
      for (const second of ['x', ['x', 'y'], 2]) {
        try {
          return [say(first, second, 3)];
        } catch {
          continue;
        }
      }
    }
    throw new Error('a sentence takes something else');
  });

describe('the words of a case', () => {
  it.each(others)('are of one language alone (%s): no sentence of it is the English one', (language) => {
    for (const part of ['reply', 'reason'] as const) {
      const english = said(wordingOf('en')[part]);
      const own = said(wordingOf(language)[part]);
      expect(own).toHaveLength(english.length);
      expect(own.filter((one, index) => one.length > 12 && one === english[index])).toEqual([]);
    }
  });

  it.each(others)('say what every check means (%s)', (language) => {
    expect(Object.keys(wordingOf(language).checks ?? {}).sort()).toEqual(Object.keys(CHECKS).sort());
  });

  it.each(LANGUAGES)('ask again for every reason there is (%s), and keep what the reviewer wrote', (language) => {
    const lines = REQUEST_CODES.map((code) =>
      requestWords([{ document_type: 'passport', code, text: ' So. ' }], language),
    );
    expect(new Set(lines).size).toBe(REQUEST_CODES.length);
    expect(lines.every((line) => line.includes(typeIn(language, 'passport')) && line.endsWith('. So.'))).toBe(true);
  });

  it('call document types in reasons as people do, and in English by the names that are promised', () => {
    expect(wordingFor('de').reason.documentMissing(['passport', 'identity_card'])).toBe(
      'Ein Dokument der Art Reisepass oder Personalausweis wurde nicht eingereicht.',
    );
    expect(wordingFor('de', { fan_card: 'Fan-Karte' }).reason.superseded('fan_card')).toContain('der Art Fan-Karte');
    expect(wordingFor('de').reason.superseded('of_nobody')).toContain('der Art of_nobody');
    expect(wordingFor('en', { fan_card: 'Fan card' }).reason.superseded('fan_card')).toContain('of the type fan_card');
  });

  it('list, count and date as each language does, and as before in English', () => {
    expect(LANGUAGES.map((language) => listed(language, ['a', 'b', 'c']))).toEqual([
      ...['a, b and c', 'a, b und c', 'a, b et c', 'a, b y c', 'a, b e c', 'a, b e c'],
    ]);
    expect(counted('de', 1, ['Tag', 'Tage'])).toBe('1 Tag');
    expect(counted('de', 2, ['Tag', 'Tage'])).toBe('2 Tage');
    // Nought is one in French, and not in Spanish.
    expect(counted('fr', 0, ['jour', 'jours'])).toBe('0 jour');
    expect(counted('es', 0, ['día', 'días'])).toBe('0 días');
    expect(dated('de', '2031-05-01')).toBe('1. Mai 2031');
    expect(dated('en', '2031-05-01')).toBe('2031-05-01');
    expect(dated('de', '2031-13-41')).toBe('2031-13-41');
  });
});
