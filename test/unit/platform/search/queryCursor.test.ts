import { describe, expect, it } from 'vitest';
import { queryCursor } from '../../../../src/platform/search/kql/queryCursor.js';

describe('where a query ends that is being written', () => {
  it.each([
    ['', { begun: '', fieldIn: '', valueIn: null }],
    ['extr', { begun: 'extr', fieldIn: '', valueIn: null }],
    ['status ', { begun: '', operators: ['and', 'or', ':', '<', '<=', '>', '>='] }],
    ['status:', { begun: '', valueIn: 'status', operators: ['(', '{'] }],
    ['status: do', { begun: 'do', valueIn: 'status' }],
    ['status: done ', { begun: '', operators: ['and', 'or'] }],
    ['status: done an', { begun: 'an', operators: ['and', 'or'] }],
    ['status: done and ', { begun: '', fieldIn: '', valueIn: null, operators: ['not', '('] }],
    ['not docu', { begun: 'docu', fieldIn: '' }],
    ['status: (done or fa', { begun: 'fa', valueIn: 'status' }],
    ['(status: done', { begun: 'done', valueIn: 'status' }],
    ['(status: done ', { begun: '', operators: ['and', 'or', ')'] }],
    ['created_at >= now', { begun: 'now', valueIn: 'created_at' }],
    ['extracted.lines: { co', { begun: 'co', fieldIn: 'extracted.lines.' }],
    ['extracted.lines: { code: a', { begun: 'a', valueIn: 'extracted.lines.code' }],
    ['extracted.lines: { code: a } and status: d', { begun: 'd', valueIn: 'status' }],
    ['"full name": "An', { begun: '"An', valueIn: 'full name' }],
    ['full\\ name: An', { begun: 'An', valueIn: 'full name' }],
  ])('after %j may come %j', (text, expected) => {
    expect(queryCursor(text)).toMatchObject(expected);
  });

  it('is no place for a field behind a value or a colon', () => {
    for (const text of ['status ', 'status:', 'status: do', 'status: done ', 'status: (done or '])
      expect(queryCursor(text)).not.toHaveProperty('fieldIn');
    for (const text of ['status: done ', 'status '] as const) expect(queryCursor(text)).not.toHaveProperty('valueIn');
  });

  it('is told of what is wrong before it', () => {
    for (const [text, message] of [
      ['a: b status: ', /at character 12 \(from 1\): expected `and`, `or` or the end/],
      ['a) ', /at character 2/],
    ] as const)
      expect(() => queryCursor(text)).toThrow(message);
  });

  it('is found at once in a long query', () => {
    expect(queryCursor(`${'a: b and '.repeat(400)}st`)).toMatchObject({ begun: 'st', fieldIn: '' });
    expect(queryCursor('\\'.repeat(1_001)).begun).not.toBe('');
  });
});
