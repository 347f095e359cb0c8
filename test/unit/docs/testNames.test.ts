import { describe, expect, test } from 'vitest';
import { testNamesOf } from './testNames.js';

const source = `
  // what a comment says: test('is only a comment', () => {})
  const text = 'is only a text';
  describe('a group', () => {
    it("one's own", () => {});
    test.each(['red', 'green'])('a %s light', () => {});
    it.each\`way\${'left'}\`('turns $way', () => {});
    for (const size of ['large']) it(\`is \${size} enough\`, { timeout: 1 }, () => {});
    test.each(['the door is shut'])('%s', () => {});
  });`;

describe('the names of tests', () => {
  test.each(['a group', "one's own", 'a %s light', 'a red light', 'turns left', 'is large enough', 'the door is shut'])(
    'have "%s" among them',
    (name) => expect(testNamesOf(source)(name)).toBe(true),
  );

  test.each(['is only a comment', 'is only a text', 'a blue light', 'red light', 'the door is open'])(
    'do not have "%s" among them',
    (name) => expect(testNamesOf(source)(name)).toBe(false),
  );
});
