import { describe, expect, it } from 'vitest';
import { mayBeName, nameOf } from '../../../../../src/engines/documents/propose/unknownLabels.js';

describe('the name of a field that an unknown label announces', () => {
  it.each([
    ['Berth holder', 'berth_holder'],
    ['N° de contrôle', 'n_de_controle'],
    ['Zugelassen für (kg)', 'zugelassen_fur_kg'],
    ['x'.repeat(100), 'x'.repeat(64)],
  ])('is the label in snake_case: %s', (label, name) => {
    expect(nameOf(label)).toBe(name);
  });

  it.each(['constructor', 'Prototype', '—', '合計', '3rd'])('is none where it could be no name: %s', (label) => {
    expect(nameOf(label)).toBeUndefined();
  });
});

it('somebody who is quoted with his name is no label, and a label of capitalised words is', () => {
  const words = new Set(['holder', 'date', 'gebuhr']);
  expect(mayBeName('Anna Schmidt', words)).toBe(true);
  expect(mayBeName('Berth Holder', words)).toBe(false);
  expect(mayBeName('Berth holder', words)).toBe(false);
  expect(mayBeName('Jährliche Gebühr', words)).toBe(false);
});
