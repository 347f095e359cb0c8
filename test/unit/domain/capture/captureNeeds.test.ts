import { describe, expect, it } from 'vitest';
import { captureNeeds, type CapturedCase } from '../../../../src/domain/capture/captureNeeds.js';
import { type CheckCode, checkOf } from '../../../../src/domain/documents/index.js';
import { readDocument } from '../../../support/caseDocuments.js';

const needs = (given: Partial<CapturedCase> & { wants?: string[]; selfie?: boolean } = {}) => {
  const { wants = ['identity_card', 'utility_bill'], selfie = false, ...more } = given;
  const agent = { required_types: wants, asks_selfie: selfie };
  return captureNeeds({ agent, two_sided: [], language: 'en', requests: null, documents: [], ...more }).map(
    ({ kind, choices, state, advice }) => ({
      what: kind === 'selfie' ? kind : choices.map(({ document_type, side }) => [document_type, side].join(' ').trim()),
      state,
      advice,
    }),
  );
};
const failed = (given: object) => readDocument('', { status: 'failed', error: 'It cannot be read.', ...given });

describe('what a customer is to hand in', () => {
  it('is each required document, of one of several types where several will do', () => {
    expect(
      needs({ wants: ['passport|identity_card', 'utility_bill'], documents: [readDocument('identity_card')] }),
    ).toEqual([
      { what: ['passport', 'identity_card'], state: 'received', advice: null },
      { what: ['utility_bill'], state: 'missing', advice: null },
    ]);
  });

  it('is the front of a card first and then its back, where both sides are wanted', () => {
    const card = (label: string | null) => readDocument('identity_card', { label });
    const wants = (...documents: ReturnType<typeof card>[]) =>
      needs({ wants: ['identity_card'], two_sided: ['identity_card'], documents })[0];
    expect(wants()).toMatchObject({ what: ['identity_card front'], state: 'missing' });
    expect(wants(card('identity_card front'))).toMatchObject({ what: ['identity_card back'], state: 'missing' });
    expect(wants(card('identity_card back'))).toMatchObject({ what: ['identity_card front'], state: 'missing' });
    expect(wants(card(null))).toMatchObject({ what: ['identity_card back'], state: 'missing' });
    expect(wants(card('identity_card front'), card('identity_card back'))).toMatchObject({ state: 'received' });
  });

  it('is a selfie at the end where faces are compared, and what is called one is no document', () => {
    const wants = ['identity_card'];
    const selfie = readDocument('unknown', { label: 'selfie' });
    expect(needs({ wants, selfie: true }).at(-1)).toEqual({ what: 'selfie', state: 'missing', advice: null });
    expect(needs({ wants, selfie: true, documents: [selfie] })).toMatchObject([
      { state: 'missing' },
      { state: 'received' },
    ]);
    expect(needs({ wants, selfie: true, documents: [failed({ label: 'selfie' })] })).toEqual([
      { what: ['identity_card'], state: 'missing', advice: null },
      { what: 'selfie', state: 'failed', advice: 'It cannot be read.' },
    ]);
  });

  it('says what was wrong with the last, of the type that it was meant as, else of the first that is missing', () => {
    expect(needs({ documents: [failed({ expected_type: 'utility_bill' })] })).toMatchObject([
      { state: 'missing', advice: null },
      { state: 'failed', advice: 'It cannot be read.' },
    ]);
    expect(needs({ documents: [failed({})] })).toMatchObject([{ state: 'failed' }, { state: 'missing' }]);
    expect(needs({ documents: [failed({}), readDocument('identity_card')] })).toMatchObject([
      { state: 'received', advice: null },
      { state: 'missing', advice: null },
    ]);
  });

  it('says of each picture that is here how it could be better, until another takes its place, and of what nothing could take the place nothing', () => {
    const poor = (of: CheckCode, given: object = {}) =>
      readDocument('identity_card', { checks: [checkOf(of, 'failed', 'It is poor.')], ...given });
    const here = (two_sided: string[], ...documents: ReturnType<typeof poor>[]) =>
      captureNeeds({
        ...{ agent: { required_types: ['identity_card'], asks_selfie: false }, language: 'de', requests: null },
        ...{ two_sided, documents },
      })[0]?.here.map(({ name, side, advice }) => [name, side, ...advice].join(' ').trim());
    expect(here([], poor('too_dark'))).toEqual(['Personalausweis  dark']);
    expect(here([], poor('too_dark'), poor('glare'))).toEqual(['Personalausweis  glare']);
    expect(here([], poor('too_dark'), readDocument('identity_card'))).toEqual(['Personalausweis']);
    expect(here([], poor('mrz_check_digit_fails'))).toEqual(['Personalausweis']);
    expect(here([])).toEqual([]);
    const [front, back] = ['identity_card front', 'identity_card back'];
    const both = ['identity_card'];
    expect(here(both, poor('blurred', { label: front }), readDocument('identity_card', { label: back }))).toEqual([
      'Personalausweis front blurred',
      'Personalausweis back',
    ]);
    expect(here(both, poor('blurred', { label: front }), readDocument('identity_card', { label: front }))).toEqual([
      'Personalausweis front',
    ]);
    expect(here(both, poor('blurred', { label: null }))).toEqual([]);
  });

  it('blames no other side for a picture that was to take the place of one, and could not be read', () => {
    const documents = [
      readDocument('identity_card', { label: 'identity_card front' }),
      failed({ label: 'identity_card front', expected_type: 'identity_card' }),
    ];
    const two_sided = ['identity_card'];
    expect(needs({ wants: two_sided, two_sided, documents })).toEqual([
      { what: ['identity_card back'], state: 'missing', advice: null },
    ]);
    const ofBack = failed({ label: 'identity_card back', expected_type: 'identity_card' });
    expect(needs({ wants: two_sided, two_sided, documents: [documents[0]!, ofBack] })).toMatchObject([
      { what: ['identity_card back'], state: 'failed' },
    ]);
  });

  it('says in a sentence why something is asked for again, in the language of the case', () => {
    const requested = [{ document_type: 'utility_bill', code: 'glare' as const, text: 'Ohne Blitz, bitte.' }];
    const [need, ...others] = captureNeeds({
      ...{ agent: { required_types: ['passport', 'utility_bill'], asks_selfie: true }, two_sided: [], language: 'de' },
      ...{ requests: { tries: 1, requested }, documents: [readDocument('utility_bill', { asked_again: true })] },
    });
    expect(others).toEqual([]);
    expect(need).toMatchObject({
      state: 'missing',
      here: [],
      asked_again: { code: 'glare', text: 'Ohne Blitz, bitte.' },
    });
    expect(need?.asked_again?.why).toMatch(/Licht/);
  });
});
