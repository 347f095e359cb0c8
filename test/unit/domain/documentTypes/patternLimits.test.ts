import fc from 'fast-check';
import { RE2JS, RE2JSException } from 're2js';
import { describe, expect, it } from 'vitest';
import { assertPatternLimits, programBound } from '../../../../src/domain/documentTypes/patternLimits.js';

const rulesOf = (patterns: readonly string[]) =>
  Object.fromEntries(patterns.map((regex, index) => [`field_${index}`, { regex }]));

const check = (...patterns: string[]) => assertPatternLimits('validation_rules', rulesOf(patterns));

/** Undefined where it is no pattern: nothing is compiled of it. */
function sizeOf(pattern: string): number | undefined {
  try {
    return RE2JS.compile(pattern).programSize();
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}

const atom = fc.constantFrom(
  ...['a', 'ä', '😀', '.', '^', '$', '\\b', '\\d', '\\pL', '\\p{Greek}', '\\x{1F600}', '\\Qa{3}b\\E', '\\{', '[a-z]'],
  ...[
    '[^]a]',
    '[[:alpha:]_]',
    '[\\]{2}]',
    '[a{9}]',
    '{',
    '}',
    '{,3}',
    ']',
    ':',
    ',',
    '-',
    '(?i)',
    '\\Qab',
    '\\',
    '[',
    '(',
    ')',
  ],
  ...['\\x{', '\\p{', '(?P<', '(?<n', '[^', '[[:alpha:]', '[[:', '\\]', '>'],
);
const repetition = fc.oneof(
  fc.constantFrom('', '', '*', '+', '?', '*?', '{0}', '{3}', '{2,}', '{0,4}', '{2,5}?'),
  fc.tuple(fc.nat(30), fc.nat(30)).map(([min, more]) => `{${min},${min + more}}`),
);
const { pattern } = fc.letrec<{ pattern: string; part: string; group: string }>((tie) => ({
  group: fc
    .tuple(fc.constantFrom('(', '(?:', '(?P<n>', '(?i:', '(?s-i:'), tie('pattern'))
    .map(([open, inner]) => `${open}${inner})`),
  part: fc.tuple(fc.oneof({ depthSize: 'small' }, atom, tie('group')), repetition).map(([what, often]) => what + often),
  pattern: fc
    .array(fc.array(tie('part'), { maxLength: 4 }), { minLength: 1, maxLength: 3 })
    .map((alternatives) => alternatives.map((parts) => parts.join('')).join('|')),
}));

describe('the size of a program', () => {
  it('is never larger than what its text says, before anything is compiled', () => {
    fc.assert(
      fc.property(pattern, (text) => {
        fc.pre(text.length <= 1000 && programBound(text) < 50_000);
        const size = sizeOf(text);
        expect(size ?? 0).toBeLessThanOrEqual(programBound(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['[A-Z]{2}\\d{2}[A-Z0-9]{11,30}', 56],
    ['.{1,255}', 512],
    ['x{0,1000}', 2003],
  ])('of %s is said closely', (text, bound) => {
    expect(programBound(text)).toBe(bound);
  });

  it('counts every table of Unicode in a class, once however often the class is repeated', () => {
    expect(programBound(`[${'\\pL'.repeat(300)}]`)).toBeGreaterThan(300);
    expect(programBound("[\\p{L}\\p{M}' -]{1,100}")).toBeLessThan(300);
    expect(() => check(`[${'\\pL'.repeat(300)}]`)).toThrow(/too large/);
  });
});

describe('what is not closed', () => {
  it.each(['[', '[^', '[\\]', '[a\\\\', '[[:alpha', '\\x{', '\\p{', '(?<', '(?P<'])(
    'as %s is one part with all that stands behind it, and is not looked for from each beginning anew',
    (open) => {
      const many = open.repeat(Math.floor(999 / open.length));
      for (const text of [many, `${many}\\`]) {
        expect(sizeOf(text)).toBeUndefined();
        expect(programBound(text)).toBeLessThan(20);
      }
    },
  );
});

describe('the patterns of a type', () => {
  it('are looked at no further once they are too large together', () => {
    const largest = Array<string>(11).fill('x{0,1000}');
    expect(() => check(...largest, '(?:xy){1,1000}')).toThrow(/together/);
  });

  it('are taken up to the longest repetition of a character that RE2 knows', () => {
    expect(() => check('x{0,1000}')).not.toThrow();
    expect(() => check('(?:xy){1,1000}')).toThrow(/validation_rules\.field_0\.regex is too large.*at most 2048/);
  });

  it('are refused by their number, their length and their size together, each with the limit', () => {
    expect(() => check(...Array<string>(200).fill('\\d+'))).not.toThrow();
    expect(() => check(...Array<string>(201).fill('\\d+'))).toThrow(/at most 200 fields; it has 201/);
    expect(() => check('a', 'b'.repeat(1001))).toThrow(/validation_rules\.field_1\.regex must be at most 1000/);
    expect(() => check(...Array<string>(10).fill('x{0,1000}'))).not.toThrow();
    expect(() => check(...Array<string>(11).fill('x{0,1000}'))).toThrow(/together.*at most 20480/);
  });
});
