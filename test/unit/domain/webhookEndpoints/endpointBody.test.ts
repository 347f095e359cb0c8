import { describe, expect, it } from 'vitest';
import { applyToCase, type Case } from '../../../../src/domain/cases/case.js';
import { NO_READING, toRecorded } from '../../../../src/domain/cases/caseDocument.js';
import type { CaseEvent } from '../../../../src/domain/cases/caseEvents.js';
import { checkOf } from '../../../../src/domain/documents/index.js';
import { bodyAboutCase, bodyAboutHit } from '../../../../src/domain/webhookEndpoints/endpointBody.js';
import { eventTypeOf } from '../../../../src/domain/webhookEndpoints/eventTypes.js';
import { progressView } from '../../../../src/api/cases/caseView.js';
import {
  completed,
  endedAt,
  erased,
  expired,
  inReview,
  ofCase,
  opened,
  read,
  received,
} from '../../../support/caseStory.js';

const at = '2026-03-02T09:00:00.000Z';
const caseOf = (...events: CaseEvent[]): Case =>
  events.reduce<Case | undefined>(applyToCase, undefined) ?? expect.unreachable();

describe('what endpoints are told', () => {
  it.each([
    [completed('completed', 'approved'), 'case.completed'],
    [completed('failed', 'failed'), 'case.completed'],
    [completed('review', 'review'), 'case.review'],
    [expired, 'case.expired'],
    [erased, 'case.erased'],
    [opened, undefined],
  ] as const)('is told from the fact', ({ type, data }, told) =>
    expect(eventTypeOf(type, 'status' in data ? { status: data.status } : {})).toBe(told),
  );

  it('of a case names it, what was decided and why, what checks found and where, and nothing that its documents say', () => {
    const place = { page: 1, box: [0.1, 0.2, 0.3, 0.04] } as const;
    const differs = checkOf('mrz_differs_from_print', 'failed', 'They differ', {
      ...{ field: 'birth_date', values: ['1983-02-13', '1993-02-13'], page: 1, box: [0.1, 0.2, 0.3, 0.04] },
    });
    const passed = checkOf('glare', 'passed', 'Nothing to improve');
    const reason = { code: 'values_differ', detail: 'They differ', document_type: null, field: 'full_name' } as const;
    const done = completed('review', 'review');
    if (done.type !== 'CaseCompleted' || !done.data.result) expect.unreachable();
    const judged = { ...done, data: { ...done.data, result: { ...done.data.result, reasons: [reason] } } };
    const known = read('d1', 'passport');
    if (known.type !== 'DocumentProcessed') expect.unreachable();
    const extracted = { full_name: 'Anna Maria Eriksson' };
    const reading = toRecorded({ ...NO_READING, valid: true, extracted, checks: [passed, differs] });
    const documents = [received('d1', 0), { ...known, data: { ...known.data, reading } }];
    const body = bodyAboutCase('case.review', caseOf(opened, ...documents, judged), at);
    expect(body).toEqual({
      ...{ type: 'case.review', timestamp: at },
      data: {
        ...{ session_id: 's1', tenant_id: 'acme', goal: 'onboarding', status: 'review', client_reference_id: null },
        mode: 'live',
        ...{ decision: 'review', reasons: [{ ...reason, effect: 'note' }], face_checks: [], watchlist_checks: [] },
        checks: [
          {
            ...{ doc_id: 'd1', document_type: 'passport', code: 'mrz_differs_from_print', status: 'failed' },
            ...{ weight: 'strong', field: 'birth_date', ...place },
          },
        ],
      },
    });
    expect(JSON.stringify(body)).not.toMatch(/1983|1993|Eriksson/);
  });

  it('of a hit says which case, list and face are meant, and how alike they are, and no detail once the case is erased', () => {
    const hit = {
      ...{ hit_id: 'h1', database: 'fraudsters', registration_id: 'opaque', picture: 'selfie' as const, doc_id: 'd1' },
      ...{ similarity: 0.84, threshold: 0.7, far: 0.003, networks: 'two' },
    };
    const found: CaseEvent = { type: 'WatchlistHitFound', data: { ...ofCase, hit, found_at: at } };
    const { registration_id, ...told } = hit;
    const body = bodyAboutHit(caseOf(...inReview, found), 'wanted-1', at);
    expect(body).toEqual({
      ...{ type: 'face.watchlist_hit', timestamp: at },
      data: {
        ...{ session_id: 's1', tenant_id: 'acme', goal: 'onboarding', status: 'review', client_reference_id: null },
        ...{ mode: 'live', ...told, face_id: 'wanted-1' },
      },
    });
    expect(JSON.stringify(body)).not.toContain(registration_id);
    const lost: CaseEvent = { ...found, data: { ...found.data, hit: null } };
    expect(bodyAboutHit(caseOf(...inReview, lost), null, at).data).toMatchObject({
      ...{ session_id: 's1', hit_id: null, database: null, face_id: null, doc_id: null, similarity: null },
    });
  });

  it('masks what answers mask', () => {
    const detail = 'The number HRC-48213-77 is not known';
    const done = completed('review', 'review');
    if (done.type !== 'CaseCompleted' || !done.data.result) expect.unreachable();
    const reason = { code: 'validation_failed', detail, document_type: null, field: 'number' } as const;
    const judged = { ...done, data: { ...done.data, result: { ...done.data.result, reasons: [reason] } } };
    const known = read('d1', 'passport', { number: 'HRC-48213-77' });
    if (known.type !== 'DocumentProcessed') expect.unreachable();
    const masked = { ...known, data: { ...known.data, masked_fields: ['number'] } };
    const body = bodyAboutCase('case.review', caseOf(opened, received('d1', 0), masked, judged), at);
    expect(JSON.stringify(body)).not.toContain('HRC-48213-77');
  });

  it('names what is awaited of a customer, without what a reviewer wrote to them', () => {
    const request: CaseEvent = {
      type: 'DocumentsRequested',
      data: {
        ...{ session_id: 's1', goal: 'onboarding', agent: { id: 'a1', revision: '0' } },
        ...{ items: [{ document_type: 'passport', code: 'glare' }], texts: ['No flash, dear Anna'], doc_ids: [] },
        ...{ actor: null, requested_by: 'key:k1', requested_at: at },
      },
    };
    const { data } = bodyAboutCase(
      'case.documents_requested',
      caseOf(opened, completed('review', 'review'), request),
      at,
    );
    expect(data).toMatchObject({ items: [{ document_type: 'passport', code: 'glare' }] });
    expect(JSON.stringify(data)).not.toContain('Anna');
  });

  it('of the progress of a case is what answers show, but for what a reviewer wrote to the customer', () => {
    const asked = caseOf(
      opened,
      received('d1', 0),
      read('d1', 'passport'),
      received('d2', 1),
      read('d2', 'utility_bill'),
    );
    const items = [{ document_type: 'passport', code: 'glare' as const }];
    const requests = { tries: 1, requested: items.map((one) => ({ ...one, text: 'No flash, dear Anna' })) };
    const { data } = bodyAboutCase('case.documents_requested', { ...asked, requests }, at);
    const shown = progressView({ ...asked, requests });
    expect(shown).toMatchObject({ percent: 100, complete: false, tries: 1, requested: items });
    expect(data['progress']).toEqual({ ...shown, requested: [{ ...items[0], text: null }] });
  });

  it('of a decision says who made it, as the caller said, beside the key that asked', () => {
    const decided = (more: object): CaseEvent => ({
      type: 'CaseDecided',
      data: {
        ...{ ...endedAt(at), decision: 'approve', status: 'completed', reason: 'Seen' },
        ...{ decided_by: 'key:k1', decided_at: at, ...more },
      },
    });
    const told = (more: object) => bodyAboutCase('case.decided', caseOf(...inReview, decided(more)), at).data;
    expect(told({ actor: 'jane.doe' })).toMatchObject({ decided_by: 'key:k1', decision_actor: 'jane.doe' });
    expect(told({})).toMatchObject({ decided_by: 'key:k1', decision_actor: null });
  });

  it('of a case that was erased since says what the erasure left', () => {
    const done = completed('completed', 'approved');
    if (done.type !== 'CaseCompleted') expect.unreachable();
    const body = bodyAboutCase('case.completed', caseOf(opened, { ...done, data: { ...done.data, result: null } }), at);
    expect(body.data).toMatchObject({ session_id: 's1', status: 'completed', decision: null, reasons: [] });
  });
});
