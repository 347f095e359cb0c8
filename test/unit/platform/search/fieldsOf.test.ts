import { describe, expect, it } from 'vitest';
import { createFieldsSeen } from '../../../../src/platform/search/fieldsOf.js';
import type { Source } from '../../../../src/platform/search/search.js';

function fieldsOf(sources: readonly Source[]) {
  const fields = createFieldsSeen();
  for (const source of sources) fields.look(source);
  return fields.told();
}

describe('the fields of some things', () => {
  it('are told with their kind, how many have them, and some of their values', () => {
    const found = fieldsOf([
      { id: 'a', on: '2026-03-02', extracted: { total: 3, lines: [{ code: 'x' }, { code: 'y' }] } },
      { id: 'b', on: null, extracted: { total: 'none', ok: true } },
    ]);
    expect(found).toEqual([
      { name: 'extracted.lines', type: 'object', fill_rate: 0.5, examples: [] },
      { name: 'extracted.lines.code', type: 'text', fill_rate: 0.5, examples: ['x', 'y'] },
      { name: 'extracted.ok', type: 'boolean', fill_rate: 0.5, examples: [true] },
      { name: 'extracted.total', type: 'mixed', fill_rate: 1, examples: [3, 'none'] },
      { name: 'id', type: 'text', fill_rate: 1, examples: ['a', 'b'] },
      { name: 'on', type: 'moment', fill_rate: 0.5, examples: ['2026-03-02'] },
    ]);
    expect(fieldsOf([])).toEqual([]);
  });

  it('have no example in which a mask shows', () => {
    const [field] = fieldsOf([{ number: '*****3967' }, { number: '****' }, { number: 'A-1' }]);
    expect(field).toEqual({ name: 'number', type: 'text', fill_rate: 1, examples: ['A-1'] });
  });

  it('are one where they differ in the case of letters alone, as a query cannot tell them apart', () => {
    expect(fieldsOf([{ Name: 'a' }, { NAME: 'b' }])).toEqual([
      { name: 'Name', type: 'text', fill_rate: 1, examples: ['a', 'b'] },
    ]);
  });

  it('may be called like what every object has', () => {
    expect(fieldsOf([{ extracted: { constructor: 'x', ['__proto__']: 'y' } }]).map(({ name }) => name)).toEqual([
      ...['extracted.__proto__', 'extracted.constructor'],
    ]);
  });

  it('are bounded in their number, their names and in what is told of each', () => {
    const many = Object.fromEntries(Array.from({ length: 1_500 }, (_, n) => [`f${n}`, 'x']));
    const values = Array.from({ length: 50 }, (_, n) => ({
      ...{ ['n'.repeat(201)]: 'x', v: n === 0 ? 'y'.repeat(101) : `v${n}`, ...many },
    }));
    const found = fieldsOf(values);
    expect(found).toHaveLength(1_000);
    expect(found.find(({ name }) => name === 'v')?.examples).toEqual(['v1', 'v2', 'v3', 'v4', 'v5']);
    expect(Math.max(...found.map(({ name }) => name.length))).toBeLessThan(10);
  });
});
