import { describe, expect, it } from 'vitest';
import type { CaseCommand } from '../../../../src/domain/cases/caseCommand.js';
import type { CaseEvent } from '../../../../src/domain/cases/caseEvents.js';
import { caseRules } from '../../../../src/domain/cases/caseRules.js';
import { MOST_HITS } from '../../../../src/domain/cases/noteWatchlistHit.js';
import { fold } from '../../../../src/domain/core/decider.js';
import { erased, inReview, ofCase, ten } from '../../../support/caseStory.js';
import { storiesOf } from '../../../support/givenWhenThen.js';

const { given } = storiesOf(caseRules);
const hitOf = (hit_id: string) => ({
  ...{ hit_id, database: 'fraudsters', registration_id: 'opaque', picture: 'selfie' as const, doc_id: 'd1' },
  ...{ similarity: 0.84, threshold: 0.7, far: 0.003, networks: 'two' },
});
const note = (hit_id = 'h1'): CaseCommand => ({ type: 'note_watchlist_hit', hit: hitOf(hit_id), at: ten });
const found = (hit_id = 'h1'): CaseEvent => ({
  type: 'WatchlistHitFound',
  data: { ...ofCase, hit: hitOf(hit_id), found_at: ten },
});
const after = (...history: CaseEvent[]) => {
  const state = fold(caseRules, history);
  if (state.status === 'not_opened') throw new Error('There is no case');
  return state.case;
};

describe('a face that joined a watchlist and is like one of a case', () => {
  it('is noted once for the same two faces, and another one beside it', () => {
    given(...inReview)
      .when(note())
      .then(found());
    given(...inReview, found())
      .when(note())
      .thenNothing();
    given(...inReview, found())
      .when(note('h2'))
      .then(found('h2'));
  });

  it('changes nothing of what the case was judged to be', () => {
    const [before, then] = [after(...inReview), after(...inReview, found())];
    expect([then.status, then.result]).toEqual([before.status, before.result]);
    expect(then.watchlist_hits).toEqual([{ ...hitOf('h1'), found_at: ten }]);
  });

  it('is not noted in a case that was erased, of which nothing of earlier hits is left', () => {
    given(...inReview, erased)
      .when(note())
      .thenNothing();
    expect(after(...inReview, found(), erased).watchlist_hits).toEqual([]);
    const lost: CaseEvent = { type: 'WatchlistHitFound', data: { ...ofCase, hit: null, found_at: ten } };
    expect(after(...inReview, lost, erased)).toEqual(after(...inReview, found(), erased));
  });

  it('is not noted where the case has as many as it may', () => {
    const many = Array.from({ length: MOST_HITS }, (_, at) => found(`h${at}`));
    given(...inReview, ...many)
      .when(note('one more'))
      .thenNothing();
  });
});
