import { expect, test } from 'vitest';
import { doubtfulFields } from '../../../../../src/engines/documents/mrz/doubtfulFields.js';
import { createMrzFinder } from '../../../../../src/engines/documents/mrz/findMrz.js';
import { mrzPieces, mrzRows } from '../../../../../src/engines/documents/mrz/mrzRows.js';
import type { MrzFormat } from '../../../../../src/engines/documents/mrz/mrzReading.js';
import type { Line, Word } from '../../../../../src/engines/documents/reading/page.js';
import { composeMrz, type MrzContent } from '../../../../support/mrz.js';

const FRAME = { width: 1000, height: 640, turn: 0, tilt: 0 } as const;
const PITCH = 0.02;

/** A line of one pitch as a second look reads it: every character by itself; those at the hidden columns were not read. */
function lineOf(
  text: string,
  row: number,
  { hidden = [] as number[], unsure = [] as number[], unseen = [] as number[], top = 0.8, confidence = 0.98 } = {},
): Line {
  const words = [...text].flatMap((character, column): Word[] => {
    if (hidden.includes(column)) return [];
    const box: Word['box'] = [0.05 + column * PITCH, top + row * 0.05, PITCH * 0.8, 0.03];
    return [
      { text: character, confidence: unseen.includes(column) ? 0.05 : unsure.includes(column) ? 0.5 : confidence, box },
    ];
  });
  const box: Line['box'] = [0.04, top + row * 0.05, PITCH * (text.length + 1), 0.03];
  return { text: words.map((word) => word.text).join(''), confidence: 0.95, box, words };
}

const columns = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

function doubtsAbout(...looks: readonly (readonly Line[])[]): string[] {
  const rows = looks.flatMap((lines, index) => mrzRows(mrzPieces(lines, FRAME, index + 1)));
  const found = createMrzFinder(new Date('2025-06-01T00:00:00Z'))(rows);
  if (!found) throw new Error('No zone was found.');
  return doubtfulFields(found).sort();
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

const NAMES = ['given_names', 'surname'];

test.each<[MrzFormat, MrzContent]>([
  ['TD3', HOLDER],
  ['TD1', { ...HOLDER, document_code: 'I' }],
  ['TD2', { ...HOLDER, document_code: 'I' }],
  ['MRV-B', { ...HOLDER, document_code: 'V' }],
])('nothing is in doubt in a %s zone that was read from end to end', (format, content) => {
  expect(doubtsAbout(composeMrz(format, content).map((line, row) => lineOf(line, row)))).toEqual([]);
});

test('names of which a part is hidden are in doubt, and what stands before it is not', () => {
  const [head, tail] = composeMrz('TD3', HOLDER) as [string, string];
  const within = (from: number, to: number) => doubtsAbout([lineOf(head, 0, { hidden: columns(from, to) }), lineOf(tail, 1)]); // prettier-ignore
  expect(within(8, 11)).toEqual(NAMES);
  expect(within(16, 18)).toEqual(['given_names']);
  // KARI<LI, and nothing behind it: more may follow.
  expect(within(22, 44)).toEqual(['given_names']);
  // The fillers behind the names are read far enough to show that the names end.
  expect(within(27, 44)).toEqual([]);
});

test('fillers that were read where nothing was to be seen do not end a name', () => {
  const [head, tail] = composeMrz('TD3', HOLDER) as [string, string];
  const line = lineOf(head.replace('LIV', '<<<'), 0, { unseen: columns(19, 23) });
  expect(doubtsAbout([line, lineOf(tail, 1)])).toEqual(['given_names']);
});

test('characters that were read by the word do not show where one was missed', () => {
  const [head, tail] = composeMrz('TD3', HOLDER) as [string, string];
  const line = lineOf(head, 0);
  const text = head.slice(0, -2);
  const spread = { ...line, text, words: [{ text, confidence: 0.98, box: line.box }] };
  expect(doubtsAbout([spread, lineOf(tail, 1)])).toEqual(['given_names', 'issuing_country', 'surname']);
});

test('the name line of a card that begins within the line is in doubt', () => {
  const [first, second, third] = composeMrz('TD1', { ...HOLDER, document_code: 'I' }) as [string, string, string];
  const lines = [lineOf(first, 0), lineOf(second, 1), lineOf(third, 2, { hidden: columns(0, 3) })];
  expect(doubtsAbout(lines)).toContain('surname');
});

test('a country of which a letter was hardly read is in doubt, though it is one', () => {
  const [head, tail] = composeMrz('TD3', HOLDER) as [string, string];
  expect(doubtsAbout([lineOf(head, 0, { unsure: [3] }), lineOf(tail, 1)])).toEqual(['issuing_country']);
});

test('a code that stands for no country is told only where it was read beyond doubt', () => {
  const lines = composeMrz('TD3', { ...HOLDER, issuing_country: 'QQZ' });
  expect(doubtsAbout(lines.map((line, row) => lineOf(line, row)))).toEqual([]);
  const sure = lines.map((line, row) => lineOf(line, row, { confidence: 0.9 }));
  expect(doubtsAbout(sure)).toEqual(['issuing_country']);
});

test('a nationality that is of no country is not told where a country has issued the zone', () => {
  const lines = composeMrz('TD3', { ...HOLDER, nationality: 'NQR' });
  expect(doubtsAbout(lines.map((line, row) => lineOf(line, row)))).toEqual(['nationality']);
});

test('letters that two readings agree on need less', () => {
  const [head, tail] = composeMrz('TD3', HOLDER) as [string, string];
  const unsure = { unsure: [7] };
  const look = [lineOf(head, 0, unsure), lineOf(tail, 1)];
  expect(doubtsAbout(look)).toContain('surname');
  expect(doubtsAbout(look, look)).toEqual([]);
});

test('names that the edge of the picture may have cut through are in doubt', () => {
  const lines = composeMrz('TD1', { ...HOLDER, document_code: 'I' });
  // The third line ends with the picture.
  expect(doubtsAbout(lines.map((line, row) => lineOf(line, row, { top: 0.87 })))).toEqual(NAMES);
});
