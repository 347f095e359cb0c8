import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkDigitOf } from '../../../../../specimens/mrz.js';
import { createMrzFinder } from '../../../../../src/engines/documents/mrz/findMrz.js';
import { mrzPieces, mrzRows } from '../../../../../src/engines/documents/mrz/mrzRows.js';
import type { MrzFormat } from '../../../../../src/engines/documents/mrz/mrzReading.js';
import type { Line } from '../../../../../src/engines/documents/reading/page.js';
import { composeMrz, type MrzContent } from '../../../../support/mrz.js';
import { linesOf } from '../../../../support/pages.js';

const FRAME = { width: 1000, height: 1400, turn: 0, tilt: 0 } as const;
const TODAY = new Date('2025-06-01T00:00:00Z');

function find(lines: readonly Line[]) {
  return createMrzFinder(TODAY)(mrzRows(mrzPieces(lines, FRAME)));
}

const HOLDER: MrzContent = {
  document_code: 'P',
  issuing_country: 'NOR',
  nationality: 'NOR',
  surname: 'OSTENSEN',
  given_names: 'KARI<LIV',
  document_number: 'CH0045612',
  birth_date: '810305',
  sex: 'F',
  expiry_date: '291114',
};

const FORMATS: [MrzFormat, MrzContent][] = [
  ['TD3', HOLDER],
  ['TD1', { ...HOLDER, document_code: 'I' }],
  ['TD2', { ...HOLDER, document_code: 'I' }],
  ['MRV-A', { ...HOLDER, document_code: 'V' }],
  ['MRV-B', { ...HOLDER, document_code: 'V' }],
  [
    'FRA_ID',
    {
      surname: 'MOREL',
      given_names: 'JULIE<ANNE',
      department: '754',
      office: '031',
      document_number: '051275400123',
      birth_date: '810305',
      sex: 'F',
    },
  ],
  ['FRA_DL', { surname: 'MOREL', document_number: '16AB12345', expiry_date: '311224' }],
];

test.each(FORMATS)('a clean %s zone is found as it stands', (format, content) => {
  const lines = composeMrz(format, content);
  const found = find(linesOf(lines));
  expect(found?.layout.format).toBe(format);
  expect(found?.lines).toEqual(lines);
  expect(found?.parsed.valid).toBe(true);
  expect(found?.exchanges).toEqual([]);
});

test.each(FORMATS)('a %s zone is found among other text of the document', (format, content) => {
  const lines = composeMrz(format, content);
  const above = linesOf(['PASSPORT / PASSEPORT', 'Surname OSTENSEN', 'Date of birth 05.03.1981', 'CH0045612'], {
    top: 0.2,
  });
  expect(find([...above, ...linesOf(lines)])?.lines).toEqual(lines);
});

test.each(FORMATS)('a %s zone whose rows were broken into pieces is put together', (format, content) => {
  const lines = composeMrz(format, content);
  const pieces = linesOf(lines).flatMap((line) => {
    const cut = 12;
    const [x, y, width, height] = line.box;
    const share = (width * cut) / line.text.length;
    return [
      { ...line, text: line.text.slice(0, cut), box: [x, y, share, height] as Line['box'] },
      { ...line, text: line.text.slice(cut), box: [x + share + 0.005, y, width - share, height] as Line['box'] },
    ];
  });
  expect(find(pieces)?.lines).toEqual(lines);
});

// Without its fillers an MRV-A says the same as an MRV-B, so it cannot be among these.
test.each(FORMATS.filter(([format]) => format !== 'MRV-A'))(
  'a %s zone of which fillers at the end were lost is filled up',
  (format, content) => {
    const lines = composeMrz(format, content);
    const cut = lines.map((line) => line.replace(/<<<+$/, '<<'));
    expect(find(linesOf(cut))?.lines).toEqual(lines);
  },
);

test('a zone whose names fill their line to the end, with no two fillers together, is found', () => {
  const lines = composeMrz('TD1', {
    ...HOLDER,
    document_code: 'I',
    surname: 'ALTENBURGHAUSEN<WINTERHALTERIN',
    given_names: '',
  });
  expect(find(linesOf(lines))?.parsed).toMatchObject({ valid: true, names_truncated: true });
});

test('a filler that was lost inside a document number is put back where the check digit wants it', () => {
  const lines = composeMrz('TD3', { ...HOLDER, document_number: '12345678' });
  const found = find(linesOf([lines[0]!, lines[1]!.replace('<', '')]));
  expect(found?.lines).toEqual(lines);
});

test('letters among digits and digits among letters are read as what their place allows', () => {
  const lines = composeMrz('TD3', HOLDER);
  const misread = [
    lines[0]!.replace('NOROSTENSEN', 'N0R0STENSEN'),
    lines[1]!.replace('NOR', 'N0R').replace('810305', '8IO3O5'),
  ];
  const found = find(linesOf(misread));
  expect(found?.lines).toEqual(lines);
  expect(found?.replaced).toBeGreaterThan(0);
});

test('a look-alike in the document number is repaired by the check digits, and said to be', () => {
  const lines = composeMrz('TD3', HOLDER);
  const found = find(linesOf([lines[0]!, lines[1]!.replace('CH0045612', 'CHO045612')]));
  expect(found?.lines).toEqual(lines);
  expect(found?.exchanges).toEqual([{ line: 1, position: 2, character: '0' }]);
});

test('a digit that was altered is not repaired: the check digit fails and the zone shows it', () => {
  const [head, tail] = composeMrz('TD3', HOLDER) as [string, string];
  const found = find(linesOf([head, tail.replace('810305', '860305')]));
  expect(found?.lines[1]).toContain('860305');
  expect(found?.parsed.checks).toContainEqual({ name: 'birth_date', ok: false });
});

test('a zone in which every check digit was altered is still found by its layout', () => {
  const [head] = composeMrz('TD3', HOLDER) as [string, string];
  const found = find(linesOf([head, 'CH00456129NOR8103051F2911141<<<<<<<<<<<<<<<9']));
  expect(found?.parsed.checks.filter((check) => check.ok).map((check) => check.name)).not.toContain('composite');
  expect(found?.parsed.fields.document_number?.value).toBe('CH0045612');
});

test('fillers that were read as letters behind the names are fillers', () => {
  const [head, tail] = composeMrz('TD3', HOLDER) as [string, string];
  const found = find(linesOf([`${head.slice(0, 38)}K<<SC<`, tail]));
  expect(found?.lines[0]).toBe(head);
});

test('a parting of which one filler was read as a letter still parts the names', () => {
  const [head, tail] = composeMrz('TD3', HOLDER) as [string, string];
  const found = find(linesOf([head.replace('OSTENSEN<<', 'OSTENSEN<C'), tail]));
  expect(found?.lines[0]).toBe(head);
});

// Nothing is made up: text of documents without a zone.

const receipt = [
  'LANTERN & PINE BOOKS', 'NO.12 14,16 & 18, JALAN CONTOH 21', '10200 CONTOH BAHARU', 'GST ID : 000123456789', 'DOCUMENT NO : XY00123456',
  'DATE : 31/12/2020 7:45:10 PM', '4006381333931 1 PC * 8.400 8.40 SR:', 'TOTAL: 8.40', 'CASH 20.00', '123456789012345678901234567890123456',
  '000000000000 111111111111 222222222222', '<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<', 'PAGE <<1>> OF <<2>>', 'A<B<C<D<E<F<G<H<I<J<K<L<M<N<O<P',
]; // prettier-ignore

test('a receipt has no zone', () => {
  expect(find(linesOf(receipt, { top: 0.05 }))).toBeUndefined();
});

const anyMrzText = fc.string({
  unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<'),
  minLength: 20,
  maxLength: 46,
});
const numbers = fc.string({ unit: fc.constantFrom(...'0123456789 .,-'), minLength: 20, maxLength: 46 });
const printed = fc.string({ minLength: 10, maxLength: 46 });

test.each([
  ['random MRZ characters', anyMrzText],
  ['tables of numbers', numbers],
  ['random print', printed],
])('%s never are a zone', (_, text) => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (texts) => {
      expect(find(linesOf(texts))).toBeUndefined();
    }),
    { numRuns: 80 },
  );
});

test('a line of names without its second line is no zone', () => {
  expect(find(linesOf([composeMrz('TD3', HOLDER)[0]!]))).toBeUndefined();
});

test('the one line of a Dutch licence is found where it stands whole, and nowhere else', () => {
  const checked = 'D1NLD148210933757K2M9QX4T1ZB8';
  const line = checked + checkDigitOf(checked);
  expect(find(linesOf([line]))?.parsed.fields.document_number?.value).toBe('4821093375');
  expect(find(linesOf([line.replace('4821', '4827')]))).toBeUndefined();
  expect(find(linesOf([line.slice(0, -1)]))).toBeUndefined();
});

test('a visa whose lines begin under a thumb is no identity card, though its dates hold', () => {
  const lines = composeMrz('MRV-A', { ...HOLDER, document_code: 'V', surname: 'ABERNATHY' });
  expect(find(linesOf(lines.map((line, row) => line.slice(row === 0 ? 5 : 6))))).toBeUndefined();
  // The one digit left of the number and seven fillers in the place of the rest have the same check digit by chance.
  const left = ['IKSSON<<JEAN<LUC<<<<<<<<<<<<<', '6<2ZAF7009068F25092532755<<<<'];
  expect(find(linesOf(left))).toBeUndefined();
});

test('two lines of zones of different documents, far apart, are no zone', () => {
  const [head, tail] = composeMrz('TD3', HOLDER) as [string, string];
  expect(find([...linesOf([head], { top: 0.1 }), ...linesOf([tail], { top: 0.9 })])).toBeUndefined();
});
