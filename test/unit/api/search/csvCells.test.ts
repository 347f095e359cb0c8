import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell, csvLines } from '../../../../src/api/search/csvCells.js';

describe('a cell of CSV', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+49 30 1234', "'+49 30 1234"],
    ['-cmd', "'-cmd"],
    ['@sum', "'@sum"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ['-12.50', '-12.50'],
    ['+49', '+49'],
    [-3, '-3'],
    [null, ''],
    [undefined, ''],
    [true, 'true'],
    [['a', '=b'], '["a","=b"]'],
    ['plain', 'plain'],
  ])('holds no formula, and else the value: %j', (value, cell) => expect(csvCell(value)).toBe(cell));

  it('ends neither its cell nor its line by what it holds', () => {
    expect(csvLines([['a,"b"\r\nc', 'd']])).toBe('"a,""b""\r\nc",d\r\n');
  });

  it('never begins with what a spreadsheet runs', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const cell = csvCell(text);
        return !/^[=+\-@\t\r]/.test(cell) || /^[+-]\d+(\.\d+)?$/.test(cell);
      }),
    );
  });
});
