import { expect, test } from 'vitest';
import { differ } from '../../chaos/searchProofs.js';

const rows = [
  { id: 'a', source: { n: 1 } },
  { id: 'b', source: { n: 2 } },
];
const [a, b] = [
  { id: 'a', source: '{"n":1}' },
  { id: 'b', source: '{"n":2}' },
];

test.each([
  ['all that there is, in any order', [b, a], []],
  ['one too few', [a], ['b of the cases that are searched is not in the index']],
  ['one twice', [a, b, b], ['the index has 1 of the cases twice']],
  ['one that was erased', [a, b, { ...a, id: 'c' }], ['c of the cases that are searched is in the index alone']],
  ['an older one', [a, { ...b, source: '{}' }], ['b of the cases that are searched is another in the index: {}']],
])('what is found is held against what there is: %s', (_, found, wrong) => {
  expect(differ('cases', rows, found)).toEqual(wrong);
});
