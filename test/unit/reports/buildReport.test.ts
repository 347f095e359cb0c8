import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { buildReport } from '../../../src/reports/buildReport.js';
import { canonicalJson } from '../../../src/domain/core/canonicalJson.js';
import { historyHash } from '../../../src/reports/integrity.js';
import type { CaseEvent } from '../../../src/domain/cases/caseEvents.js';
import type { RecordedEvent } from '../../../src/platform/eventStore/eventStore.js';
import { approved, caseOf, DOCUMENTS, endedAt, historyOf, ofCase, untilReview } from './sampleCase.js';

const now = new Date('2026-11-21T12:00:00Z');
const reportOf = (events: CaseEvent[]) => buildReport(caseOf(events), historyOf(events), now);
const report = reportOf([...untilReview, approved]);
const [passport, statement, bill, broken] = DOCUMENTS as [string, string, string, string];

describe('a report', () => {
  it('says what was decided, by whom, when and why, and what spoke against it', () => {
    expect(report.decision).toMatchObject({
      outcome: 'approved',
      completed_at: '2026-11-21T09:31:12.004Z',
      decided_by: 'key:41ad5f0c-8b1e-4c9e-8a58-0c2b7d1e6f30',
      decided_at: '2026-11-21T10:02:45.310Z',
      decision_reason: 'Name is the Ukrainian spelling before marriage; certificate seen at the branch.',
    });
    expect(report.decision.reasons.map(({ code, effect }) => [code, effect])).toEqual([
      ['validation_failed', 'review'],
      ['cross_match_mismatch', 'review'],
      ['document_failed', 'note'],
    ]);
  });

  it('shows each value with how sure it is and where it stands, and each document with its hash', () => {
    const [first, , , last] = report.documents;
    expect(first!.fields[0]).toEqual({
      field: 'document_number',
      value: 'PX9183645',
      raw: 'PX9183645',
      confidence: 0.998,
      source: 'mrz',
      page: 1,
      box: [0.31, 0.12, 0.2, 0.035],
      masked: false,
    });
    expect(first!.fields.at(-1)).toMatchObject({ field: 'eye_color', value: null, confidence: null, box: null });
    expect(first!.fields.find(({ field }) => field === 'personal_number')?.masked).toBe(true);
    expect(first!.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(last).toMatchObject({ doc_id: broken, status: 'failed', fields: [], error: /password/ });
  });

  it('takes names that agree for one party and names that do not for two', () => {
    expect(report.parties).toMatchObject([
      {
        role: 'holder',
        name: 'Sofia Eleni Papadopoulou',
        also_named: ['Sofia E. Papadopoulou'],
        doc_ids: [passport, statement],
      },
      { role: 'holder', name: 'Софія Пападопулу-Ђорђевић', doc_ids: [bill] },
    ]);
    expect(report.parties[0]!.details).toContainEqual({
      meaning: 'birth_date',
      value: '1988-03-27',
      doc_ids: [passport],
    });
  });

  it('tells rules broken when a document was read from those broken now', () => {
    expect(report.validation).toMatchObject([
      { doc_id: passport, valid: true, still_valid: true, new_violations: [] },
      { doc_id: statement, valid: true, still_valid: false, new_violations: [{ field: 'bic' }] },
      { doc_id: bill, valid: false, still_valid: null },
    ]);
  });

  it('lists every event once in order, and the ones that decided it apart', () => {
    expect(report.timeline.map(({ revision }) => revision)).toEqual(
      [...untilReview, approved].map((_, index) => index),
    );
    expect(report.decision_trail.map(({ type }) => type)).toEqual(['CaseOpened', 'CaseCompleted', 'CaseDecided']);
    expect(report.timeline[2]!.summary).toBe('Document 1 was read as passport, confidence 0.9931');
  });

  it('quotes nothing that was read or said in its timeline', () => {
    const summaries = report.timeline.map(({ summary }) => summary).join();
    for (const secret of ['Papadopoulou', 'PX9183645', 'CUST-2026', 'Ukrainian', 'scan0001']) {
      expect(summaries).not.toContain(secret);
    }
  });

  it('carries a hash that its reader can repeat', () => {
    const { report_sha256, ...integrity } = report.integrity;
    const text = canonicalJson({ ...report, integrity });
    expect(createHash('sha256').update(text).digest('hex')).toBe(report_sha256);
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  it('of an expired case has no decision, and of a decided one says who denied it', () => {
    const at = '2026-11-22T09:30:00.000Z';
    const expired = reportOf([
      ...untilReview.slice(0, -1),
      { type: 'CaseExpired', data: { ...endedAt(at), expired_at: at } },
    ]);
    expect(expired).toMatchObject({ case: { status: 'expired' }, decision: { outcome: 'none' }, validation: [] });
    const denied = reportOf([
      ...untilReview,
      { type: 'CaseDecided', data: { ...approved.data, decision: 'deny', status: 'denied' } } as CaseEvent,
    ]);
    expect(denied.decision.outcome).toBe('denied');
  });

  it('of an erased case holds no value, and still says how it ended', () => {
    const erased = reportOf([
      ...untilReview,
      approved,
      {
        type: 'CaseErased',
        data: { ...ofCase, doc_ids: [], message_count: 0, reason: null, erased_at: '2027-01-01T00:00:00.000Z' },
      },
    ]);
    expect(erased).toMatchObject({ case: { erased: true }, decision: { outcome: 'approved' }, parties: [] });
    const { completed_at, decided_by, decided_at, reasons } = reportOf([...untilReview, approved]).decision;
    expect(erased.decision).toMatchObject({ completed_at, decided_by, decided_at });
    expect(erased.decision.reasons.map(({ code }) => code)).toEqual([...new Set(reasons.map(({ code }) => code))]);
    expect(new Set(erased.documents.map(({ valid }) => valid))).toEqual(new Set([null]));
    expect(JSON.stringify(erased)).not.toMatch(/Papadopoulou|PX9183645|scan0001|CUST-2026/);
  });
});

describe('canonical JSON', () => {
  it('is what jq -Sc writes, also where keys look like numbers', () => {
    const value = { b: [1.5, null, { z: 'é"', a: undefined }], 10: true, 2: {}, a: 'x' };
    expect(canonicalJson(value)).toBe('{"10":true,"2":{},"a":"x","b":[1.5,null,{"z":"é\\""}]}');
  });
});

describe('the hash of a history', () => {
  const event = (revision: number, data: RecordedEvent['data']) =>
    ({ id: `${revision}`, stream: 's', revision: BigInt(revision), type: 'T', data, metadata: {} }) as RecordedEvent;

  it('changes with any value, with the order and with a missing event, not with the order of keys', () => {
    const history = [event(0, { a: 1, b: 2 }), event(1, { c: 3 }), event(2, {})];
    const hash = historyHash(history);
    expect(historyHash([event(0, { b: 2, a: 1 }), ...history.slice(1)])).toBe(hash);
    expect(historyHash([event(0, { a: 1, b: 3 }), ...history.slice(1)])).not.toBe(hash);
    expect(historyHash(history.slice(0, 2))).not.toBe(hash);
    expect(historyHash([history[1]!, history[0]!, history[2]!])).not.toBe(hash);
  });
});
