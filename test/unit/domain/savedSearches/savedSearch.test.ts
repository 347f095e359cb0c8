import { describe, expect, it } from 'vitest';
import { fold } from '../../../../src/domain/core/decider.js';
import type { EventOf } from '../../../../src/domain/core/event.js';
import type { SavedQuery } from '../../../../src/domain/savedSearches/index.js';
import {
  MOST_VERSIONS,
  type SavedSearchChanged,
  savedSearch,
  type SavedSearchEvent,
  type SearchSaved,
} from '../../../../src/domain/savedSearches/savedSearch.js';
import { storiesOf } from '../../../support/givenWhenThen.js';

const { given } = storiesOf(savedSearch);
const at = '2026-03-02T09:00:00.000Z';
const later = '2026-03-03T09:00:00.000Z';
const identity = { view_id: 'one', tenant_id: 'acme' };
const asks: SavedQuery = {
  ...{ kind: 'documents', query: 'status: done', filters: [], time: null, columns: null, sort: [], highlight: false },
  ...{ facets: [], histogram: null, percentiles: [] },
};
const content = { name: 'Done', asks, shared: false, alerts: false };
const search = { ...identity, ...content, owner: 'key:1' };
const saved: EventOf<typeof SearchSaved> = { type: 'SearchSaved', data: { ...search, saved_at: at } };
const changedTo = (version: number, to: object): EventOf<typeof SavedSearchChanged> => ({
  type: 'SavedSearchChanged',
  data: { ...identity, ...content, ...to, version, changed_by: 'key:2', changed_at: later },
});
const deleted: SavedSearchEvent = { type: 'SavedSearchDeleted', data: { ...identity, deleted_at: later } };
const change = (to: object, may_share = false) => ({
  ...{ type: 'change' as const, content: { ...content, ...to }, by: 'key:2', may_share, at: later },
});

describe('a saved search', () => {
  it('is saved once, however often its request is repeated', () => {
    given().when({ type: 'save', search, at }).then(saved);
    given(saved).when({ type: 'save', search, at: later }).thenNothing();
    given(saved, deleted).when({ type: 'save', search, at: later }).thenNothing();
  });

  it.each([
    ['', /`name`/],
    ['   ', /all blank/],
    ['x'.repeat(201), /1 to 200 characters/],
  ])('needs a name, not %j', (name, sentence) => {
    given()
      .when({ type: 'save', search: { ...search, name }, at })
      .thenRefused('invalid', sentence);
    given(saved).when(change({ name })).thenRefused('invalid', sentence);
  });

  it('has a version for each change, and none where nothing is different', () => {
    given(saved)
      .when(change({ name: 'Ended' }))
      .then(changedTo(2, { name: 'Ended' }));
    given(saved).when(change({})).thenNothing();
    const state = fold(savedSearch, [saved, changedTo(2, { name: 'Ended' })]);
    expect(state).toMatchObject({
      search: { version: 2, name: 'Ended', owner: 'key:1', changed_by: 'key:2', created_at: at, updated_at: later },
      versions: [
        { version: 1, name: 'Done', changed_by: 'key:1', saved_at: at },
        { version: 2, name: 'Ended', changed_by: 'key:2', saved_at: later },
      ],
    });
  });

  it('is shared, or not any more, by who may say so alone', () => {
    given(saved)
      .when(change({ shared: true }, true))
      .then(changedTo(2, { shared: true }));
    given(saved)
      .when(change({ shared: true }))
      .thenRefused('forbidden', /whether it is shared/);
    const shared = changedTo(2, { shared: true });
    given(saved, shared)
      .when(change({ shared: false }))
      .thenRefused('forbidden', /whether it is shared/);
    given(saved, shared)
      .when(change({ shared: true, name: 'Ended' }))
      .then(changedTo(3, { shared: true, name: 'Ended' }));
  });

  it('has no more versions than are kept', () => {
    const before = Array.from({ length: MOST_VERSIONS - 1 }, (_, index) => changedTo(index + 2, { name: `${index}` }));
    given(saved, ...before)
      .when(change({ name: 'Another' }))
      .thenRefused('rule_broken', /at most 100 versions/);
  });

  it('is deleted once, and again to finish what was broken off', () => {
    given(saved).when({ type: 'delete', at: later }).then(deleted);
    given(saved, deleted).when({ type: 'delete', at: later }).thenNothing();
  });

  it('can be deleted when all that was sealed of it is gone', () => {
    const erased = { ...saved, data: { ...saved.data, name: null, asks: null } };
    given(erased).when({ type: 'delete', at: later }).then(deleted);
  });

  it('is erased once with whom it named, has no texts then, and is neither changed nor saved again, but can be deleted', () => {
    const erase = { type: 'erase', kind: 'documents', erased_with: 'case-1', at: later } as const;
    const { view_id, tenant_id } = saved.data;
    const data = { view_id, tenant_id, kind: 'documents' as const, erased_with: 'case-1', erased_at: later };
    const erased = { type: 'SavedSearchErased' as const, data };
    given(saved).when(erase).then(erased);
    given(saved, erased).when(erase).thenNothing();
    given(saved, erased)
      .when(change({ name: 'Another' }))
      .thenRefused('conflict', /was erased with a person whom it named/);
    given(saved, erased).when({ type: 'delete', at: later }).then(deleted);
    for (const before of [[], [saved, deleted]])
      given(...before)
        .when(erase)
        .thenNothing();
    const state = [saved, changedTo(2, {}), erased].reduce(savedSearch.evolve, savedSearch.initial);
    expect(state).toMatchObject({
      search: { name: null, asks: { query: '', filters: [] }, alerts: false, erased_at: later },
      versions: [
        { name: null, asks: null },
        { name: null, asks: null },
      ],
    });
  });

  it('that is not there, or not any more, cannot be changed', () => {
    given()
      .when(change({}))
      .thenRefused('not_found', /no saved search/);
    given(saved, deleted)
      .when(change({}))
      .thenRefused('not_found', /no saved search/);
    given()
      .when({ type: 'delete', at })
      .thenRefused('not_found', /no saved search/);
  });
});
