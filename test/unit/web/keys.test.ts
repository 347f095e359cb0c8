import { expect, test } from 'vitest';
import { KEYS } from '../../../web/src/keyboard/keys.js';
import { de } from '../../../web/src/words/de.js';
import { en } from '../../../web/src/words/en.js';

test('no key of a screen means two things, nor one that means something everywhere', () => {
  const { everywhere, ...screens } = KEYS;
  for (const [screen, keys] of Object.entries(screens)) {
    const all = [...Object.values(everywhere), ...Object.values(keys)];
    expect([screen, all.toSorted()]).toEqual([screen, [...new Set(all)].toSorted()]);
  }
});

test('every key is explained, in both languages', () => {
  const names = Object.values(KEYS).flatMap((keys) => Object.keys(keys));
  for (const words of [en, de]) expect(Object.keys(words.keys.names).toSorted()).toEqual(names.toSorted());
});
