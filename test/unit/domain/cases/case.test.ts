import { describe, expect, it } from 'vitest';
import type { CaseCommand, DocumentOutcome } from '../../../../src/domain/cases/caseCommand.js';
import { caseRules, MOST_DOCUMENTS, MOST_MESSAGES } from '../../../../src/domain/cases/caseRules.js';
import { mergeExtractions, NO_READING } from '../../../../src/domain/cases/caseDocument.js';
import type { CaseEvent } from '../../../../src/domain/cases/caseEvents.js';
import type { CaseResult } from '../../../../src/domain/cases/caseResult.js';
import { NOT_CROSS_MATCHED } from '../../../../src/domain/documents/crossMatchOutcome.js';
import { fold } from '../../../../src/domain/core/decider.js';
import {
  completed,
  definition,
  endedAt,
  erased,
  expired,
  inReview,
  nine,
  ofCase,
  opened,
  openedTalking,
  opening,
  read,
  received,
  stored,
  talking,
  ten,
  type_used,
  unreadable,
} from '../../../support/caseStory.js';
import { storiesOf } from '../../../support/givenWhenThen.js';

const { given } = storiesOf(caseRules);
const receive = (doc_id: string, sha256?: string): CaseCommand => ({
  ...{ type: 'receive_document', document: stored(doc_id, sha256), at: nine },
});
const complete: CaseCommand = {
  type: 'complete',
  agent: definition,
  findOut: () => ({ cross_match: NOT_CROSS_MATCHED, governance: [] }),
  at: ten,
};
const approve: CaseCommand = { type: 'decide', decision: 'approve', reason: 'Seen', by: 'key:1', at: nine };
const deny: CaseCommand = { type: 'decide', decision: 'deny', reason: null, by: 'key:1', at: nine };
const expire: CaseCommand = { type: 'expire', inactive_since: ten, at: ten };
const caseAfter = (...history: CaseEvent[]) => {
  const state = fold(caseRules, history);
  if (state.status === 'not_opened') throw new Error('There is no case');
  return state.case;
};

const decided = (decision: 'approve' | 'deny', status: 'completed' | 'denied', reason: string | null): CaseEvent => ({
  type: 'CaseDecided',
  data: { ...endedAt(nine), decision, status, reason, decided_by: 'key:1', decided_at: nine },
});

describe('opening a case', () => {
  it('keeps the agent as it is, and happens once', () => {
    given().when({ type: 'open', opening, at: nine }).then(opened);
    given(opened)
      .when({ type: 'open', opening, at: nine })
      .thenRefused('conflict', /opened before/);
  });

  it('keeps the metadata that it was opened with until it is erased', () => {
    const metadata = { order: '4711' };
    const openedWith: CaseEvent = { type: 'CaseOpened', data: { ...opening, metadata, opened_at: nine } };
    given()
      .when({ type: 'open', opening: { ...opening, metadata }, at: nine })
      .then(openedWith);
    expect(caseAfter(openedWith).metadata).toEqual(metadata);
    expect(caseAfter(openedWith, erased).metadata).toBeNull();
    expect(caseAfter(opened).metadata).toBeNull();
  });

  it('stores what the agent says first', () => {
    const greeting = { message_id: 'm1', content: 'Hello', metadata: {} };
    given()
      .when({ type: 'open', opening: { ...opening, agent: talking, greeting }, at: nine })
      .then(openedTalking, { type: 'MessageSent', data: { ...ofCase, ...greeting, message_index: 0, sent_at: nine } });
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
        { type: 'CaseReplayRequested', data: { ...ofCase, replay_of: 's0', requested_at: nine } },
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

  it('that was received before its case ended is received still, and refused once it was erased', () => {
    given(opened, received('d1', 0), completed('completed', 'approved')).when(receive('d1')).thenNothing();
    given(opened, received('d1', 0), expired).when(receive('d1')).thenNothing();
    given(opened, received('d1', 0), completed('completed', 'approved'), erased)
      .when(receive('d1'))
      .thenRefused('conflict', /erased/);
  });

  it.each([
    ['completed', completed('completed', 'approved'), /^The case is completed, so it takes no more documents$/],
    ['review', completed('review', 'review'), /^The case is in review, so/],
    ['denied', decided('deny', 'denied', null), /^The case was denied, so/],
    ['failed', completed('failed', 'failed'), /^The case has failed, so/],
    ['expired', expired, /^The case has expired .* open a new one$/],
  ])('is refused once the case is %s, in a sentence that can be read', (_status, ending, sentence) =>
    given(opened, ending).when(receive('d1')).thenRefused('conflict', sentence),
  );

  it('that comes to an expired case with a reference is told that the reference stays with it', () => {
    const named: CaseEvent = { type: 'CaseOpened', data: { ...opening, client_reference_id: 'c1', opened_at: nine } };
    given(named, expired)
      .when(receive('d1'))
      .thenRefused('conflict', /open a new one with another client_reference_id$/);
  });

  it('is refused where the case is full', () => {
    const documents = Array.from({ length: MOST_DOCUMENTS }, (_, index) => received(`d${index}`, index));
    given(opened, ...documents)
      .when(receive('one more'))
      .thenRefused('rule_broken', /at most 200/);
  });

  it('is refused by a link where half of the room is taken: the rest is its owner’s', () => {
    const documents = Array.from({ length: 100 }, (_, index) => received(`d${index}`, index));
    const byLink = { ...receive('one more'), most: 100 } as CaseCommand;
    given(opened, ...documents)
      .when(byLink)
      .thenRefused('rule_broken', /^With a link a case takes at most 100 documents$/);
    given(opened, ...documents.slice(1))
      .when(byLink)
      .then(received('one more', 99));
  });

  const outcome: DocumentOutcome = {
    ...{ status: 'done', document_type: 'passport', type_used, confidence: '0.9', masked_fields: [] },
    reading: { ...NO_READING, valid: true },
  };
  const finish: CaseCommand = { type: 'finish_document', doc_id: 'd1', outcome, at: nine };

  it('is finished once: whoever comes second changes nothing', () => {
    given(opened, received('d1', 0)).when(finish).then(read('d1', 'passport'));
    given(opened, received('d1', 0), read('d1', 'passport')).when(finish).thenNothing();
    given(opened, received('d1', 0), unreadable).when(finish).thenNothing();
  });

  it('says in the clear how sure each field was read, in steps below what it was', () => {
    const sure = { surname: 0.974, birth_date: 0.95, number: 0.29, sex: 1 };
    const surely = { ...outcome, reading: { ...NO_READING, field_confidences: sure } } as DocumentOutcome;
    const command = { ...finish, outcome: surely } as CaseCommand;
    const [event] = caseRules.decide(command, fold(caseRules, [opened, received('d1', 0)]));
    expect(event?.data).toMatchObject({ confidence_percent: { surname: 95, birth_date: 95, number: 25, sex: 100 } });
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
      received('d1', 0, { label: 'Travel Document', expected_type: 'passport' }),
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
    expect(mergeExtractions(one.documents)).toEqual({ passport: { name: 'B', number: '1', sex: null } });
  });

  it.each(['constructor', 'toString', '__proto__'])('keep a field without a value of a type named %s', (type) => {
    const merged = mergeExtractions([{ status: 'done', document_type: type, extracted: { name: null, number: '1' } }]);
    expect(Object.entries(merged)).toEqual([[type, { name: null, number: '1' }]]);
  });

  it('leave a page that fits no type out', () => {
    const one = caseAfter(opened, received('d1', 0), read('d1', 'unknown'));
    expect([mergeExtractions(one.documents), one.progress.collected]).toEqual([{}, []]);
  });
});

describe('completing', () => {
  const passport = [received('d1', 0), read('d1', 'passport')];
  const bill = [received('d2', 1), read('d2', 'utility_bill')];

  it.each([
    ['all that is required is there', [...passport, ...bill], 'approved', 'completed', []],
    ['something is missing', passport, 'review', 'review', ['document_missing']],
    ['nothing is there', [], 'failed', 'failed', ['no_usable_document', 'document_missing']],
  ] as const)('where %s says so and why, and how long the case took', (_, documents, decision, status, codes) => {
    const judged = expect.objectContaining({ decision, completed_at: ten }) as CaseResult;
    given(opened, ...documents)
      .when(complete)
      .then({
        type: 'CaseCompleted',
        data: { ...endedAt(ten), status, result: judged, reason_codes: [...codes], completed_at: ten },
      });
  });

  it('asks about the documents that the case has when it is judged', () => {
    const asked: string[][] = [];
    const findOut: Extract<CaseCommand, { type: 'complete' }>['findOut'] = ({ compare, check }) => {
      asked.push([...compare.documents, ...check].map(({ doc_id }) => doc_id));
      return { cross_match: NOT_CROSS_MATCHED, governance: [] };
    };
    caseRules.decide({ ...complete, findOut }, fold(caseRules, [opened, ...passport, ...bill]));
    expect(asked).toEqual([['d1', 'd2', 'd1', 'd2']]);
  });

  it('waits for documents that are being read', () =>
    given(opened, received('d1', 0))
      .when(complete)
      .thenRefused('conflict', /still being read/));

  it('happens once', () =>
    given(...inReview)
      .when(complete)
      .thenRefused('conflict', /review, so it cannot/));

  it('is too late for an expired case', () =>
    given(opened, expired)
      .when(complete)
      .thenRefused('conflict', /expired/));
});

describe('a decision', () => {
  it('ends a review, and who, when and why is kept', () => {
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

describe('a message', () => {
  it('is refused where the case is full of them', () => {
    const turn = (index: number): CaseEvent[] => {
      const [asked, answered] = [2 * index, 2 * index + 1];
      const said = { ...ofCase, content: 'Which documents?' };
      return [
        {
          type: 'MessageReceived',
          data: { ...said, message_id: `m${asked}`, doc_ids: [], message_index: asked, received_at: nine },
        },
        {
          type: 'MessageSent',
          data: { ...said, message_id: `m${answered}`, metadata: {}, message_index: answered, sent_at: nine },
        },
      ];
    };
    const message = { message_id: 'one more', content: 'Hello?', doc_ids: [] };
    const reply = () => ({ message_id: 'reply', content: 'A passport', metadata: {} });
    given(openedTalking, ...Array.from({ length: MOST_MESSAGES / 2 }, (_, index) => turn(index)).flat())
      .when({ type: 'converse', message, reply, at: ten })
      .thenRefused('rule_broken', /at most 1000 messages/);
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
            ...{ ...ofCase, doc_id: 'd1', expected_type: null, reason: 'case_ended', failed_at: ten },
            error: 'The case expired before the document was read',
          },
        },
        { type: 'CaseExpired', data: { ...endedAt(ten), expired_at: ten } },
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
