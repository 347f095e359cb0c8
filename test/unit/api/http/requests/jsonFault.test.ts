import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findJsonFault, wordsOfPlace } from '../../../../../src/api/http/requests/jsonFault.js';

/** Whether a text is JSON. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('where a text stops being JSON', () => {
  test.each([
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['{a:1}', 1],
    ["{'a':1}", 1],
    ['[1 2]', 3],
    ['[01]', 2],
    ['[1.]', 2],
    ['[tru]', 1],
    ['{"a":"x', 7],
    ['{"a":"x\n"}', 7],
    ['{"a":"\\x"}', 6],
    ['{"a":"\\u12g4"}', 6],
    ['{"a":1} x', 8],
    ['', 0],
    ['  ', 2],
    ['{"a":', 5],
    ['\u{feff}{}', 0],
    [']', 0],
  ])('%j at %i', (text, at) => {
    expect(findJsonFault(text)).toEqual({ at });
  });

  test('is found where JSON.parse refuses, and nowhere else, whatever is cut, put in or swapped', () => {
    const mark = fc.constantFrom(...'{}[]:,"\\tfn0.-e \n\u0000u'.split(''));
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.nat(200), fc.nat(3), fc.string({ unit: mark }), (json, at, cut, put) => {
        const text = json.slice(0, at) + put + json.slice(at + cut);
        expect(findJsonFault(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: 2_000 },
    );
  });

  test('is found in time linear to the text', () => {
    const long = `{"a":"${'\\"'.repeat(2_000_000)}", b}`;
    const begun = process.cpuUsage(); // not of the clock: others may be at work on the machine
    expect(findJsonFault(long)).toEqual({ at: long.length - 2 });
    expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(5_000);
  });
});

test('a place is told in lines and characters from 1, and holds nothing of the text', () => {
  const text = '{\r\n  "surname": "LINDQVIST",\n  "given":: "EVA" }';
  expect(wordsOfPlace(text, findJsonFault(text) ?? { at: 0 })).toBe('line 3, character 11');
  expect(wordsOfPlace('x'.repeat(2_000_000), { at: 1_999_999 })).toBe('character 2000000');
});
