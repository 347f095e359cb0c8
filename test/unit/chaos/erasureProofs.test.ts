import { describe, expect, it } from 'vitest';
import { caseStream } from '../../../src/domain/cases/case.js';
import type { CaseEvent } from '../../../src/domain/cases/caseEvents.js';
import { toPosition } from '../../../src/platform/eventStore/eventStore.js';
import { judgeErasures, type ErasureEvidence } from '../../chaos/erasureProofs.js';
import { emptyLedger, type CaseNote } from '../../chaos/ledger.js';
import type { HistoryEvent } from '../../chaos/proofs.js';
import { anyone } from '../../support/executions.js';

const note = (given: Partial<CaseNote>): CaseNote => ({
  ...{
    number: 1,
    tenant: 'north',
    reference: null,
    session_id: 'gone',
    decided: [],
    decisionAsked: false,
    erased: true,
  },
  uploads: [{ filename: 'north-1-card.pdf', sha256: 'aa', document_type: 'club_card' }],
  ...given,
});
const at = '2026-03-02T09:00:00.000Z';
const ofCase = { goal: 'g', agent: { id: 'a', revision: '0' } };
const happened = (event: CaseEvent): HistoryEvent => ({
  ...event,
  ...{ id: 'e', stream: caseStream(event.data.session_id), revision: 0n, position: toPosition(1), recorded_at: at },
  metadata: { ...anyone, schema_version: 1, mode: 'live', occurred_at: at },
});
const erased = (session_id: string): HistoryEvent =>
  happened({
    type: 'CaseErased',
    data: { ...ofCase, session_id, doc_ids: [], message_count: 0, reason: null, erased_at: at },
  });
const received = (session_id: string, filename: string): HistoryEvent => {
  const file = { doc_id: 'd', doc_index: 0, filename, label: null, expected_type: null, sha256: null };
  const object = { object: { key: 'k', size: 1 }, mime_type: 'application/pdf', duplicate_of: null };
  return happened({
    type: 'DocumentReceived',
    data: { ...ofCase, session_id, ...file, ...object, status: 'processing', received_at: at },
  });
};
const gone = (session_id: string) => ({
  subject: caseStream(session_id),
  unfinished: false,
  named: ['sealed/e1/result', 'cases/gone/documents/d'],
});

/** What is wrong with what there is of a case that was erased with its replay, beside one that was not. */
function judged({ erasures, ...given }: Partial<Omit<ErasureEvidence, 'erasures'>> & { erasures?: object } = {}) {
  return judgeErasures({
    ledger: {
      ...emptyLedger(),
      cases: [note({ replay_id: 'again' }), note({ session_id: 'kept', number: 2, erased: false })],
    },
    history: [erased('gone'), erased('again')],
    erasures: {
      subjects: [gone('gone'), gone('again')],
      files: ['cases/kept/documents/d', 'sealed/e2/result'],
      tables: new Map([['cases_v1', '(gone,,)\n(kept,aa)']]),
      ...erasures,
    },
    ...given,
  });
}

describe('the proofs about erasures', () => {
  it('find nothing wrong where all of it is gone, and all else is there', () => {
    expect(judged()).toEqual([]);
  });

  it.each([
    ['the fact', { history: [erased('gone')] }, /case-again, was erased 0 times/],
    ['a second fact', { history: ['gone', 'gone', 'again'].map(erased) }, /erased 2 times/],
    ['the end of it', { erasures: { subjects: [{ ...gone('gone'), unfinished: true }, gone('again')] } }, /its end/],
    ['the key', { erasures: { subjects: [gone('gone')] } }, /its key is there/],
    ['a file of its own', { erasures: { files: ['cases/gone/documents/d'] } }, /its file cases\/gone/],
    ['a file of an event', { erasures: { files: ['sealed/e1/result'] } }, /its file sealed\/e1/],
    ['a row', { erasures: { tables: new Map([['drafts', 'x north-1-card.pdf y']]) } }, /stands in drafts/],
    ['a hash', { erasures: { tables: new Map([['documents', '(gone,aa)']]) } }, /its hash/],
  ])('find what is missing or left of what was erased: %s', (_, given, sentence) => {
    expect(judged(given)).toMatchObject([expect.stringMatching(sentence)]);
  });

  it('find a value of what was erased that can be read in the log', () => {
    const history = [received('gone', 'north-1-card.pdf'), erased('gone'), erased('again')];
    expect(judged({ history })).toMatchObject([expect.stringContaining('in the log')]);
  });

  it('know the pictures of a search for faces, which go with its end', () => {
    const pictures = { subject: 'faceBulkPictures-j', unfinished: false, named: [] };
    const erasures = { subjects: [gone('gone'), gone('again'), pictures] };
    const cases = [note({ replay_id: 'again' })];
    const searched = { number: 2, tenant: 'north', probes: [], job_id: 'j' };
    expect(judged({ erasures, ledger: { ...emptyLedger(), cases, faceSearches: [searched] } })).toEqual([]);
    expect(judged({ erasures })).toEqual(['faceBulkPictures-j was erased, and nobody asked for it']);
  });

  it('find what was erased though nobody asked for it, and know a replay that nobody was told of', () => {
    const ledger = { ...emptyLedger(), cases: [note({})] };
    expect(judged({ ledger })).toEqual(['case-again was erased, and nobody asked for it']);
    const history = [
      happened({
        type: 'CaseReplayRequested',
        data: { ...ofCase, session_id: 'again', replay_of: 'gone', requested_at: at },
      }),
      ...['gone', 'again'].map(erased),
    ];
    expect(judged({ ledger, history })).toEqual([]);
  });
});
