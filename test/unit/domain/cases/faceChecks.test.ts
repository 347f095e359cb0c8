import { describe, expect, it } from 'vitest';
import { type AgentDefinitionGiven, assertUsableDefinition } from '../../../../src/domain/agents/agentDefinition.js';
import { faceMatchOf } from '../../../../src/domain/agents/agentDemands.js';
import { readDefinition } from '../../../../src/domain/agents/index.js';
import { judgeCase, questionsAbout } from '../../../../src/domain/cases/caseJudgement.js';
import { caseResult } from '../../../../src/domain/cases/caseResult.js';
import { FACE_OBSTACLES, type FaceFinding, type FaceObstacle } from '../../../../src/domain/cases/faceChecks.js';
import { LANGUAGES, wordingFor } from '../../../../src/domain/cases/wording/index.js';
import { NOT_CROSS_MATCHED } from '../../../../src/domain/documents/crossMatchOutcome.js';
import type { CheckPolicy } from '../../../../src/domain/documents/index.js';
import { readDocument } from '../../../support/caseDocuments.js';

const agent = { ...readDefinition({ doc_type_map: { passport: 'passport' } }), face_match: true };
const passport = readDocument('passport');
const selfie = readDocument('unknown', { label: 'My selfie' });
const compared: FaceFinding = {
  ...{ status: 'passed', why: null, document_type: 'passport', similarity: 0.91, threshold: 0.75, far: 0.0003 },
  portrait: { doc_id: passport.doc_id, page: 1, box: [0.1, 0.3, 0.2, 0.2] },
  selfie: { doc_id: selfie.doc_id, page: 1, box: [0.3, 0.2, 0.4, 0.5] },
  networks: 'shipped',
};
const mismatch: FaceFinding = { ...compared, status: 'failed', similarity: 0.31 };
const notCompared = (why: FaceObstacle): FaceFinding => ({ ...compared, status: 'not_run', why, similarity: null });

const judge = (faces: readonly FaceFinding[] | undefined, policy: CheckPolicy = {}) =>
  judgeCase({
    agent: { ...agent, policy },
    documents: [passport, selfie],
    findings: { cross_match: NOT_CROSS_MATCHED, governance: [], ...(faces && { faces }) },
    at: '2026-03-02T09:00:00.000Z',
  });
const codes = (faces: readonly FaceFinding[], policy?: CheckPolicy) =>
  judge(faces, policy).reasons.map(({ code, effect }) => [code, effect]);

describe('faces that were compared', () => {
  it('speak against nothing where they are alike, and the evidence stands in the result', () => {
    const result = judge([compared]);
    expect(result).toMatchObject({ decision: 'approved', reasons: [] });
    expect(result.face_checks).toMatchObject([{ code: 'face_mismatch', weight: 'strong', ...compared }]);
    expect(caseResult.parse(result)).toEqual(result);
  });

  it('lead to a review where they are not, naming the document', () => {
    expect(judge([mismatch])).toMatchObject({
      decision: 'review',
      reasons: [{ code: 'face_mismatch', effect: 'review', document_type: 'passport', doc_id: passport.doc_id }],
    });
  });

  it.each([
    [{ face_mismatch: 'deny' }, 'denied', 'denied'],
    [{ strong: 'deny' }, 'denied', 'denied'],
    [{ face_mismatch: 'warn' }, 'approved', 'note'],
    [{ strong: 'ignore' }, 'approved', 'note'],
  ] as [CheckPolicy, string, string][])(
    'do what the policy %j says, and are named all the same',
    (policy, decision, effect) => {
      expect([judge([mismatch], policy).decision, codes([mismatch], policy)]).toEqual([
        decision,
        [['face_mismatch', effect]],
      ]);
    },
  );

  it('say nothing where nobody compared them', () => {
    const result = judge(undefined);
    expect(result).not.toHaveProperty('face_checks');
    expect(result.reasons.map(({ code }) => code)).toEqual(['document_unknown']);
  });
});

describe('faces that were not compared', () => {
  it.each(FACE_OBSTACLES)('are no approval (%s), unless the policy says so', (why) => {
    expect([judge([notCompared(why)]).decision, codes([notCompared(why)])[0]]).toEqual([
      'review',
      ['face_not_compared', undefined],
    ]);
    expect(judge([notCompared(why)], { face_not_compared: 'warn' }).decision).toBe('approved');
  });

  it('are no reason for want of a portrait where that of another document was compared, and are one for anything else', () => {
    expect(codes([compared, notCompared('no_portrait')])).toEqual([]);
    expect(codes([compared, notCompared('no_engine')])).toEqual([['face_not_compared', undefined]]);
    expect(codes([mismatch, notCompared('no_portrait')])).toEqual([['face_mismatch', 'review']]);
  });

  it.each(LANGUAGES)(
    'and compared ones have a sentence of their own in %s, with the type as people call it',
    (language) => {
      const say = wordingFor(language).reason;
      const all = [
        ...FACE_OBSTACLES.map((why) => say.faceNotCompared[why]('passport')),
        ...[say.faceAlike('passport'), say.faceMismatch('passport')],
      ];
      expect(new Set(all).size).toBe(FACE_OBSTACLES.length + 2);
      const named = [say.faceAlike('driving_licence'), say.faceNotCompared.no_portrait('driving_licence')];
      for (const sentence of named) expect(sentence.includes('driving_licence')).toBe(language === 'en');
    },
  );
});

describe('whose faces are compared', () => {
  const ask = (documents: Parameters<typeof questionsAbout>[0]) => {
    const { match_faces } = questionsAbout(documents, agent);
    return {
      documents: match_faces?.documents.map(({ doc_id }) => doc_id),
      selfies: match_faces?.selfies.map(({ doc_id }) => doc_id),
    };
  };
  const photo = readDocument('unknown');

  it('is asked only where the agent demands it', () => {
    expect(questionsAbout([passport, selfie], readDefinition({}))).not.toHaveProperty('match_faces');
    expect(questionsAbout([passport, selfie], { ...agent, face_match: false })).not.toHaveProperty('match_faces');
  });

  it('is said by the label, the newest first, and by no known type where there is no label', () => {
    const later = readDocument('unknown', { label: 'selfie' });
    expect(ask([passport, selfie, photo, later])).toEqual({
      documents: [passport.doc_id],
      selfies: [later.doc_id, selfie.doc_id],
    });
    expect(ask([passport, photo]).selfies).toEqual([photo.doc_id]);
    expect(ask([passport, readDocument('unknown', { label: 'back' })]).selfies).toEqual([]);
  });

  it('is never a document with itself: neither the same file as both, nor what is labelled a selfie as its own portrait', () => {
    expect(ask([passport, { ...selfie, sha256: passport.sha256 }]).selfies).toEqual([]);
    const held = readDocument('passport', { label: 'Selfie' });
    expect(ask([passport, held])).toEqual({ documents: [passport.doc_id], selfies: [held.doc_id] });
  });

  it('is none that is still unread, or could not be', () => {
    expect(ask([passport, { ...selfie, status: 'failed' }]).selfies).toEqual([]);
  });
});

describe('face_match of a definition', () => {
  it.each([
    [true, 0.75],
    [{}, 0.75],
    [{ threshold: 0.7 }, 0.7],
    [false, undefined],
    ['by an older version with a meaning of its own', undefined],
  ] as [AgentDefinitionGiven[string], number | undefined][])('%j demands %j', (face_match, threshold) => {
    expect(faceMatchOf({ face_match })?.threshold).toBe(threshold);
  });

  it.each(['yes', 1, { threshold: 1.1 }, { threshold: '0.7' }, { watchlist: [] }])(
    'is refused as %j when it is saved',
    (face_match) => {
      expect(() => assertUsableDefinition({ face_match } as AgentDefinitionGiven)).toThrow(/definition\.face_match/);
    },
  );
});
