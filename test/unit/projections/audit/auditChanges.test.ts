import { describe, expect, it } from 'vitest';
import { createChanges, withChanges, withheld } from '../../../../src/projections/audit/auditChanges.js';
import { aggregateIdOf } from '../../../../src/projections/audit/auditProjection.js';
import { wordsOf } from '../../../../src/projections/audit/auditWords.js';
import type { JsonObject, RecordedEvent } from '../../../../src/platform/eventStore/eventStore.js';
import { storedExamples } from '../../../support/storedExamples.js';

/** An event as it is stored. */
const event = (type: string, data: JsonObject) => ({ type, data });

describe('what an event changed', () => {
  it('is each field that it says anew, beside what was said of it before', () => {
    const [created, updated, deployed, , lessened] = [
      event('AgentCreated', { agent_id: 'a1', name: 'Onboarding', version: '1', deployed: false }),
      event('AgentUpdated', { agent_id: 'a1', name: 'Onboarding', version: '2', deployed: false }),
      event('AgentDeployed', { agent_id: 'a1' }),
      event('AgentUpdated', { definition: { policy: {}, demands: {} } }),
      event('AgentUpdated', { definition: { policy: {} } }),
    ].map(createChanges());
    expect(created).toMatchObject({ name: { from: null, to: 'Onboarding' }, version: { from: null, to: '1' } });
    expect(updated).toEqual({ version: { from: '1', to: '2' } });
    expect(deployed).toEqual({ deployed: { from: false, to: true } });
    expect(lessened).toEqual({ definition: { from: { policy: {}, demands: {} }, to: { policy: {} } } });
  });

  it('is told of each part of what it is about apart, and a status also where the event says it by its name', () => {
    const of = { session_id: 's1', goal: 'g', agent: { id: 'a1', revision: '1' } };
    const told = [
      event('CaseOpened', { ...of, agent: { ...of.agent, name: 'Onboarding' } }),
      event('DocumentReceived', { ...of, doc_id: 'd1', status: 'processing' }),
      event('DocumentReceived', { ...of, doc_id: 'd2', status: 'processing' }),
      event('DocumentProcessed', { ...of, doc_id: 'd1', document_type: 'passport' }),
      event('CaseCompleted', { ...of, status: 'review' }),
      event('CaseDecided', { ...of, status: 'denied', decision: 'deny' }),
    ].map(createChanges());
    expect(told.slice(1)).toEqual([
      { 'documents.d1.status': { from: null, to: 'processing' } },
      { 'documents.d2.status': { from: null, to: 'processing' } },
      {
        'documents.d1.document_type': { from: null, to: 'passport' },
        'documents.d1.status': { from: 'processing', to: 'done' },
      },
      { status: { from: 'collecting', to: 'review' } },
      { status: { from: 'review', to: 'denied' }, decision: { from: null, to: 'deny' } },
    ]);
  });

  it('is shown without what is sealed or kept of a secret', () => {
    const sealed = { $sealed: 'ciphertext' };
    const elsewhere = { $sealed_blob: { key: 'k', sha256: 's', size: 1 } };
    const told = [
      event('CaseNoteAdded', { note_id: 'n1', text: sealed, actor: elsewhere }),
      event('ApiKeyIssued', { key_id: 'k1', hash: { kind: 'bcrypt', value: 'h' } }),
      event('CaseCompleted', { result: sealed }),
      event('CaseCompleted', { result: sealed }),
    ].map(createChanges());
    expect(told[0]).toEqual({
      'notes.n1.text': { from: null, to: 'sealed' },
      'notes.n1.actor': { from: null, to: 'sealed' },
    });
    expect(told[1]).toMatchObject({ hash: { from: null, to: 'withheld' } });
    expect(told[3]).toEqual({ result: { from: 'sealed', to: 'sealed' } });
    expect(JSON.stringify(told)).not.toMatch(/ciphertext|bcrypt/);
  });

  it('is read once for all entries of a stream, and no further than they are', async () => {
    const read: [string, number | undefined][] = [];
    const names = ['A', 'B', 'C'];
    const [stored] = [...storedExamples().values()].flat();
    if (!stored) expect.unreachable();
    const eventStore = {
      async *readStream(stream: string, { limit }: { limit?: number } = {}): AsyncGenerator<RecordedEvent> {
        read.push([stream, limit]);
        for (const name of names.slice(0, limit)) yield { ...stored, data: { name } };
        await Promise.resolve();
      },
    };
    const entries = [1, 0].map((revision) => ({ aggregate: 'agent-a1', revision }));
    expect(await withChanges(eventStore, entries)).toEqual([
      { ...entries[0], changes: { name: { from: 'A', to: 'B' } } },
      { ...entries[1], changes: { name: { from: null, to: 'A' } } },
    ]);
    expect(read).toEqual([['agent-a1', 2]]);
  });
});

it('what a stream is of is known by the id behind its kind, and behind its tenant', () => {
  expect(['case-1-2', 'documentType-acme:passport', 'webhookEndpoints-acme'].map(aggregateIdOf)).toEqual([
    '1-2',
    'passport',
    'acme',
  ]);
});

it('an entry says in a sentence who did what, also of events that have no words of their own', () => {
  const changes = null;
  expect(wordsOf({ actor: 'key:k1', action: 'CaseDecided', changes }, 'Back office')).toBe(
    'The API key “Back office” decided the case',
  );
  expect(wordsOf({ actor: 'key:k1', action: 'CaseDecided', changes })).toBe('The API key k1 decided the case');
  expect(wordsOf({ actor: 'worker:expiry', action: 'EndpointDelivered', changes })).toBe(
    'The service (expiry) did: endpoint delivered',
  );
  expect(wordsOf({ actor: 'system', action: 'constructor', changes })).toBe('The service did: constructor');
});

describe('the sentence of an entry says what came of it', () => {
  const told = (...events: [string, RecordedEvent['data']][]): string | undefined => {
    const changed = createChanges();
    return events
      .map(([type, data]) => wordsOf({ actor: 'system', action: type, changes: changed({ type, data }) }))
      .at(-1);
  };

  it.each<[string, string, RecordedEvent['data']]>([
    ['decided the case: deny', 'CaseDecided', { decision: 'deny', status: 'completed', reason: { $sealed: 'x' } }],
    ['completed the case, which was judged: review', 'CaseCompleted', { status: 'review', result: { $sealed: 'x' } }],
    [
      'read a document: passport',
      'DocumentProcessed',
      { doc_id: 'd1', document_type: 'passport', reading: { $sealed: 'x' } },
    ],
    ['could not read a document: unreadable', 'DocumentFailed', { doc_id: 'd1', reason: 'unreadable' }],
    [
      'corrected what was read from a document: nationality, sex',
      'DocumentCorrected',
      { doc_id: 'd1', fields: ['nationality', 'sex'] },
    ],
    [
      'asked for documents again: passport (glare)',
      'DocumentsRequested',
      { items: [{ document_type: 'passport', code: 'glare' }] },
    ],
    ['did: webhook attempt failed: answered 503', 'WebhookAttemptFailed', { attempt: 1, response_status: 503 }],
    [
      'ended the governance run: 12 documents, 2 of which break a rule',
      'GovernanceRunEnded',
      { total_docs: 12, failed: 2 },
    ],
    [
      'read what is kept of people: listCases, 2 things',
      'PersonalDataRead',
      { operation: 'listCases', of: ['a', 'b'] },
    ],
    ['changed whether reads of what is kept of people are recorded: no more', 'ReadRecordingChanged', { reads: false }],
    [
      'changed whether faces of cases are kept and compared with whoever joins a watchlist: from now on',
      'WatchlistMonitoringChanged',
      { monitors: true },
    ],
  ])('%s', (words, type, data) => expect(told([type, data])).toBe(`The service ${words}`));

  it('by the fields that are others, those within a configuration too, and not by what every change says', () => {
    const before = { name: 'A', version: '1', definition: { expiry: 5, policy: {} }, created_at: 'x' };
    const after = { name: 'B', version: '1.1', definition: { expiry: 6, policy: {} }, updated_at: 'y' };
    expect(told(['AgentCreated', before], ['AgentUpdated', after])).toBe('The service changed the agent: name, expiry');
  });

  it('but nothing that is sealed or withheld, and no more than a line', () => {
    expect(told(['CaseDecided', { decision: { $sealed: 'x' } }])).toBe('The service decided the case');
    const shown = withheld(createChanges()({ type: 'ApiKeyIssued', data: { scopes: ['read'] } }));
    expect(wordsOf({ actor: 'system', action: 'ApiKeyIssued', changes: shown })).toBe(
      'The service handed out the API key',
    );
    expect(told(['WebhookEndpointAdded', { events: Array<string>(100).fill('case.completed') }])?.length).toBeLessThan(
      260,
    );
  });
});
