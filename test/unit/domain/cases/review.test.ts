import { describe, expect, it } from 'vitest';
import type { CaseCommand, DocumentOutcome } from '../../../../src/domain/cases/caseCommand.js';
import {
  mergeExtractions,
  NO_READING,
  type RecordedReading,
  toRecorded,
} from '../../../../src/domain/cases/caseDocument.js';
import type { CaseEvent } from '../../../../src/domain/cases/caseEvents.js';
import { MOST_NOTES } from '../../../../src/domain/cases/caseNote.js';
import { caseRules } from '../../../../src/domain/cases/caseRules.js';
import { MOST_TRIES } from '../../../../src/domain/cases/review.js';
import { fold } from '../../../../src/domain/core/decider.js';
import { NOT_CROSS_MATCHED } from '../../../../src/domain/documents/crossMatchOutcome.js';
import { checkOf } from '../../../../src/domain/documents/index.js';
import {
  completed,
  definition,
  erased,
  inReview,
  nine,
  ofCase,
  opened,
  openedTalking,
  read,
  received,
  ten,
  type_used,
} from '../../../support/caseStory.js';
import { storiesOf } from '../../../support/givenWhenThen.js';

const { given } = storiesOf(caseRules);
const decided = completed('completed', 'approved');
const caseAfter = (...history: CaseEvent[]) => {
  const state = fold(caseRules, history);
  if (state.status === 'not_opened') throw new Error('There is no case');
  return state.case;
};

const assign = (assignee: string | null, take = false): CaseCommand => ({ type: 'assign', assignee, take, at: ten });
const assigned = (assignee: string | null): CaseEvent => ({
  type: 'CaseAssigned',
  data: { ...ofCase, assignee, assigned_at: ten },
});

describe('assigning a case', () => {
  it('says who looks at it, once, and that nobody does any more', () => {
    given(...inReview)
      .when(assign('jane'))
      .then(assigned('jane'));
    given(...inReview, assigned('jane'))
      .when(assign('jane'))
      .thenNothing();
    given(...inReview, assigned('jane'))
      .when(assign('john'))
      .then(assigned('john'));
    given(...inReview, assigned('jane'))
      .when(assign(null))
      .then(assigned(null));
    given(opened, decided, erased)
      .when(assign('jane'))
      .thenRefused('conflict', /erased/);
  });

  it('by taking it is refused where somebody has it, or where it is not in review', () => {
    given(...inReview)
      .when(assign('jane', true))
      .then(assigned('jane'));
    given(...inReview, assigned('jane'))
      .when(assign('john', true))
      .thenRefused('conflict', /taken by somebody else/);
    given(opened)
      .when(assign('jane', true))
      .thenRefused('conflict', /still collecting; only a case in review/);
  });
});

const note = (note_id: string): CaseCommand => ({
  ...{ type: 'add_note', note: { note_id, text: 'Called', actor: 'jane' }, by: 'key:1', at: ten },
});
const noted = (note_id: string): CaseEvent => ({
  type: 'CaseNoteAdded',
  data: { ...ofCase, note_id, text: 'Called', actor: 'jane', noted_by: 'key:1', noted_at: ten },
});

describe('a note', () => {
  it('is written once, in any status, but not in an erased case or one that is full of notes', () => {
    for (const history of [[opened], inReview, [opened, decided]])
      given(...history)
        .when(note('n1'))
        .then(noted('n1'));
    given(opened, noted('n1')).when(note('n1')).thenNothing();
    given(opened, decided, erased)
      .when(note('n1'))
      .thenRefused('conflict', /erased/);
    const full = Array.from({ length: MOST_NOTES }, (_, index) => noted(`n${index}`));
    given(opened, ...full)
      .when(note('one more'))
      .thenRefused('rule_broken', /at most 100 notes/);
  });

  it('and who looks at it are nobody’s any more once the case is erased', () => {
    const left = caseAfter(opened, noted('n1'), assigned('jane'), requested(), erased);
    expect(left).toMatchObject({
      ...{ assignee: null, notes: [{ id: 'n1', text: null, actor: null, by: 'key:1' }] },
      requests: { tries: 1, requested: [{ document_type: 'passport', code: 'glare', text: null }] },
    });
  });
});

const request = (document_type = 'passport'): CaseCommand => ({
  ...{ type: 'request_documents', agent: definition, items: [{ document_type, code: 'glare', text: 'No flash' }] },
  ...{ message_id: 'm1', actor: 'jane', by: 'key:1', at: ten },
});
const requested = (doc_ids: string[] = []): CaseEvent => ({
  type: 'DocumentsRequested',
  data: {
    ...{ ...ofCase, items: [{ document_type: 'passport', code: 'glare' }], texts: ['No flash'], doc_ids },
    ...{ actor: 'jane', requested_by: 'key:1', requested_at: ten },
  },
});

describe('asking for documents again', () => {
  const first = [received('d1', 0), read('d1', 'passport', { surname: 'OLD', number: '1' })];
  const review = [opened, ...first, completed('review', 'review')];

  it('lets a case in review collect again, and names the documents that a later one replaces', () => {
    given(...review)
      .when(request())
      .then(requested(['d1']));
    const again = caseAfter(...review, requested(['d1']));
    expect(again).toMatchObject({
      ...{ status: 'collecting', result: null, documents: [{ asked_again: true }] },
      requests: { tries: 1, requested: [{ document_type: 'passport', code: 'glare', text: 'No flash' }] },
    });
  });

  it('is said by an agent that talks', () =>
    given(openedTalking, completed('review', 'review'))
      .when(request())
      .then(requested(), {
        type: 'MessageSent',
        data: {
          ...{ ...ofCase, message_id: 'm1', message_index: 0, sent_at: ten, metadata: { intent: 'request' } },
          content: 'Please send your passport again: light is reflected on it. No flash',
        },
      }));

  it.each([
    ['collects', [opened], /still collecting; only a case in review can ask/],
    ['is completed', [opened, decided], /is completed; only/],
    ['was erased', [opened, decided, erased], /was erased/],
  ])('is refused where the case %s', (_status, history, sentence) =>
    given(...history)
      .when(request())
      .thenRefused('conflict', sentence),
  );

  it('is refused for a type of which the agent knows nothing', () =>
    given(...review)
      .when(request('visa'))
      .thenRefused('invalid', /items\.0\.document_type` names "visa"/));

  it('is refused for no type, also where a document of the case was read as none', () => {
    const unread = [...review.slice(0, -1), received('d2', 1), read('d2', 'unknown'), completed('review', 'review')];
    for (const type of ['unknown', '']) {
      given(...unread)
        .when(request(type))
        .thenRefused('invalid', /items\.0\.document_type` names "(unknown)?", which/);
    }
  });

  it('is refused once it happened a hundred times', () => {
    const round = [requested(['d1']), completed('review', 'review')];
    const rounds = Array.from({ length: MOST_TRIES - 1 }, () => round).flat();
    given(...review, ...rounds)
      .when(request())
      .then(requested(['d1']));
    given(...review, ...rounds, ...round)
      .when(request())
      .thenRefused('rule_broken', /100 times at most/);
  });

  it('counts how often, and awaits what has not come', () => {
    const twice = caseAfter(...review, requested(['d1']), completed('review', 'review'), requested(['d1']));
    expect(twice.requests).toMatchObject({ tries: 2, requested: [{ document_type: 'passport' }] });
    const came = caseAfter(...review, requested(['d1']), received('d2', 1), read('d2', 'passport'));
    expect(came.requests).toEqual({ tries: 1, requested: [] });
    const other = caseAfter(...review, requested(['d1']), received('d2', 1), read('d2', 'utility_bill'));
    expect(other.requests?.requested).toHaveLength(1);
  });

  const complete: CaseCommand = {
    ...{ type: 'complete', agent: definition, at: ten },
    findOut: () => ({ cross_match: NOT_CROSS_MATCHED, governance: [] }),
  };
  const bill = [received('b1', 1), read('b1', 'utility_bill')];
  const resultAfter = (...history: CaseEvent[]) => {
    const [event] = caseRules.decide(complete, fold(caseRules, history));
    return event?.type === 'CaseCompleted' ? event.data.result : null;
  };

  it('keeps a case from being approved while what was asked for has not come', () => {
    const result = resultAfter(opened, ...first, ...bill, completed('review', 'review'), requested(['d1']));
    expect(result).toMatchObject({ decision: 'review', reasons: [{ code: 'document_requested' }] });
  });

  it.each([
    ['by another file', null, 0],
    ['not by the very file that was asked for again', 'd1', 1],
    ['by the file of a document that was not asked for again', 'b1', 0],
  ])('is answered %s', (_, duplicate_of, stillAsked) => {
    const asked = [opened, ...first, ...bill, completed('review', 'review'), requested(['d1'])];
    const history = [...asked, received('d2', 2, { duplicate_of })];
    const outcome: DocumentOutcome = {
      ...{ status: 'done', document_type: 'passport', type_used, confidence: '0.9', masked_fields: [] },
      reading: { ...NO_READING, valid: true },
    };
    const finish: CaseCommand = { type: 'finish_document', doc_id: 'd2', outcome, at: ten };
    const events = caseRules.decide(finish, fold(caseRules, history));
    expect(caseAfter(...history, ...events).requests?.requested).toHaveLength(stillAsked);
  });

  it('silences the earlier document once a later one of its type is read', () => {
    const later = [received('d2', 2), read('d2', 'passport', { surname: 'NEW', number: null })];
    const history = [opened, ...first, ...bill, completed('review', 'review'), requested(['d1']), ...later];
    expect(mergeExtractions(caseAfter(...history).documents)['passport']).toEqual({ surname: 'NEW', number: null });
    const result = resultAfter(...history);
    expect(result).toMatchObject({ decision: 'approved' });
    expect(result?.validation.documents.map(({ doc_id }) => doc_id)).toEqual(['d2', 'b1']);
    expect(result?.reasons.map(({ code }) => code)).toEqual(['document_superseded']);
  });

  it('is not said to count in place of the very file that was asked for again, sent once more', () => {
    const again = [received('d2', 2, { duplicate_of: 'd1' }), read('d2', 'passport')];
    const history = [opened, ...first, ...bill, completed('review', 'review'), requested(['d1']), ...again];
    expect(resultAfter(...history)?.reasons.map(({ code }) => code)).not.toContain('document_superseded');
  });

  it('does not silence what was strong against it: the case is looked at', () => {
    const forged = checkOf('mrz_differs_from_print', 'failed', 'The print says another year.', { weight: 'strong' });
    const reading = toRecorded({ ...NO_READING, valid: true, checks: [forged] });
    const sent = [received('d1', 0), ofReading(read('d1', 'passport'), reading)];
    const later = [received('d2', 2), read('d2', 'passport')];
    const result = resultAfter(opened, ...sent, ...bill, completed('review', 'review'), requested(['d1']), ...later);
    expect(result).toMatchObject({
      decision: 'review',
      reasons: [{ code: 'mrz_differs_from_print', doc_id: 'd1', effect: 'review' }, { code: 'document_superseded' }],
    });
  });
});

/** The event as another reading has it. */
function ofReading(event: CaseEvent, reading: RecordedReading): CaseEvent {
  if (event.type !== 'DocumentProcessed') throw new Error('It was not read');
  return { ...event, data: { ...event.data, reading } };
}

describe('a decision', () => {
  const decide = (reason: string | null, require_reason: boolean): CaseCommand => ({
    ...{ type: 'decide', decision: 'approve', reason, actor: 'jane', by: 'key:1', require_reason, at: nine },
  });

  it('needs a reason where the agent asks for one, and none elsewhere', () => {
    for (const reason of [null, ' ', '  \u200b\u2060 ']) {
      given(...inReview)
        .when(decide(reason, true))
        .thenRefused('invalid', /`reason` is missing/);
    }
    expect(caseRules.decide(decide(null, false), fold(caseRules, inReview))).toHaveLength(1);
    expect(caseRules.decide(decide('Seen', true), fold(caseRules, inReview))).toHaveLength(1);
  });

  it('names who decided as it was said, beside whose request it was', () => {
    const events = caseRules.decide(decide('Seen', false), fold(caseRules, inReview));
    expect(caseAfter(...inReview, ...events).result).toMatchObject({ decided_by: 'key:1', decision_actor: 'jane' });
  });
});
