import { describe, it } from 'vitest';
import {
  blocklistEntry,
  type BlocklistEntryAdded,
  type BlocklistEntryEvent,
} from '../../../../src/domain/blocklist/blocklistEntry.js';
import type { EventOf } from '../../../../src/domain/core/event.js';
import { storiesOf } from '../../../support/givenWhenThen.js';

const { given } = storiesOf(blocklistEntry);
const at = '2026-03-02T09:00:00.000Z';
const later = '2026-03-03T09:00:00.000Z';
const kind = 'document_number' as const;
const entry = { entry_id: 'one', tenant_id: 'acme', kind, reason: 'Stolen', added_by: 'key:1' };
const hashes = ['aa', 'bb'];
const added: EventOf<typeof BlocklistEntryAdded> = {
  type: 'BlocklistEntryAdded',
  data: { ...entry, value_count: 2, hashes, added_at: at },
};
const removed: BlocklistEntryEvent = {
  type: 'BlocklistEntryRemoved',
  data: { entry_id: 'one', tenant_id: 'acme', kind, removed_at: later },
};

describe('an entry of a blocklist', () => {
  it('is added with the hashes of its values', () => {
    given().when({ type: 'add', entry, hashes, at }).then(added);
  });

  it('is added once, however often its request is repeated', () => {
    given(added).when({ type: 'add', entry, hashes, at: later }).thenNothing();
    given(added, removed).when({ type: 'add', entry, hashes, at: later }).thenNothing();
  });

  it('is removed once, and again to finish what was broken off', () => {
    given(added).when({ type: 'remove', at: later }).then(removed);
    given(added, removed).when({ type: 'remove', at: later }).thenNothing();
  });

  it('that was never there cannot be removed', () => {
    given()
      .when({ type: 'remove', at })
      .thenRefused('not_found', /no blocklist entry/);
  });

  it('can be removed when all that was sealed of it is gone', () => {
    const erased: BlocklistEntryEvent = { ...added, data: { ...added.data, hashes: null, reason: null } };
    given(erased).when({ type: 'remove', at: later }).then(removed);
  });
});
