import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { caseStream } from '../../../src/domain/cases/case.js';
import { governanceRunStream } from '../../../src/domain/governance/index.js';
import { toPosition } from '../../../src/platform/eventStore/eventStore.js';
import { judgeGovernance, overdueSets, type GovernanceEvidence } from '../../chaos/governanceProofs.js';
import { emptyLedger, type SetNote } from '../../chaos/ledger.js';
import type { HistoryEvent } from '../../chaos/proofs.js';
import type { Received } from '../../chaos/receiver.js';
import { anyone } from '../../support/executions.js';

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const at = '2026-03-02T09:00:00.000Z';
const set: SetNote = { governance_id: 'g', tenant: 'acme', context_id: 'club_card', scheduled: true };

const happened = (type: HistoryEvent['type'], stream: string, data: object): HistoryEvent =>
  ({
    ...{ type, data, stream, id: 'e', revision: 0n, position: toPosition(0), recorded_at: at },
    metadata: { ...anyone, schema_version: 1, mode: 'live', occurred_at: at },
  }) as never;
const ofCase = (type: HistoryEvent['type'], session_id: string, doc_id: string, more: object = {}): HistoryEvent =>
  happened(type, caseStream(session_id), { session_id, doc_id, document_type: 'club_card', received_at: at, ...more });
const read = (session_id: string, doc_id: string, more: object = {}): HistoryEvent[] => [
  ofCase('DocumentReceived', session_id, doc_id, more),
  ofCase('DocumentProcessed', session_id, doc_id, more),
];
const erased = (session_id: string): HistoryEvent => ofCase('CaseErased', session_id, '');
const run = { run_id: 'r', governance_id: 'g', tenant_id: 'acme', context_id: 'club_card' };
const begun = (more: object = {}): HistoryEvent =>
  happened('GovernanceRunBegun', governanceRunStream('r'), {
    ...{ ...run, trigger: 'schedule', tick: at, started_at: '2026-03-02T09:00:01.000Z', ...more },
  });
const ended = (total_docs: number, more: object = {}): HistoryEvent =>
  happened('GovernanceRunEnded', governanceRunStream('r'), {
    ...{ ...run, status: 'completed', error: null, error_count: 0, total_docs, ...more },
  });
const told = (total_docs: number, more: { id?: string; secret?: string; run_id?: string } = {}): Received => {
  const { id = 'w', secret = SECRET, run_id = 'r' } = more;
  const body = JSON.stringify({ type: 'governance.completed', data: { run_id, status: 'completed', total_docs } });
  const sent = new Date(at);
  const headers = {
    ...{ 'webhook-id': id, 'webhook-timestamp': String(sent.getTime() / 1000) },
    'webhook-signature': new Webhook(secret).sign(id, sent, body),
  };
  return { id, body, headers, at: sent };
};
const governed = (...doc_ids: string[]) => doc_ids.map((doc_id) => ({ run_id: 'r', session_id: 's', doc_id }));

/** What is wrong where two documents had been read, and the run judged both, but for what is said otherwise. */
function judged({ history, ...given }: Partial<GovernanceEvidence> = {}): string[] {
  const all = history ?? [...read('s', 'd1'), ...read('s', 'd2'), begun(), ended(2)];
  return judgeGovernance({
    ledger: { ...emptyLedger(), sets: [set] },
    history: all.map((event, index) => ({ ...event, position: toPosition(index + 1) })),
    governed: governed('d1', 'd2'),
    received: [told(2)],
    secrets: new Map([['acme', SECRET]]),
    ...given,
  });
}

describe('the proofs about governance runs', () => {
  it('find nothing wrong where each document that was read is judged once, and its end told', () => {
    expect(judged()).toEqual([]);
  });

  it('see a document that was missed, was judged twice, or is none of it', () => {
    expect(judged({ governed: governed('d1'), history: [...read('s', 'd1'), ...read('s', 'd2'), begun(), ended(1)], received: [told(1)] })).toEqual(['the governance run r missed s d2']); // prettier-ignore
    expect(judged({ governed: governed('d1', 'd2', 'd2') })).toContain('the governance run r judged 1 documents twice');
    const ofAnother = [...read('s', 'd1'), ...read('s', 'd2', { document_type: 'passport' }), begun(), ended(2)];
    expect(judged({ history: ofAnother })).toEqual(['the governance run r judged s d2, which is none of it']);
    const tooLate = [...read('s', 'd1'), ...read('s', 'd2', { received_at: '2026-03-02T09:00:02.000Z' }), begun()];
    expect(judged({ history: [...tooLate, ended(2)] })).toEqual([
      'the governance run r judged s d2, which is none of it',
    ]);
  });

  it('see a count that is not of what was judged', () => {
    const history = [...read('s', 'd1'), ...read('s', 'd2'), begun(), ended(3)];
    expect(judged({ history, received: [told(3)] })).toEqual([
      'the governance run r counted 3 documents, and judged 2',
    ]);
  });

  it('know what was read meanwhile, and what was erased before, meanwhile and since', () => {
    const [first, second] = [read('s', 'd1'), read('s', 'd2')];
    expect(judged({ history: [...first, begun(), ...second, ended(2)] })).toEqual([]);
    const left = { governed: governed('d1'), received: [told(1)] };
    expect(judged({ ...left, history: [...first, begun(), ...second, ended(1)] })).toEqual([]);
    const gone = read('gone', 'd2');
    const before = [...first, ...gone, erased('gone'), begun()];
    expect(judged({ ...left, history: [...before, ended(1)] })).toEqual([]);
    expect(judged({ governed: governed('d1'), history: [...before, ended(2)] })).toEqual([
      'the governance run r counted 2 documents, and judged 1',
    ]);
    const meanwhile = [...first, ...gone, begun(), erased('gone')];
    expect(judged({ ...left, history: [...meanwhile, ended(1)] })).toEqual([]);
    expect(judged({ governed: governed('d1'), history: [...meanwhile, ended(2)] })).toEqual([]);
    const since = [...first, ...gone, begun()];
    expect(judged({ governed: governed('d1'), history: [...since, ended(2), erased('gone')] })).toEqual([]);
    expect(judged({ ...left, history: [...since, ended(1), erased('gone')] })).toEqual([
      'the governance run r counted 1 documents, and judged 2',
    ]);
  });

  it('see a run that did not end, ended twice or otherwise, or could not judge a document', () => {
    const documents = [...read('s', 'd1'), ...read('s', 'd2'), begun()];
    expect(judged({ history: documents, received: [] })).toEqual(['the governance run r ended 0 times']);
    expect(judged({ history: [...documents, ended(2), ended(2)] })).toEqual(['the governance run r ended 2 times']);
    expect(judged({ history: [...documents, ended(2, { error_count: 1 })] })).toEqual([
      'the governance run r could not judge 1 documents',
    ]);
    expect(judged({ history: [...documents, ended(2, { status: 'failed', error: 'It broke off' })] })).toEqual([
      'the governance run r is failed: It broke off',
      'the end of the governance run r was told otherwise than it is',
    ]);
  });

  it('see a tick that was run twice, or before its time', () => {
    const again = { run_id: 'again' };
    const history = [begun(), ended(0), begun(again), ended(0, again)];
    const received = [told(0), told(0, { id: 'x', ...again })];
    expect(judged({ history, received, governed: [] })).toEqual([`the set g at ${at} was run 2 times`]);
    const early = [begun({ started_at: '2026-03-02T08:59:00.000Z' }), ended(0)];
    expect(judged({ history: early, received: [told(0)], governed: [] })).toEqual([
      expect.stringContaining('before its time'),
    ]);
  });

  it('see a run by hand that is lost, and one that nobody was told of', () => {
    const ledger = { ...emptyLedger(), sets: [set], triggers: [{ number: 5, governance_id: 'g', run_id: 'r' }] };
    expect(judged({ ledger, history: [], received: [], governed: [] })).toEqual(['trigger 5 was answered and is lost']);
    const history = [begun({ trigger: 'manual', tick: null }), ended(0)];
    const byHand = { history, received: [told(0)], governed: [] };
    expect(judged({ ledger, ...byHand })).toEqual([]);
    expect(judged(byHand)).toEqual(['nobody was told of the governance run r']);
  });

  it('see an end that was not told, told twice or otherwise, or signed wrongly', () => {
    expect(judged({ received: [] })).toEqual(['the end of the governance run r was never told']);
    expect(judged({ received: [told(2), told(2)] })).toEqual([]); // an attempt that was refused, and the next
    expect(judged({ received: [told(2), told(2, { id: 'x' })] })).toEqual([
      'the end of the governance run r was told in 2 webhooks',
    ]);
    expect(judged({ received: [told(1)] })).toEqual(['the end of the governance run r was told otherwise than it is']);
    const secret = `whsec_${Buffer.alloc(24, 8).toString('base64')}`;
    expect(judged({ received: [told(2, { secret })] })).toEqual(['the end of the governance run r is signed wrongly']);
    expect(judged({ received: [told(2), told(2, { run_id: 'none' })] })).toEqual([
      'the end of a run that there is not was told: none',
    ]);
  });

  it('see a set of every minute that nobody runs any more', () => {
    const ledger = { ...emptyLedger(), sets: [set, { ...set, governance_id: 'by hand', scheduled: false }] };
    const late = (seconds: number) => new Date(Date.parse(at) + seconds * 1_000);
    expect(overdueSets({ ledger }, [{ governance_id: 'g', tick: at }], late(80))).toEqual([]);
    expect(overdueSets({ ledger }, [{ governance_id: 'g', tick: at }], late(100))).toEqual(['the governance set g']);
    expect(overdueSets({ ledger }, [{ governance_id: 'g', tick: null }], late(80))).toEqual(['the governance set g']);
  });
});
