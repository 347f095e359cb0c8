import { describe, expect, it } from 'vitest';
import type { Classification } from '../../../../../src/engines/documents/classify/classification.js';
import { chooseType } from '../../../../../src/engines/documents/classify/chooseType.js';
import { receiptType } from '../engineDocumentType.js';

const type = (context_id: string) => ({ ...receiptType(['classify', 'extract', 'validate']), context_id });
const candidates = [type('passport'), type('visa'), type('house_passport')];
const found = (
  document_type: string,
  confidence: number,
  alternatives: Classification['alternatives'] = [],
): Classification => ({ document_type, confidence, evidence: [], alternatives });
const choose = (classification: Classification, expected?: string, used_for = {}, steps = {}) => {
  const chosen = chooseType(classification, candidates, { used_for, steps, ...(expected && { expected }) });
  return [chosen.classified_as, chosen.confidence, chosen.type?.context_id, chosen.type?.pipeline_steps.length];
};

describe('the type a document is put through', () => {
  it('is what it was classified as, with its own steps', () =>
    expect(choose(found('passport', 0.8))).toEqual(['passport', 0.8, 'passport', 3]));

  it('is the type that is used for what it was classified as, with the steps that it is given', () =>
    expect(
      choose(found('passport', 0.8), undefined, { passport: 'house_passport' }, { house_passport: ['extract'] }),
    ).toEqual(['passport', 0.8, 'house_passport', 1]));

  it('is none where it fits none, or the one that is used for it cannot be', () => {
    expect(choose(found('unknown', 0.9))).toEqual(['unknown', 0.9, undefined, undefined]);
    expect(choose(found('passport', 0.9), undefined, { passport: 'gone' })).toEqual([
      'passport',
      0.9,
      undefined,
      undefined,
    ]);
  });

  it('is never taken from what every object has', () =>
    expect(choose(found('constructor', 0.8))).toEqual(['constructor', 0.8, undefined, undefined]));

  const alternatives = [{ document_type: 'visa', confidence: 0.3 }];

  it('is what the sender says where classification is in doubt and finds that possible', () => {
    expect(choose(found('passport', 0.6, alternatives), 'visa')).toEqual(['visa', 0.3, 'visa', 3]);
    expect(choose(found('unknown', 0.7, alternatives), 'visa')).toEqual(['visa', 0.3, 'visa', 3]);
  });

  it('is what the evidence says where that is clear, or where nothing speaks for what the sender says', () => {
    expect(choose(found('passport', 0.95, alternatives), 'visa')).toEqual(['passport', 0.95, 'passport', 3]);
    expect(choose(found('passport', 0.6), 'visa')).toEqual(['passport', 0.6, 'passport', 3]);
    expect(choose(found('unknown', 1), 'visa')).toEqual(['unknown', 1, undefined, undefined]);
  });

  it('is what a language model says where the sender says nothing, as the sender would be believed', () => {
    const advised = (classification: Classification, more: { expected?: string } = {}) =>
      chooseType(classification, candidates, { used_for: {}, steps: {}, advised: 'visa', ...more }).classified_as;
    expect(advised(found('passport', 0.6, alternatives))).toBe('visa');
    expect(advised(found('unknown', 0.7, alternatives))).toBe('visa');
    expect(advised(found('passport', 0.95, alternatives))).toBe('passport');
    expect(advised(found('passport', 0.6))).toBe('passport');
    expect(advised(found('passport', 0.6, alternatives), { expected: 'passport' })).toBe('passport');
  });
});

describe('a scene', () => {
  const scene = { ...type('car_damage'), analysis_type: 'scene_understanding' as const };
  const said = (classification: Classification, what: { expected?: string; advised?: string }) => {
    const given = { used_for: { car_damage: 'car_damage' }, steps: {}, ...what };
    const { classified_as, confidence } = chooseType(classification, [...candidates, scene], given);
    return [classified_as, confidence];
  };

  it.each([{ expected: 'car_damage' }, { advised: 'car_damage' }])(
    'is one where %o says so and no print says otherwise',
    (what) => {
      expect(said(found('unknown', 0.99), what)).toEqual(['car_damage', 0.5]);
      expect(said(found('visa', 0.6), what)).toEqual(['car_damage', 0.5]);
    },
  );

  it('is none where the print surely is of another type, or nobody says so', () => {
    expect(said(found('visa', 0.95), { expected: 'car_damage' })).toEqual(['visa', 0.95]);
    expect(said(found('unknown', 0.9), {})).toEqual(['unknown', 0.9]);
  });
});
