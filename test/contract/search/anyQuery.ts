import fc from 'fast-check';

const leaf = fc.oneof(
  fc.constantFrom(
    'ana',
    'Lopez',
    'ANA lopez',
    'muller',
    '"lopez ana"',
    '"****3-77"',
    '3-77',
    'a*',
    '*',
    '*o*e*',
    'x*y',
    '"x*y"',
  ),
  fc.constantFrom(
    '100%',
    'a_b',
    '%',
    '_',
    '"a\\\\b"',
    '"--"',
    '""',
    'true',
    '1',
    '2.5',
    '2.50',
    '-3',
    '[^*',
    '東京',
    '*a l*',
    '.',
  ),
  fc.constantFrom('1000000000000000000000', '0.1', '2026', '"2026-03-02"', '1.5.2', 'zz'),
);
const field = fc.constantFrom(
  'name',
  'NAME',
  'other',
  'reasons.code',
  'reasons.type',
  'name.ana',
  'nothing',
  'reasons',
  'constructor',
);
const bound = fc.constantFrom(
  '1',
  '2.5',
  '-3',
  'b',
  'ana',
  '2026-03-02',
  '2026-03-01',
  'now-8d/d',
  'now',
  '"2026-03-02||+8h"',
  '2026-03-02||/M',
);
/** Queries of every form, about the things of the contract and about none. */
export const { queries } = fc.letrec<{ queries: string }>((tie) => ({
  queries: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.tuple(field, leaf).map(([name, value]) => `${name}: ${value}`),
    fc.tuple(field, fc.constantFrom('<', '<=', '>', '>='), bound).map((all) => all.join(' ')),
    fc.tuple(field, leaf, leaf).map(([name, one, other]) => `${name}: (${one} or not ${other})`),
    fc.tuple(tie('queries'), fc.constantFrom('and', 'or'), tie('queries')).map(([a, by, b]) => `(${a} ${by} ${b})`),
    tie('queries').map((query) => `not (${query})`),
    fc
      .tuple(fc.constantFrom('x', 'y', 'z'), leaf)
      .map(([code, value]) => `reasons: { code: ${code} and type: ${value} }`),
    fc.tuple(fc.constantFrom('reasons', 'name'), tie('queries')).map(([name, query]) => `${name}: { ${query} }`),
  ),
}));
