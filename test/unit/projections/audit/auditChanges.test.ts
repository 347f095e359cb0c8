import { describe, expect, it } from 'vitest';
import { createChanges, withChanges } from '../../../../src/projections/audit/auditChanges.js';
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
  expect(wordsOf({ actor: 'key:k1', action: 'CaseDecided' }, 'Back office')).toBe(
    'The API key “Back office” decided the case',
  );
  expect(wordsOf({ actor: 'key:k1', action: 'CaseDecided' })).toBe('The API key k1 decided the case');
  expect(wordsOf({ actor: 'worker:expiry', action: 'EndpointDelivered' })).toBe(
    'The service (expiry) did: endpoint delivered',
  );
  expect(wordsOf({ actor: 'system', action: 'constructor' })).toBe('The service did: constructor');
});
