import { describe, expect, test } from 'vitest';
import { isBlank, isShortText, VISIBLE } from '../../../../src/domain/core/text.js';

describe('a text of which nothing can be seen', () => {
  test.each([
    '',
    ' \t\n',
    '\u00a0\u3000',
    '  \u200b\u2060 ',
    '\ufeff\u00ad',
    '\u2800',
    '\u3164\u115f',
    '\u0007',
    '\u{e0041}',
    '\u202e\ufe0f',
  ])('is blank: %j', (text) => expect([isBlank(text), isShortText(text, 200)]).toEqual([true, false]));

  test.each(['a', ' \u200b.', '七', 'ป', '\u0600', '👍🏽', '👩\u200d🚀', '\u200fשלום', 'e\u0301'])(
    'is not one that says something: %j',
    (text) => expect([isBlank(text), isShortText(text, 200)]).toEqual([false, true]),
  );

  test('is described to callers as what it is, for all characters of one unit of UTF-16', () => {
    const described = new RegExp(VISIBLE, 'u');
    const told = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
      (text) => text.isWellFormed() && described.test(text) === isBlank(text),
    );
    expect(told).toEqual([]);
  });
});
