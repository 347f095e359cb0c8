import { describe, expect, it } from 'vitest';
import { readDefinition } from '../../../../src/domain/agents/agentDefinition.js';
import type { CaseDocument } from '../../../../src/domain/cases/caseDocument.js';
import { judgeCase } from '../../../../src/domain/cases/caseJudgement.js';
import type { GovernanceCheck } from '../../../../src/domain/cases/caseResult.js';
import { sideReasons } from '../../../../src/domain/cases/sides.js';
import { NOT_CROSS_MATCHED } from '../../../../src/domain/documents/crossMatchOutcome.js';
import { readDocument } from '../../../support/caseDocuments.js';

const sides = { identity_card: 'front_and_back' };
const agent = readDefinition({ doc_type_map: { id: 'identity_card' }, sides });
const identityCard = (given: Partial<CaseDocument> = {}) => readDocument('identity_card', given);
const on = (page: number) => ({ page, box: [0, 0, 0.1, 0.1] as [number, number, number, number] });
const zone = { coordinates: { surname: on(1) }, sources: { surname: 'mrz' as const } };
const lacks = (field: string): Partial<CaseDocument> => ({
  valid: false,
  violations: [{ field, rule: 'required', message: `${field} is missing.` }],
});
const told = (...documents: CaseDocument[]) => sideReasons({ sides }, documents).map(({ detail }) => detail);
const judged = (documents: CaseDocument[], governance: GovernanceCheck[] = [], by: object = agent) =>
  judgeCase({
    agent: by as typeof agent,
    documents,
    findings: { cross_match: NOT_CROSS_MATCHED, governance },
    at: '2026-03-02T09:00:00.000Z',
  });

describe('the sides of a document', () => {
  it('are asked for of the types that the agent names, where there is one of them', () => {
    expect(told()).toEqual([]);
    expect(told(readDocument('passport'))).toEqual([]);
    expect(told(identityCard())).toEqual(['One side of the document of the type identity_card is not there.']);
  });

  it('are told by labels in several languages', () => {
    expect(told(identityCard({ label: 'ID front' }), identityCard({ label: 'Rückseite' }))).toEqual([]);
    expect(told(identityCard({ label: 'front' }), identityCard({ label: 'recto' }))).toEqual([
      'The back of the document of the type identity_card is not there.',
    ]);
    const pages = { coordinates: { address: on(1), surname: on(2) } };
    expect(told(identityCard({ label: 'front and back', ...pages }))).toEqual([]);
    expect(told(identityCard({ label: 'feedback' }))).toHaveLength(1);
  });

  it('are told by a zone or a barcode, which makes it the back', () => {
    expect(told(identityCard(zone))).toEqual(['The front of the document of the type identity_card is not there.']);
    expect(told(identityCard(zone), identityCard(zone))).toHaveLength(1);
    expect(told(identityCard(zone), identityCard())).toEqual([]);
  });

  it('are not both there because a label says so, of one picture that shows print alone', () => {
    const print = { coordinates: { surname: on(1) }, sources: { surname: 'ocr' as const } };
    expect(told(identityCard({ label: 'front and back', ...print }))).toHaveLength(1);
    const whole = {
      coordinates: { surname: on(1), number: on(1) },
      sources: { surname: 'ocr', number: 'mrz' } as const,
    };
    expect(told(identityCard({ label: 'front and back', ...whole }))).toEqual([]);
  });

  it('are not both there where the second file says what the first says, whatever its label', () => {
    const says = { extracted: { surname: 'LIND', number: '42' }, sources: { surname: 'ocr', number: 'ocr' } as const };
    const again = identityCard({ label: 'back', ...says });
    expect(told(identityCard({ label: 'front', ...says }), again)).toEqual([
      'The back of the document of the type identity_card is not there.',
    ]);
    const zoned = { ...says, label: 'back', sources: { surname: 'mrz', number: 'mrz' } as const };
    expect(told(identityCard({ label: 'front', ...says }), identityCard(zoned))).toEqual([]);
  });

  it('are both there where one states no more than the number that the other has among others', () => {
    const says = { surname: 'LIND', given_names: 'ANNA', number: '42' };
    const read = { surname: 'ocr', given_names: 'ocr', number: 'ocr' } as const;
    const back = identityCard({ label: 'back', extracted: { number: '42' }, sources: { number: 'ocr' } });
    expect(told(identityCard({ label: 'front', extracted: says, sources: read }), back)).toEqual([]);
  });

  it('are not told by where a person says that a value stands', () => {
    const corrected = { coordinates: { surname: on(1), height: on(2) }, sources: { surname: 'ocr', height: 'person' } };
    expect(told(identityCard(corrected as Partial<CaseDocument>))).toHaveLength(1);
  });

  it('are two pages of one file', () => {
    const coordinates = { address: on(1), surname: on(2) };
    expect(told(identityCard({ coordinates, sources: { surname: 'mrz' } }))).toEqual([]);
  });

  it('are one side where the same file comes twice', () => {
    const front = identityCard();
    const { decision, reasons } = judged([front, { ...front, doc_id: 'again' }]);
    expect(decision).toBe('review');
    expect(reasons.map(({ code }) => code)).toEqual(['side_missing', 'document_duplicate']);
  });
});

describe('both sides', () => {
  const front = identityCard({ extracted: { surname: 'LIND', number: null }, ...lacks('number') });
  const back = identityCard({ extracted: { surname: null, number: '42' }, ...lacks('surname') });

  it('are judged as one document: neither has to state what the other does', () => {
    expect(judged([front, back])).toMatchObject({ decision: 'approved', reasons: [], validation: { valid: true } });
    const alone = judged([front, back], [], { ...agent, sides: undefined });
    expect(alone.decision).toBe('review');
  });

  it('break a rule where neither states the value, and where the value that holds does', () => {
    const bare = identityCard({ extracted: { surname: null, number: '42' }, ...lacks('address') });
    const codes = (...documents: CaseDocument[]) => judged(documents).reasons.map(({ code, field }) => [code, field]);
    expect(codes(front, bare)).toEqual([['validation_failed', 'address']]);
    const wrong = { valid: false, violations: [{ field: 'surname', rule: 'regex', message: 'surname is no name.' }] };
    expect(codes(identityCard({ extracted: { surname: '4', number: null }, ...wrong }), back)).toEqual([
      ['validation_failed', 'surname'],
    ]);
  });

  it('do not lose a broken rule to a copy of the same file', () => {
    const broken = identityCard({ extracted: { surname: '4' }, ...lacks('surname') });
    const copy = { ...broken, doc_id: 'copy' };
    expect(judged([broken, copy]).reasons.map(({ code }) => code)).toContain('validation_failed');
  });

  it('keep the rules of today together', () => {
    const check = (document: CaseDocument, field: string): GovernanceCheck => ({
      ...{ doc_id: document.doc_id, document_type: 'identity_card', passed: false },
      violations: [{ field, rule: 'required', message: `${field} is missing.` }],
    });
    const governance = [check(front, 'number'), check(back, 'surname')];
    expect(judged([front, back], governance)).toMatchObject({ decision: 'approved', governance: { passed: true } });
  });

  it('are held to the rules of the agent together', () => {
    const aged = readDefinition({ doc_type_map: { id: 'identity_card' }, sides, rules: { min_age: 18 } });
    const born = (birth_date: string | null) => identityCard({ extracted: { birth_date } });
    expect(judged([born('1974-08-12'), born(null)], [], aged).decision).toBe('approved');
    expect(judged([born('2015-08-12'), born(null)], [], aged).reasons.map(({ code }) => code)).toEqual(['under_age']);
  });
});
