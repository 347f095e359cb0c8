import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MatchedDocument } from '../../../../src/domain/documents/crossMatchOutcome.js';
import type { FieldValue } from '../../../../src/domain/documents/fieldReadings.js';
import { crossMatch } from '../../../../src/engines/crossMatch/crossMatch.js';

const document = (
  doc_id: string,
  document_type: string,
  extracted: { [field: string]: FieldValue },
): MatchedDocument => ({ doc_id, document_type, extracted });

const passport = document('p', 'passport', {
  surname: 'Müller',
  given_names: 'Jürgen',
  birth_date: '1985-03-12',
  document_number: 'C01X00T47',
});
const bill = document('b', 'utility_bill', { account_holder: 'J. MUELLER', address: 'Hauptstr. 5, Berlin' });
const statement = document('s', 'bank_statement', {
  holder_name: 'Juergen Mueller',
  address: 'Hauptstraße 5, 10115 Berlin',
});

const match = (documents: MatchedDocument[], match_fields: string[], min_doc_types = 2) =>
  crossMatch({ documents, match_fields, min_doc_types });

describe('cross-matching', () => {
  it('compares a field between every two documents, whatever their schemas call it', () => {
    const outcome = match([passport, bill, statement], ['full_name']);
    const field = outcome.fields['full_name'];
    expect(outcome).toMatchObject({ judged: true, agreed: true, unmatched: [] });
    expect(field?.comparisons.map(({ documents }) => documents)).toEqual([
      ['p', 'b'],
      ['p', 's'],
      ['b', 's'],
    ]);
    expect(field?.comparisons[0]).toEqual({
      documents: ['p', 'b'],
      values: ['Jürgen Müller', 'J. MUELLER'],
      score: 0.9,
      agreed: true,
    });
    expect(field).toMatchObject({ kind: 'name', agreed: true, score: 0.9 });
    expect(field?.values[0]).toEqual({
      doc_id: 'p',
      document_type: 'passport',
      field: 'given_names+surname',
      value: 'Jürgen Müller',
    });
  });

  it('disagrees when two of three documents do, although each agrees with the third', () => {
    const [short, long, other] = ['J Smith', 'John Smith', 'Jane Smith'].map((name, index) =>
      document(String(index), 'any', { name }),
    ) as [MatchedDocument, MatchedDocument, MatchedDocument];
    expect(match([short, long], ['name']).agreed).toBe(true);
    expect(match([short, other], ['name']).agreed).toBe(true);
    expect(match([short, long, other], ['name'])).toMatchObject({ agreed: false, fields: { name: { agreed: false } } });
  });

  it('names fields as they were asked for, and a meaning once', () => {
    const outcome = match([passport, bill], ['holder_name', 'full_name', 'birth_date']);
    expect(Object.keys(outcome.fields)).toEqual(['holder_name', 'birth_date']);
  });

  it('leaves a field that one document alone states out of the judgement', () => {
    const outcome = match([passport, bill], ['full_name', 'birth_date']);
    expect(outcome.fields['birth_date']).toMatchObject({ agreed: false, comparisons: [], score: 0 });
    expect(outcome.agreed).toBe(true);
  });

  it('does not agree where nothing could be compared', () => {
    expect(match([passport, bill], ['iban'])).toMatchObject({ judged: true, agreed: false });
  });

  it('is not judged with fewer documents than asked for, nor without fields', () => {
    expect(match([passport, bill], ['full_name'], 3)).toMatchObject({ judged: false, agreed: false, fields: {} });
    expect(match([passport, bill], [])).toMatchObject({ judged: false, agreed: false, fields: {} });
  });

  it('names documents of which no field that must match was read, but not those that have none', () => {
    const unread = document('u', 'utility_bill', { account_holder: null, total: 12 });
    const photo = document('f', 'vehicle_photo', { colour: 'red' });
    expect(match([passport, statement, unread, photo], ['full_name']).unmatched).toEqual(['u']);
  });

  it('finds what two documents of one type say differently, and not what they only write differently', () => {
    const earlier = document('1', 'passport', { surname: 'MUELLER', document_number: 'C01', remarks: null });
    const later = document('2', 'passport', { surname: 'Müller', document_number: 'C02', remarks: 'none' });
    expect(match([earlier, later], []).differences).toEqual([
      {
        document_type: 'passport',
        field: 'document_number',
        kind: 'number',
        score: 0.667,
        values: [
          { doc_id: '1', document_type: 'passport', field: 'document_number', value: 'C01' },
          { doc_id: '2', document_type: 'passport', field: 'document_number', value: 'C02' },
        ],
      },
    ]);
  });

  it('lists a bounded number of comparisons, those that disagree before those that agree', () => {
    const many = Array.from({ length: 40 }, (_, index) =>
      document(String(index), 'any', { name: index === 39 ? 'Someone Else' : 'Anna Schmidt' }),
    );
    const field = match(many, ['name']).fields['name'];
    expect(field?.comparisons).toHaveLength(60);
    expect(field?.comparisons.filter(({ agreed }) => !agreed)).toHaveLength(39);
  });

  it('says the same whatever the order of the documents, with scores between 0 and 1', () => {
    const value = fc.oneof(
      fc.constant(null),
      fc.string(),
      fc.constantFrom('Anna Maria Berg', 'BERG ANNA', '12.03.1985'),
    );
    const documents = fc.array(fc.record({ name: value, birth_date: value, address: value, iban: value, sex: value }), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(documents, (extractions) => {
        const given = extractions.map((extracted, index) => document(String(index), 'any', extracted));
        const fields = ['full_name', 'birth_date', 'address', 'iban', 'sex'];
        const [forward, backward] = [match(given, fields), match(given.toReversed(), fields)];
        for (const [field, { score, agreed }] of Object.entries(forward.fields)) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1);
          expect(backward.fields[field]).toMatchObject({ score, agreed });
        }
        expect(backward.agreed).toBe(forward.agreed);
      }),
      { numRuns: 300 },
    );
  });
});
