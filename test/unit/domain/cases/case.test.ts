import { describe, expect, it } from 'vitest';
import type { CaseAgent } from '../../../../src/domain/cases/caseAgent.js';
import { caseReference } from '../../../../src/domain/cases/caseReference.js';
import {
  caseRules,
  MOST_DOCUMENTS,
  type CaseCommand,
  type DocumentOutcome,
  type StoredDocument,
} from '../../../../src/domain/cases/caseRules.js';
import { NO_READING } from '../../../../src/domain/cases/caseDocument.js';
import type { CaseEvent } from '../../../../src/domain/cases/caseEvents.js';
import type { CaseResult } from '../../../../src/domain/cases/caseResult.js';
import { NOT_CROSS_MATCHED } from '../../../../src/domain/documents/crossMatchOutcome.js';
import { fold } from '../../../../src/domain/core/decider.js';
import { storiesOf } from '../../../support/givenWhenThen.js';

const { given } = storiesOf(caseRules);
const nine = '2026-03-02T09:00:00.000Z';
const ten = '2026-03-02T10:00:00.000Z';
const session_id = 's1';

const agent: CaseAgent = {
  ...{ id: 'a1', revision: '3', goal: 'onboarding', name: 'Onboarding', version: '1', allow_cloud: false },
  definition: {
    doc_type_map: { passport: 'passport', bill: 'utility_bill' },
    classify_aliases: { 'travel document': 'passport' },
  },
};
const talking: CaseAgent = { ...agent, definition: { ...agent.definition, intelligence_level: 2 } };
const opening = { session_id, tenant_id: 'acme', goal: 'onboarding', client_reference_id: null, agent };
const opened: CaseEvent = { type: 'CaseOpened', data: { ...opening, opened_at: nine } };
const openedTalking: CaseEvent = { type: 'CaseOpened', data: { ...opening, agent: talking, opened_at: nine } };

const stored = (doc_id: string, sha256 = doc_id): StoredDocument => ({
  ...{ doc_id, filename: `${doc_id}.pdf`, label: null, mime_type: 'application/pdf' },
  object: { key: `cases/s1/documents/${doc_id}`, sha256, size: 3 },
});
const received = (doc_id: string, doc_index: number, more: object = {}): CaseEvent => {
  const { object, ...document } = stored(doc_id);
  const { sha256, ...file } = object;
  const told = { ...document, object: file, sha256, session_id, doc_index, duplicate_of: null, received_at: nine };
  return { type: 'DocumentReceived', data: { ...told, status: 'processing', ...more } };
};
const read = (doc_id: string, document_type: string, extracted = {}): CaseEvent => ({
  type: 'DocumentProcessed',
  data: {
    ...{ session_id, doc_id, document_type, confidence: '0.9', masked_fields: [], processed_at: nine },
    reading: { ...NO_READING, valid: true, extracted },
  },
});
const unreadable: CaseEvent = {
  type: 'DocumentFailed',
  data: { session_id, doc_id: 'd1', reason: 'unreadable', error: 'The PDF is encrypted', failed_at: nine },
};
const result = (decision: CaseResult['decision']): CaseResult => ({
  ...{ decision, reasons: [], cross_match: NOT_CROSS_MATCHED, completed_at: nine },
  validation: { valid: true, documents: [] },
  governance: { passed: true, checks: [] },
});
const completed = (status: 'completed' | 'review' | 'failed', decision: CaseResult['decision']): CaseEvent => ({
  type: 'CaseCompleted',
  data: { session_id, status, result: result(decision), completed_at: nine },
});
const expired: CaseEvent = { type: 'CaseExpired', data: { session_id, expired_at: nine } };
const erased: CaseEvent = { type: 'CaseErased', data: { session_id, erased_at: ten } };
const inReview = [opened, completed('review', 'review')];

const receive = (doc_id: string, sha256?: string): CaseCommand => ({
  ...{ type: 'receive_document', document: stored(doc_id, sha256), at: nine },
});
const complete = (decision: CaseResult['decision']): CaseCommand => ({
  ...{ type: 'complete', judge: () => result(decision), at: nine },
});
const approve: CaseCommand = { type: 'decide', decision: 'approve', reason: 'Seen', by: 'key:1', at: nine };
const deny: CaseCommand = { type: 'decide', decision: 'deny', reason: null, by: 'key:1', at: nine };
const expire: CaseCommand = { type: 'expire', inactive_since: ten, at: ten };
const caseAfter = (...history: CaseEvent[]) => {
  const state = fold(caseRules, history);
  if (state.status === 'not_opened') throw new Error('There is no case');
  return state.case;
};

describe('opening a case', () => {
  it('keeps the agent as it is, and happens once', () => {
    given().when({ type: 'open', opening, at: nine }).then(opened);
    given(opened)
      .when({ type: 'open', opening, at: nine })
      .thenRefused('conflict', /opened before/);
  });

  it('stores what the agent says first', () => {
    const greeting = { message_id: 'm1', content: 'Hello', metadata: {} };
    given()
      .when({ type: 'open', opening: { ...opening, agent: talking, greeting }, at: nine })
      .then(openedTalking, { type: 'MessageSent', data: { session_id, ...greeting, sent_at: nine } });
  });

  it('again, takes the documents of the case that is replayed, which wait to be read', () =>
    given()
      .when({
        type: 'open',
        opening: { ...opening, replay: { of: 's0', documents: [stored('d1'), stored('d2', 'd1')] } },
        at: nine,
      })
      .then(
        opened,
        { type: 'CaseReplayRequested', data: { session_id, replay_of: 's0', requested_at: nine } },
        received('d1', 0, { status: 'pending' }),
        received('d2', 1, { status: 'pending', sha256: 'd1', duplicate_of: 'd1' }),
      ));
});

describe('a document', () => {
  it('is received, in order, and the same content twice is recognised', () => {
    given(opened).when(receive('d1')).then(received('d1', 0));
    given(opened, received('d1', 0))
      .when(receive('d2', 'd1'))
      .then(received('d2', 1, { sha256: 'd1', duplicate_of: 'd1' }));
  });

  it('is received once, however often it is said', () =>
    given(opened, received('d1', 0)).when(receive('d1')).thenNothing());

  it.each([
    ['completed', completed('completed', 'approved'), /completed, so it takes no more documents/],
    ['review', completed('review', 'review'), /review, so/],
    ['failed', completed('failed', 'failed'), /failed, so/],
    ['expired', expired, /expired .* open a new one/],
  ])('is refused once the case is %s', (_status, ending, sentence) =>
    given(opened, ending).when(receive('d1')).thenRefused('conflict', sentence),
  );

  it('is refused where the case is full', () => {
    const documents = Array.from({ length: MOST_DOCUMENTS }, (_, index) => received(`d${index}`, index));
    given(opened, ...documents)
      .when(receive('one more'))
      .thenRefused('rule_broken', /at most 200/);
  });

  const outcome: DocumentOutcome = {
    ...{ status: 'done', document_type: 'passport', confidence: '0.9', masked_fields: [] },
    reading: { ...NO_READING, valid: true },
  };
  const finish: CaseCommand = { type: 'finish_document', doc_id: 'd1', outcome, at: nine };

  it('is finished once: whoever comes second changes nothing', () => {
    given(opened, received('d1', 0)).when(finish).then(read('d1', 'passport'));
    given(opened, received('d1', 0), read('d1', 'passport')).when(finish).thenNothing();
    given(opened, received('d1', 0), unreadable).when(finish).thenNothing();
  });

  it('must be there to be finished', () =>
    given(opened)
      .when(finish)
      .thenRefused('not_found', /no document/));
});

describe('progress and extractions', () => {
  it('count each required type once, and what failed by what it was said to be', () => {
    const one = caseAfter(
      opened,
      received('d1', 0, { label: 'Travel Document' }),
      unreadable,
      received('d2', 1),
      read('d2', 'utility_bill'),
      received('d3', 2),
      read('d3', 'receipt'),
    );
    expect(one.progress).toEqual({
      ...{ required: ['passport', 'utility_bill'], collected: ['utility_bill'], missing: ['passport'] },
      ...{ failed: ['passport'], percent: 50, complete: false },
    });
  });

  it('merge documents of one type: the later value that is not null wins', () => {
    const one = caseAfter(
      ...[opened, received('d1', 0), received('d2', 1), read('d2', 'passport', { name: 'B', number: null })],
      read('d1', 'passport', { name: 'A', number: '1', sex: null }),
    );
    expect(one.extractions).toEqual({ passport: { name: 'B', number: '1', sex: null } });
  });

  it('leave a page that fits no type out', () => {
    const one = caseAfter(opened, received('d1', 0), read('d1', 'unknown'));
    expect([one.extractions, one.progress.collected]).toEqual([{}, []]);
  });
});

describe('completing', () => {
  it.each([
    ['approved', 'completed'],
    ['review', 'review'],
    ['failed', 'failed'],
  ] as const)('where it is %s leads to %s', (decision, status) =>
    given(opened).when(complete(decision)).then(completed(status, decision)),
  );

  it('waits for documents that are being read', () =>
    given(opened, received('d1', 0))
      .when(complete('approved'))
      .thenRefused('conflict', /still being read/));

  it('happens once', () =>
    given(...inReview)
      .when(complete('approved'))
      .thenRefused('conflict', /review, so it cannot/));

  it('is too late for an expired case', () =>
    given(opened, expired)
      .when(complete('approved'))
      .thenRefused('conflict', /expired/));
});

describe('a decision', () => {
  it('ends a review, and who, when and why is kept', () => {
    const decided = (
      decision: 'approve' | 'deny',
      status: 'completed' | 'denied',
      reason: string | null,
    ): CaseEvent => ({
      type: 'CaseDecided',
      data: { session_id, decision, status, reason, decided_by: 'key:1', decided_at: nine },
    });
    given(...inReview)
      .when(approve)
      .then(decided('approve', 'completed', 'Seen'));
    given(...inReview)
      .when(deny)
      .then(decided('deny', 'denied', null));
    expect(caseAfter(...inReview, decided('deny', 'denied', null)).result).toMatchObject({
      ...{ decision: 'denied', decided_by: 'key:1', decided_at: nine, decision_reason: null },
    });
    given(...inReview, decided('approve', 'completed', 'Seen'))
      .when(deny)
      .thenRefused('conflict', /completed; only/);
  });

  it('needs a review', () => {
    given(opened)
      .when(approve)
      .thenRefused('conflict', /collecting; only a case in review/);
    given(opened, expired)
      .when(approve)
      .thenRefused('conflict', /expired/);
    given()
      .when(approve)
      .thenRefused('not_found', /no case/);
  });
});

describe('expiry', () => {
  it('ends a case that nobody touched, and fails what is still unread', () =>
    given(opened, received('d1', 0))
      .when(expire)
      .then(
        {
          type: 'DocumentFailed',
          data: {
            ...{ session_id, doc_id: 'd1', reason: 'case_ended', failed_at: ten },
            error: 'The case expired before the document was read',
          },
        },
        { type: 'CaseExpired', data: { session_id, expired_at: ten } },
      ));

  it('leaves a case alone that was touched since, or has ended', () => {
    given(opened, received('d1', 0, { received_at: ten }))
      .when(expire)
      .thenNothing();
    given(...inReview)
      .when(expire)
      .thenNothing();
  });
});

describe('erasing', () => {
  it('ends a case that collects, and leaves nothing personal', () => {
    given(opened)
      .when({ type: 'erase', at: ten })
      .then({ type: 'CaseExpired', data: { session_id, expired_at: ten } }, erased);
    const one = caseAfter(
      ...[
        opened,
        received('d1', 0, { label: 'passport' }),
        read('d1', 'passport', { name: 'A' }),
        ...inReview.slice(1),
        erased,
      ],
    );
    expect(JSON.stringify([one.documents, one.extractions, one.result])).not.toMatch(/"A"|d1\.pdf/);
    expect(one).toMatchObject({
      erased: true,
      status: 'review',
      documents: [{ document_type: 'passport', label: null }],
    });
  });

  it('happens once, and nothing happens after it', () => {
    given(...inReview, erased)
      .when({ type: 'erase', at: ten })
      .thenNothing();
    given(...inReview, erased)
      .when(approve)
      .thenRefused('conflict', /erased/);
    given(opened, erased)
      .when(receive('d1'))
      .thenRefused('conflict', /erased/);
  });
});

describe("a caller's reference", () => {
  it('is given to one case', () => {
    const stories = storiesOf(caseReference);
    const reserve = { type: 'reserve', tenant_id: 'acme', session_id, at: nine } as const;
    const reserved = {
      type: 'CaseReferenceReserved',
      data: { tenant_id: 'acme', session_id, reserved_at: nine },
    } as const;
    stories.given().when(reserve).then(reserved);
    stories
      .given(reserved)
      .when(reserve)
      .thenRefused('conflict', /already/);
  });
});
