import { describe, expect, it } from 'vitest';
import {
  judgeAuthenticity,
  type AuthenticityInput,
} from '../../../../../src/engines/documents/authenticity/judgeAuthenticity.js';
import type { MrzReading } from '../../../../../src/engines/documents/mrz/mrzReading.js';

const nothing: AuthenticityInput = {
  facts: { mime_type: 'image/jpeg', software: [] },
  page: { width: 1000, height: 700 },
  mrz: [],
  cross_checks: [],
};
const zone = (checks: MrzReading['checks'], repaired = false): MrzReading => ({
  ...{ format: 'TD3', page: 1, box: [0, 0, 1, 1], lines: [], fields: {}, names_truncated: false, confidence: 0.9 },
  ...{ checks, valid: checks.every(({ ok }) => ok), repaired },
});
const signalsOf = (input: Partial<AuthenticityInput>) => judgeAuthenticity({ ...nothing, ...input }).signals;
const facts = (given: Partial<AuthenticityInput['facts']>): Partial<AuthenticityInput> => ({
  facts: { ...nothing.facts, ...given },
});

describe('authenticity', () => {
  it('has nothing to say of a document that gives no reason to', () => expect(signalsOf({})).toEqual([]));

  it('doubts a zone whose check digits do not hold, and names them', () => {
    const checks: MrzReading['checks'] = [
      { name: 'document_number', ok: false },
      { name: 'birth_date', ok: true },
      { name: 'composite', ok: false },
    ];
    expect(signalsOf({ mrz: [zone(checks)] })).toMatchObject([
      { signal: 'mrz_check_digits', finding: 'doubts', weight: 'strong', fields: ['document_number', 'composite'] },
    ]);
  });

  it('confirms a zone whose check digits hold, and says when that took a repair', () =>
    expect(signalsOf({ mrz: [zone([{ name: 'composite', ok: true }], true)] })).toMatchObject([
      { signal: 'mrz_check_digits', finding: 'confirms' },
      { signal: 'mrz_repaired', finding: 'doubts', weight: 'weak' },
    ]));

  it.each([
    ['mrz', 'mrz_visual_zone'],
    ['barcode', 'barcode_visual_zone'],
  ] as const)('tells what of the %s differs from the printed text and what agrees', (source, signal) =>
    expect(
      signalsOf({
        cross_checks: [
          { field: 'surname', source, outcome: 'differs' },
          { field: 'birth_date', source, outcome: 'agrees' },
          { field: 'sex', source, outcome: 'not_found' },
        ],
      }),
    ).toMatchObject([
      { signal, finding: 'doubts', weight: 'strong', fields: ['surname'] },
      { signal, finding: 'confirms', fields: ['birth_date'] },
    ]),
  );

  it.each(['Adobe Photoshop 25.1 (Windows)', 'GIMP 2.10.36', 'iLovePDF', 'Adobe Acrobat Pro DC 23.3'])(
    'notes that %s is made for editing',
    (software) =>
      expect(signalsOf(facts({ software: [software] }))).toMatchObject([
        { signal: 'editing_software', finding: 'doubts', weight: 'strong' },
      ]),
  );

  it.each(['HP Scan', 'Microsoft® Word 2021', 'iText® 7.2', 'Acrobat Distiller 11.0', 'Canon iR-ADV C3530', '17.4.1'])(
    'does not take %s, with which honest documents are made, for an editor',
    (software) => expect(signalsOf(facts({ software: [software] }))).toEqual([]),
  );

  it('notes that a PDF was changed after it was made', () => {
    const changed = facts({
      mime_type: 'application/pdf',
      incremental_updates: 2,
      created: '2026-01-01T10:00:00.000Z',
      modified: '2026-01-02T10:00:00.000Z',
    });
    expect(signalsOf(changed)).toMatchObject([
      { signal: 'incremental_updates', weight: 'strong', evidence: { updates: 2 } },
      { signal: 'modified_after_creation', weight: 'weak' },
    ]);
  });

  it('takes dates that are seconds apart for one act of saving', () =>
    expect(signalsOf(facts({ created: '2026-01-01T10:00:00.000Z', modified: '2026-01-01T10:00:20.000Z' }))).toEqual(
      [],
    ));

  it('suspects a screenshot by its size, upright or across, unless a camera took it', () => {
    const png = { mime_type: 'image/png', software: [] };
    for (const page of [
      { width: 1170, height: 2532 },
      { width: 1920, height: 1080 },
    ]) {
      expect(signalsOf({ facts: png, page })).toMatchObject([{ signal: 'screenshot', weight: 'weak' }]);
      expect(signalsOf({ facts: { ...png, camera: 'Apple iPhone 15' }, page })).toEqual([]);
    }
    expect(signalsOf({ facts: png, page: { width: 1921, height: 1080 } })).toEqual([]);
  });
});
