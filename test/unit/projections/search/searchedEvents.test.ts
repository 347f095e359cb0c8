import { describe, expect, it } from 'vitest';
import { defineEvent, type DomainEvent } from '../../../../src/domain/core/event.js';
import { z } from 'zod';
import { declareSearchedEvents } from '../../../../src/projections/search/searchedEvents.js';
import { searchedKinds } from '../../../../src/start/stored.js';
import { nine, ofCase, opened, opening } from '../../../support/caseStory.js';
import { createStory } from '../../../support/rowCosts.js';

const { events } = searchedKinds;

/** What is found of an event. */
function rowOf(event: DomainEvent, stream = 'case-s1'): { [column: string]: unknown } {
  return { ...events.table.fold(undefined, createStory(stream)(event)) };
}

describe('the row of an event that is searched', () => {
  it('shows its entry in the audit trail, and what it says', () => {
    expect(rowOf(opened)).toMatchObject({
      ...{ id: 'case-s1-0', tenant_id: 'acme', at: nine },
      source: {
        ...{ event_id: 'case-s1-0', position: '1', at: nine, tenant_id: 'acme', actor: 'key:1' },
        ...{ action: 'CaseOpened', aggregate: 'case-s1', aggregate_id: 's1', source: { kind: 'key', id: '1' } },
        ...{ correlation_id: 'r', causation_id: 'r', mode: 'live' },
        data: { session_id: 's1', goal: 'onboarding', agent: { name: 'Onboarding' } },
      },
    });
  });

  it('has nothing that is sealed, and is the same once that was erased', () => {
    const secret = { client_reference_id: 'ref-secret', metadata: { order: 'secret-1' } };
    const open: DomainEvent = { type: 'CaseOpened', data: { ...opening, ...secret, opened_at: nine } };
    const gone: DomainEvent = {
      type: 'CaseOpened',
      data: { ...opening, client_reference_id: null, metadata: null, opened_at: nine },
    };
    expect(JSON.stringify(rowOf(open))).not.toContain('secret');
    expect(rowOf(open)).toEqual(rowOf(gone));
  });

  it('says of an API key what was done to it, and nothing of what it is', () => {
    const hash = { kind: 'sha256', value: 'cafe0123' };
    const issued = { key_id: 'k1', tenant_id: 'acme', name: 'Desk', scopes: ['read'], prefix: null, hash };
    const row = rowOf({ type: 'ApiKeyIssued', data: { ...issued, issued_at: nine } }, 'apiKey-k1');
    expect(row['source']).toMatchObject({ action: 'ApiKeyIssued', aggregate_id: 'k1', data: {} });
    expect(JSON.stringify(row)).not.toMatch(/cafe0123|desk|scopes/i);
  });

  it('leaves out fields for which there is no room, and has the others', () => {
    const Long = defineEvent('Long', z.object({ before: z.string(), long: z.string(), after: z.number() }));
    const { table } = declareSearchedEvents([Long]);
    const data = { before: 'x', long: 'y'.repeat(40_000), after: 1 };
    const row = { ...table.fold(undefined, createStory('long-1')({ type: 'Long', data })) };
    expect(row).toMatchObject({ source: { data: { before: 'x', after: 1 } } });
    expect(JSON.stringify(row).length).toBeLessThan(10_000);
  });

  it('is made of each event of the audit trail, which names alone have none in', () => {
    expect(events.states.eventTypes).toContain('CaseErased');
    expect(events.states.eventTypes).not.toContain('ApiKeyHandleReserved');
    const story = createStory('case-s1');
    const expired = { type: 'CaseExpired', data: { ...ofCase, opened_at: nine, duration_ms: 0, expired_at: nine } };
    const keys = [opened, expired].map((event) => events.table.keys(story(event)));
    expect(keys).toEqual([['1'], ['2']]);
  });
});
