import { describe, expect, it } from 'vitest';
import { type AgentDefinitionGiven, assertUsableDefinition } from '../../../../src/domain/agents/agentDefinition.js';
import { faceMatchOf } from '../../../../src/domain/agents/agentDemands.js';
import { readDefinition } from '../../../../src/domain/agents/index.js';
import { judgeCase } from '../../../../src/domain/cases/caseJudgement.js';
import { caseResult } from '../../../../src/domain/cases/caseResult.js';
import { watchlistsThen } from '../../../../src/domain/cases/foundThen.js';
import { type WatchlistFinding, type WatchlistObstacle } from '../../../../src/domain/cases/watchlistChecks.js';
import { LANGUAGES, wordingFor } from '../../../../src/domain/cases/wording/index.js';
import { NOT_CROSS_MATCHED } from '../../../../src/domain/documents/crossMatchOutcome.js';
import type { CheckPolicy } from '../../../../src/domain/documents/index.js';
import { toAgentRunResult } from '../../../../src/domain/executions/agentRun.js';
import { WATCHLIST_NAMES } from '../../../../src/domain/faces/index.js';
import { readDocument } from '../../../support/caseDocuments.js';

const watchlists = ['fraudsters', 'sanction_watch'];
const agent = { ...readDefinition({ doc_type_map: { passport: 'passport' } }), face_match: { watchlists } };
const passport = readDocument('passport');
const clear: WatchlistFinding = {
  ...{ status: 'passed', why: null, database: 'fraudsters', picture: 'portrait', document_type: 'passport' },
  face: { doc_id: passport.doc_id, page: 1, box: [0.1, 0.3, 0.2, 0.2] },
  ...{ similarity: null, threshold: 0.7, far: 0.003, compared: 12, expected_false_matches: 0.036, networks: 'shipped' },
};
const hit: WatchlistFinding = { ...clear, status: 'failed', similarity: 0.91, registration_id: 'opaque' };
const notSearched = (why: WatchlistObstacle, more: Partial<WatchlistFinding> = {}): WatchlistFinding => ({
  ...{ ...clear, status: 'not_run', why, compared: null, expected_false_matches: null, ...more },
});

const judge = (found: readonly WatchlistFinding[] | undefined, policy: CheckPolicy = {}) =>
  judgeCase({
    agent: { ...agent, policy },
    documents: [passport],
    findings: { cross_match: NOT_CROSS_MATCHED, governance: [], ...(found && { watchlists: found }) },
    at: '2026-03-02T09:00:00.000Z',
  });
const codes = (found: readonly WatchlistFinding[], policy?: CheckPolicy) =>
  judge(found, policy).reasons.map(({ code, effect }) => [code, effect]);

describe('a face that was looked for in a watchlist', () => {
  it('speaks against nothing where it is on none, and the evidence stands in the result', () => {
    const result = judge([clear]);
    expect(result).toMatchObject({ decision: 'approved', reasons: [] });
    expect(result.watchlist_checks).toMatchObject([{ code: 'face_watchlist_hit', weight: 'strong', ...clear }]);
    expect(caseResult.parse(result)).toEqual(result);
    expect(judge(undefined)).not.toHaveProperty('watchlist_checks');
  });

  it('leads to a review where it is like one on it, naming the document', () => {
    expect(judge([hit])).toMatchObject({
      decision: 'review',
      reasons: [{ code: 'face_watchlist_hit', effect: 'review', document_type: 'passport', doc_id: passport.doc_id }],
    });
  });

  it.each([
    [{ face_watchlist_hit: 'deny' }, 'denied', 'denied'],
    [{ strong: 'deny' }, 'denied', 'denied'],
    [{ face_watchlist_hit: 'warn' }, 'approved', 'note'],
    [{ face_watchlist_hit: 'review', strong: 'ignore' }, 'review', 'review'],
    [{ strong: 'ignore' }, 'approved', 'note'],
    [{ face_mismatch: 'deny' }, 'review', 'review'],
  ] as [CheckPolicy, string, string][])(
    'and is like one on it does what the policy %j says, and is named all the same',
    (policy, decision, effect) => {
      expect([judge([hit], policy).decision, codes([hit], policy)]).toEqual([
        decision,
        [['face_watchlist_hit', effect]],
      ]);
    },
  );

  it('is told in the result of a run without who was hit', () => {
    const agentUsed = { required_types: ['passport'] } as Parameters<typeof toAgentRunResult>[0];
    const result = toAgentRunResult(agentUsed, [passport], judge([hit]), []);
    expect(result.watchlist_checks).toMatchObject([{ status: 'failed', similarity: 0.91 }]);
    expect(JSON.stringify(result)).not.toContain('opaque');
  });
});

describe('a face that was not looked for', () => {
  it.each(['no_register', 'no_engine', 'several_faces', 'unreadable', 'no_portrait'] as const)(
    'is no approval (%s), unless the policy says so',
    (why) => {
      expect([judge([notSearched(why)]).decision, codes([notSearched(why)])]).toEqual([
        'review',
        [['face_not_searched', undefined]],
      ]);
      expect(judge([notSearched(why)], { face_not_searched: 'warn' }).decision).toBe('approved');
      expect(judge([notSearched(why)], { face_not_compared: 'warn' }).decision).toBe('review');
    },
  );

  it('is no reason for want of a portrait where that of another document was looked for', () => {
    expect(codes([clear, notSearched('no_portrait')])).toEqual([]);
    const selfie: WatchlistFinding = { ...clear, picture: 'selfie', document_type: null };
    expect(codes([selfie, notSearched('no_portrait')])).toEqual([['face_not_searched', undefined]]);
  });
});

describe('what is said of watchlists', () => {
  it.each(LANGUAGES)('has a sentence of its own in %s, with the type and the list as people call them', (language) => {
    const say = wordingFor(language).reason;
    const said = (found: WatchlistFinding): string =>
      judgeCase({
        ...{ agent, documents: [passport], at: '2026-03-02T09:00:00.000Z', wording: wordingFor(language) },
        findings: { cross_match: NOT_CROSS_MATCHED, governance: [], watchlists: [found] },
      }).watchlist_checks![0]!.detail;
    const of = { document_type: 'driving_licence' };
    const all = [clear, hit, notSearched('no_engine')].flatMap((one) => [
      said({ ...one, ...of }),
      said({ ...one, picture: 'selfie', document_type: null }),
    ]);
    const nothing = said(notSearched('no_document', { picture: null, document_type: null, face: null }));
    expect(new Set([...all, nothing]).size).toBe(7);
    for (const sentence of [...all, nothing]) expect(sentence).toContain(say.watchlist.names.fraudsters);
    expect(all[0]!.includes('driving_licence')).toBe(language === 'en');
    expect(new Set(Object.values(say.watchlist.names)).size).toBe(WATCHLIST_NAMES.length);
  });

  it('is nothing that is said to customers: no reply has a word of them', () => {
    for (const language of LANGUAGES) {
      const { reply, reason } = wordingFor(language);
      const words = JSON.stringify(reply, (_key, value: unknown) =>
        typeof value === 'function' ? String(value) : value,
      );
      for (const name of Object.values(reason.watchlist.names)) expect(words).not.toContain(name);
    }
  });
});

describe('a case that is judged again', () => {
  const result = { ...judge([hit]), watchlist_checks: judge([hit]).watchlist_checks! };

  it('has what was found in the watchlists then, of those that are named now', () => {
    expect(watchlistsThen({ result }, ['fraudsters'])).toMatchObject([{ status: 'failed', similarity: 0.91 }]);
    expect(watchlistsThen({ result }, [])).toBeUndefined();
    expect(watchlistsThen({ result }, undefined)).toBeUndefined();
  });

  it('has a list that nobody looked through then as one that could not be', () => {
    expect(watchlistsThen({ result }, ['celebrity'])).toMatchObject([{ status: 'not_run', database: 'celebrity' }]);
    expect(watchlistsThen({ result: judge(undefined) }, ['fraudsters'])).toMatchObject([{ status: 'not_run' }]);
  });
});

describe('watchlists of a definition', () => {
  it('are those that are named, and none where none is', () => {
    expect(faceMatchOf(agent)).toEqual({ threshold: 0.75, watchlists });
    expect(faceMatchOf({ face_match: true })?.watchlists).toEqual([]);
    expect(() =>
      assertUsableDefinition({ face_match: { threshold: 0.8, watchlists: [...WATCHLIST_NAMES] } }),
    ).not.toThrow();
  });

  it.each([
    [
      ['custom'],
      'definition.face_match.watchlists names "custom", which is no watchlist; there are politically_exposed_person, sanction_watch, public_figures, fraudsters, celebrity',
    ],
    [['fraudsters', 'nobody'], 'definition.face_match.watchlists names "nobody", which is no watchlist'],
    [['fraudsters', 'fraudsters'], 'definition.face_match.watchlists names the watchlist "fraudsters" twice'],
    ['fraudsters', 'definition.face_match must be true, false, or an object'],
    [[1], 'definition.face_match must be true, false, or an object'],
  ] as [AgentDefinitionGiven[string], string][])(
    '%j are refused with a sentence when it is saved',
    (given, sentence) => {
      expect(() => assertUsableDefinition({ face_match: { watchlists: given } })).toThrow(sentence);
    },
  );
});
