import { expect, test } from 'vitest';
import { judgeAuthenticity } from '../../../../../src/engines/documents/authenticity/judgeAuthenticity.js';
import type { FieldCrossCheck } from '../../../../../src/engines/documents/extract/extraction.js';
import { readMrz } from '../../../../../src/engines/documents/mrz/readMrz.js';
import type { FileFacts, Raster } from '../../../../../src/engines/documents/reading/page.js';
import { composeMrz } from '../../../../support/mrz.js';
import { documentOf, linesOf } from '../../../../support/pages.js';

const HOLDER = {
  document_code: 'P',
  issuing_country: 'NOR',
  nationality: 'NOR',
  surname: 'OSTENSEN',
  given_names: 'KARI',
  document_number: 'CH0045612',
  birth_date: '810305',
  sex: 'F',
  expiry_date: '291114',
};
const PASSPORT = composeMrz('TD3', HOLDER);

async function signalsOf(parts: {
  lines?: string[];
  facts?: Partial<FileFacts>;
  checks?: FieldCrossCheck[];
  raster?: Raster;
}) {
  const document = documentOf({ lines: linesOf(parts.lines ?? []), raster: parts.raster }, parts.facts);
  const mrz = await readMrz(document, { today: new Date('2025-06-01') });
  return judgeAuthenticity(document, { mrz, extraction: { cross_checks: parts.checks ?? [] } });
}

const codesOf = async (parts: Parameters<typeof signalsOf>[0]) =>
  (await signalsOf(parts)).signals.map(({ code }) => code);

test('a document in order raises no signal, and what was examined is said', async () => {
  const result = await signalsOf({
    lines: PASSPORT,
    checks: [{ field: 'surname', source: 'mrz', outcome: 'agrees' }],
    facts: { software: ['HP Scan'], camera: 'Canon EOS 90D' },
  });
  expect(result).toEqual({
    signals: [],
    examined: ['mrz_check_digits', 'mrz_against_print', 'file_metadata', 'picture'],
  });
});

test('an altered date in the zone is noticed by its check digits', async () => {
  const { signals } = await signalsOf({ lines: [PASSPORT[0]!, PASSPORT[1]!.replace('810305', '860305')] });
  expect(signals).toMatchObject([
    { code: 'mrz_check_digit_fails', weight: 'strong', evidence: { failing: ['birth_date', 'composite'], page: 1 } },
  ]);
});

test('a date that the calendar does not have is noticed, though its check digit holds', async () => {
  const [head, tail] = composeMrz('TD3', { ...HOLDER, birth_date: '230229' }) as [string, string];
  const { signals } = await signalsOf({ lines: [head, tail] });
  expect(signals).toMatchObject([
    { code: 'mrz_dates_impossible', evidence: { wrong: ['birth_date is no day of the calendar'] } },
  ]);
});

test('zone and print that differ are noticed field by field, without the values', async () => {
  const { signals } = await signalsOf({
    lines: PASSPORT,
    checks: [
      { field: 'surname', source: 'mrz', outcome: 'differs' },
      { field: 'birth_date', source: 'mrz', outcome: 'agrees' },
      { field: 'document_number', source: 'barcode', outcome: 'differs' },
    ],
  });
  expect(signals).toMatchObject([
    {
      code: 'mrz_differs_from_print',
      weight: 'strong',
      evidence: { differing: ['surname'], agreeing: ['birth_date'] },
    },
    { code: 'barcode_differs_from_print', evidence: { differing: ['document_number'] } },
  ]);
  expect(JSON.stringify(signals)).not.toContain('OSTENSEN');
});

test('a zone or barcode of which only countries are printed is a weak signal', async () => {
  for (const source of ['mrz', 'barcode'] as const) {
    const { signals } = await signalsOf({
      lines: PASSPORT,
      checks: [
        { field: 'birth_date', source, outcome: 'not_found' },
        { field: 'issuing_country', source, outcome: 'agrees' },
      ],
    });
    expect(signals).toMatchObject([{ code: `${source}_not_found_in_print`, weight: 'weak' }]);
  }
});

test('a zone of which nothing is printed is a weak signal', async () => {
  const { signals } = await signalsOf({
    lines: PASSPORT,
    checks: [{ field: 'surname', source: 'mrz', outcome: 'not_found' }],
  });
  expect(signals).toMatchObject([{ code: 'mrz_not_found_in_print', weight: 'weak' }]);
});

test.each(['Adobe Photoshop 25.4 (Windows)', 'GIMP 2.10.34', 'Canva', 'iLovePDF', 'Pixelmator Pro 3.5'])(
  'a file that went through %s is noticed',
  async (software) => {
    expect(await codesOf({ facts: { software: [software] } })).toEqual(['editing_software']);
  },
);

test.each(['Microsoft Word for Microsoft 365', 'HP ScanJet', 'iOS 17.5', 'pdf-lib', 'Skia/PDF m120', 'Ghostscript 10'])(
  '%s makes documents and is no signal',
  async (software) => {
    expect(await codesOf({ facts: { software: [software] } })).toEqual([]);
  },
);

test('a PDF that was added to is noticed', async () => {
  const { signals, examined } = await signalsOf({ facts: { mime_type: 'application/pdf', incremental_updates: 2 } });
  expect(signals).toMatchObject([{ code: 'pdf_changed_after_creation', evidence: { updates: 2 } }]);
  expect(examined).toContain('pdf_updates');
});

test('a file changed later than it was made is noticed, one saved in the same minute is not', async () => {
  const created = '2024-05-01T10:00:00.000Z';
  expect(await codesOf({ facts: { created, modified: '2024-05-03T09:00:00.000Z' } })).toEqual([
    'modified_after_created',
  ]);
  expect(await codesOf({ facts: { created, modified: '2024-05-01T10:00:30.000Z' } })).toEqual([]);
  expect(await codesOf({ facts: { created, modified: 'no date' } })).toEqual([]);
});

test('a picture of the size of a screen without a camera is weakly noticed', async () => {
  const raster = { width: 1170, height: 2532, data: new Uint8Array(0) };
  const { signals } = await signalsOf({ raster });
  expect(signals).toMatchObject([{ code: 'looks_like_screenshot', weight: 'weak' }]);
  expect(await codesOf({ raster, facts: { camera: 'Apple iPhone 14' } })).toEqual([]);
});

test('no signal is a verdict: none says that a document is forged or genuine', async () => {
  const { signals } = await signalsOf({
    lines: [PASSPORT[0]!, PASSPORT[1]!.replace('810305', '860305')],
    facts: { software: ['GIMP'], incremental_updates: 1 },
    checks: [{ field: 'surname', source: 'mrz', outcome: 'differs' }],
  });
  expect(signals.length).toBeGreaterThanOrEqual(4);
  for (const { message } of signals) expect(message).not.toMatch(/forge|fake|fraud|genuine|authentic/i);
});
