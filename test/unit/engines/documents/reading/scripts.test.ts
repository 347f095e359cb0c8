import { describe, expect, it } from 'vitest';
import { readInScripts } from '../../../../../src/engines/documents/reading/ocr/scripts.js';
import type { Activations } from '../../../../../src/engines/documents/reading/ocr/ctc.js';

const CHARACTERS = ['', 'A', 'E', 'o', '1', '姓', '名', '口', ' '];

/** A line of the network: what each step most likely is, with its probability, and what comes next. */
function line(...steps: [character: string, probability: number, second?: string][]): Activations {
  const classes = CHARACTERS.length;
  const data = new Float32Array(steps.length * classes);
  steps.forEach(([character, probability, second = ''], step) => {
    data[step * classes + CHARACTERS.indexOf(second)] = 1 - probability;
    data[step * classes + CHARACTERS.indexOf(character)] = probability;
  });
  return { data, offset: 0, steps: steps.length, classes };
}

const textOf = (characters: readonly string[], activations: Activations): string =>
  readInScripts(characters)(activations)
    .map(({ character }) => character)
    .join('');

describe('a line is read in the script that it is in', () => {
  it.each([
    ['Latin', line(['A', 0.9], ['', 0.9], ['o', 0.9], ['1', 0.8]), 'Ao1'],
    ['Chinese', line(['姓', 0.9], ['', 0.9], ['名', 0.9], ['', 0.4, '口']), '姓名口'],
    ['Chinese with Latin', line(['姓', 0.9], ['名', 0.9], ['', 0.9], ['口', 0.9], ['A', 0.9], ['E', 0.9]), '姓名口AE'],
    [
      'Latin with one that looks like a letter of another',
      line(['A', 0.9], ['E', 0.9], ['口', 0.9, 'o'], ['A', 0.9]),
      'AEoA',
    ],
    ['Latin beside specks', line(['A', 0.9], ['口', 0.6], ['E', 0.9], ['口', 0.6], ['o', 0.9], ['口', 0.6]), 'AEo'],
  ])('%s', (_script, activations, text) => {
    expect(textOf(CHARACTERS, activations)).toBe(text);
  });

  it('in Latin by a dictionary that has no other', () => {
    expect(
      textOf(['', 'A', 'E'], {
        data: Float32Array.from([0.9, 0.1, 0, 0.2, 0.4, 0.3]),
        offset: 0,
        steps: 2,
        classes: 3,
      }),
    ).toBe('A');
  });
});
