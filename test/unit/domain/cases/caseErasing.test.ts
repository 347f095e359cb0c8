import { describe, expect, it } from 'vitest';
import type { CaseCommand } from '../../../../src/domain/cases/caseCommand.js';
import { caseRules } from '../../../../src/domain/cases/caseRules.js';
import { fold } from '../../../../src/domain/core/decider.js';
import {
  endedAt,
  erased,
  inReview,
  nine,
  ofCase,
  opened,
  read,
  received,
  stored,
  ten,
  unreadable,
} from '../../../support/caseStory.js';
import { storiesOf } from '../../../support/givenWhenThen.js';

const { given } = storiesOf(caseRules);
const approve: CaseCommand = { type: 'decide', decision: 'approve', reason: 'Seen', by: 'key:1', at: nine };

describe('erasing', () => {
  it('ends a case that collects, and leaves nothing personal', () => {
    given(opened)
      .when({ type: 'erase', reason: 'person_asked', at: ten })
      .then({ type: 'CaseExpired', data: { ...endedAt(ten), expired_at: ten } }, erased);
    given(...inReview.slice(0, 1), received('d1', 0), unreadable, ...inReview.slice(1))
      .when({ type: 'erase', reason: 'person_asked', at: ten })
      .then({
        type: 'CaseErased',
        data: { ...ofCase, doc_ids: ['d1'], message_count: 0, reason: 'person_asked', erased_at: ten },
      });
    const state = fold(caseRules, [
      opened,
      received('d1', 0, { label: 'passport' }),
      read('d1', 'passport', { name: 'A' }),
      ...inReview.slice(1),
      erased,
    ]);
    const one = state.status === 'not_opened' ? undefined : state.case;
    expect(JSON.stringify([one?.documents, one?.result])).not.toMatch(/"A"|d1\.pdf/);
    expect(one).toMatchObject({
      erased: true,
      status: 'review',
      documents: [{ document_type: 'passport', label: null, sha256: '' }],
    });
  });

  it('happens once, and nothing happens after it', () => {
    given(...inReview, erased)
      .when({ type: 'erase', reason: 'person_asked', at: ten })
      .thenNothing();
    given(...inReview, erased)
      .when(approve)
      .thenRefused('conflict', /erased/);
    given(opened, erased)
      .when({ type: 'receive_document', document: stored('d1'), at: nine })
      .thenRefused('conflict', /erased/);
  });
});
