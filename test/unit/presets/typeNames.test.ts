import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../src/domain/cases/wording/index.js';
import { ownNamesOf, TYPE_NAMES, typeNameOf } from '../../../src/domain/cases/wording/types/index.js';
import { readPresets } from '../../../src/start/presets.js';

describe('the names of the shipped document types', () => {
  it.each(LANGUAGES)('are there for every type and for no other (%s)', async (language) => {
    const shipped = (await readPresets()).map(({ context_id }) => context_id);
    expect(Object.keys(TYPE_NAMES[language]).sort()).toEqual(shipped.sort());
  });

  it('are the display names in English', async () => {
    const shipped = (await readPresets()).map(({ context_id, display_name }) => [context_id, display_name]);
    expect(TYPE_NAMES.en).toEqual(Object.fromEntries(shipped));
  });

  it.each(LANGUAGES)('tell types from each other, without blanks around them (%s)', (language) => {
    const names = Object.values(TYPE_NAMES[language]);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    expect(names.filter((name) => name !== name.trim() || name === '')).toEqual([]);
  });

  it('give way to a name that someone gave', () => {
    const own = ownNamesOf([
      { context_id: 'passport', display_name: 'Passport' },
      { context_id: 'utility_bill', display_name: 'Bill' },
      { context_id: 'constructor', display_name: 'Builder' },
    ]);
    expect(own).toEqual({ utility_bill: 'Bill', constructor: 'Builder' });
    expect(typeNameOf('fr', 'passport', own)).toBe('passeport');
    expect(typeNameOf('fr', 'utility_bill', own)).toBe('Bill');
    expect(typeNameOf('fr', 'toString', own)).toBeUndefined();
  });
});
