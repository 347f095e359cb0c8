import { describe, expect, it } from 'vitest';
import { applyToCase, caseStream, type Case } from '../../../src/domain/cases/case.js';
import { readDefinition } from '../../../src/domain/agents/agentDefinition.js';
import type { CaseCommand, DocumentOutcome } from '../../../src/domain/cases/caseCommand.js';
import { caseRules } from '../../../src/domain/cases/caseRules.js';
import type { CaseEvent } from '../../../src/domain/cases/caseEvents.js';
import { NO_READING } from '../../../src/domain/cases/caseDocument.js';
import { NOT_CROSS_MATCHED } from '../../../src/domain/documents/crossMatchOutcome.js';
import { toPosition } from '../../../src/platform/eventStore/eventStore.js';
import { judgeCases, type CaseEvidence } from '../../chaos/caseProofs.js';
import { emptyLedger, type CaseNote } from '../../chaos/ledger.js';
import type { HistoryEvent } from '../../chaos/proofs.js';
import { anyone } from '../../support/executions.js';

const at = '2026-03-02T09:00:00.000Z';
const agent = {
  ...{ id: 'a', revision: '0', goal: 'g', name: 'G', version: '1', allow_cloud: false },
  ...{ required_types: ['passport'], intelligence_level: 0 },
};
const object = { key: 'files/card', sha256: 'aa', size: 3 };
const file = { doc_id: 'd1', filename: 'card.pdf', mime_type: 'application/pdf', object };
const stored = { ...file, label: null, expected_type: null };
const opening = { session_id: 's1', tenant_id: 'north', goal: 'g', client_reference_id: 'customer-1', agent };
const outcome: DocumentOutcome = {
  ...{ status: 'done', document_type: 'club_card', type_used: null, confidence: '0.9', masked_fields: [] },
  reading: { ...NO_READING, valid: true },
};
const judging = {
  agent: readDefinition({ doc_type_map: { passport: 'passport' } }),
  findOut: () => ({ cross_match: NOT_CROSS_MATCHED, governance: [] }),
};
const open: CaseCommand = { type: 'open', opening, at };
const receive: CaseCommand = { type: 'receive_document', document: stored, at };
const finish: CaseCommand = { type: 'finish_document', doc_id: 'd1', outcome, at };
const complete: CaseCommand = { type: 'complete', ...judging, at };
const deny: CaseCommand = { type: 'decide', decision: 'deny', reason: null, by: 'key:k', at };
const everything = [open, receive, finish, complete, deny];

/** What commands lead to, as it is stored; `twice` stands there twice. */
function happened(commands: readonly CaseCommand[], twice?: CaseEvent['type']): HistoryEvent[] {
  const events: CaseEvent[] = [];
  for (const command of commands) {
    const state = events.reduce((before, event) => caseRules.evolve(before, event), caseRules.initial);
    events.push(...caseRules.decide(command, state));
  }
  const doubled = events.flatMap((event) => (event.type === twice ? [event, event] : [event]));
  return doubled.map((event, index) => ({
    ...event,
    ...{ id: `e${index}`, stream: caseStream(event.data.session_id), revision: BigInt(index) },
    ...{
      position: toPosition(index + 1),
      recorded_at: at,
      metadata: { ...anyone, schema_version: 1, mode: 'live', occurred_at: at },
    },
  }));
}

const caseIn = (history: readonly HistoryEvent[]): Case[] => {
  const found = (history as readonly CaseEvent[]).reduce<Case | undefined>(applyToCase, undefined);
  return found ? [found] : [];
};

const told: CaseNote = {
  ...{ number: 1, tenant: 'north', reference: 'customer-1', session_id: 's1' },
  uploads: [{ filename: 'card.pdf', sha256: 'aa', document_type: 'club_card', doc_id: 'd1' }],
  ...{ completed: 'review', decided: ['deny'], decisionAsked: true, erased: false },
};

/** What is wrong with what there is, after a caller was told all of it. */
async function judged(given: { history?: HistoryEvent[] } & Partial<CaseEvidence & { note: Partial<CaseNote> }>) {
  const { history = happened(everything), note = {} } = given;
  const ledger = { ...emptyLedger(), cases: [{ ...told, ...note }] };
  const hashOfFile = () => Promise.resolve('aa');
  return judgeCases({ ledger, history, cases: caseIn(history), hashOfFile, ...given });
}

describe('the proofs about cases', () => {
  it('find nothing wrong where all is as it was told', async () => {
    expect(await judged({})).toEqual([]);
  });

  it('see what was lost', async () => {
    expect(await judged({ cases: [] })).toContain('case 1 was answered and is lost');
    const noDocument = happened([open]);
    expect(await judged({ history: noDocument })).toContain('card.pdf was answered and is lost');
    expect(await judged({ hashOfFile: () => Promise.resolve(undefined) })).toEqual(['the file of card.pdf is gone']);
    const undecided = happened([open, receive, finish, complete]);
    expect(await judged({ history: undecided })).toContain('case 1 was decided 0 times');
    expect(await judged({ history: happened([open, receive, finish]) })).toContain(
      'case 1 was completed 0 times; its caller heard review',
    );
    expect(await judged({ note: { replay_id: 's2' } })).toEqual(['the replay of case 1 was answered and is lost']);
  });

  it('see what was left behind', async () => {
    expect(await judged({ history: happened([open, receive]) })).toContain('the document d1 of s1 is still processing');
  });

  it('see what is there though only half of it was sent', async () => {
    expect(await judged({ note: { uploads: [] } })).toEqual(['case 1 has card.pdf, which nobody has sent as a whole']);
  });

  it('see a hostile file that was read, or is of a type', async () => {
    const hostile = { filename: 'card.pdf', sha256: 'aa', document_type: 'hostile', doc_id: 'd1' };
    expect(await judged({ note: { uploads: [hostile] } })).toEqual(['card.pdf is done as club_card: null']);
    const failed: DocumentOutcome = { status: 'failed', reason: 'unreadable', error: 'It is damaged.' };
    const unread: CaseCommand = { type: 'finish_document', doc_id: 'd1', outcome: failed, at };
    const note = { uploads: [hostile], completed: undefined, decided: [], decisionAsked: false };
    expect(await judged({ history: happened([open, receive, unread]), note })).toEqual([]);
  });

  it('see what was done twice', async () => {
    expect(await judged({ history: happened(everything, 'CaseOpened') })).toContain(
      '2 cases were opened for the reference customer-1 of north',
    );
    expect(await judged({ history: happened(everything, 'DocumentReceived') })).toContain(
      'card.pdf was taken in 2 times',
    );
    expect(await judged({ history: happened(everything, 'CaseCompleted') })).toContain(
      'case 1 was completed 2 times; its caller heard review',
    );
    expect(await judged({ note: { decided: ['deny', 'approve'] } })).toEqual([
      'case 1 has the decision deny, and its callers heard deny and approve',
    ]);
  });

  it('see what was told otherwise than it is', async () => {
    expect(await judged({ note: { completed: 'completed' } })).toEqual([
      'case 1 is review and was said to be completed',
    ]);
    expect(await judged({ note: { decided: ['approve'] } })).toEqual([
      'case 1 has the decision deny, and its callers heard approve',
    ]);
    expect(await judged({ hashOfFile: () => Promise.resolve('bb') })).toEqual(['the file of card.pdf is another one']);
    expect(await judged({ note: { session_id: 's0' } })).toContain('nobody was told of the case s1');
  });

  it('see a replay that was not compared with what it replays', async () => {
    const history = happened(everything);
    const cases = [
      ...caseIn(history),
      ...caseIn(history).map((one) => ({ ...one, session_id: 's2', replay_of: 's1' })),
    ];
    expect(await judged({ history, cases, note: { replay_id: 's2' } })).toEqual([
      'the replay of case 1 did not come to a comparison of its 1 documents',
    ]);
    expect(await judged({ history, cases })).toContain('nobody was told of a replay of case 1');
  });
});
