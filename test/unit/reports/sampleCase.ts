import { createHash } from 'node:crypto';
import { caseStream, type Case } from '../../../src/domain/cases/case.js';
import type { CaseEvent } from '../../../src/domain/cases/caseEvents.js';
import { caseRules } from '../../../src/domain/cases/caseRules.js';
import type { CaseResult } from '../../../src/domain/cases/caseResult.js';
import { NO_READING, toRecorded, type DocumentReading } from '../../../src/domain/cases/caseDocument.js';
import { fold } from '../../../src/domain/core/decider.js';
import { toPosition } from '../../../src/platform/eventStore/eventStore.js';
import { SAMPLE_CHECKS } from './sampleChecks.js';
import { historyHash, type CaseHistory } from '../../../src/reports/integrity.js';

/** A case of four documents in three scripts that went to review for a name and was approved by a person. */
export const SESSION = '5c1d8a04-7f4e-4c0b-9d3a-2b6a1e9f7c55';

/** Ids of the documents: passport, bank statement, utility bill, a file that could not be read. */
export const DOCUMENTS = [1, 2, 3, 4].map((number) => `0d0c0000-0000-4000-8000-00000000000${number}`);

const [PASSPORT, STATEMENT, BILL, BROKEN] = DOCUMENTS as [string, string, string, string];
const KEY = 'key:9e107d9d-3720-4cc5-a3a8-5ef1d1a7c0de';
const REVIEWER = 'key:41ad5f0c-8b1e-4c9e-8a58-0c2b7d1e6f30';

/** A field as the table below writes it: value, text as printed, confidence, source, page and box. */
type Read = [
  value: string | number,
  raw: string,
  confidence: number,
  source: 'mrz' | 'barcode' | 'text_layer' | 'ocr',
  page: number,
  box: [number, number, number, number],
];

function reading(fields: { [field: string]: Read | null }, more: Partial<DocumentReading> = {}): DocumentReading {
  const read = Object.entries(fields).filter((entry): entry is [string, Read] => entry[1] !== null);
  const map = <Value>(pick: (read: Read) => Value) =>
    Object.fromEntries(read.map(([field, one]) => [field, pick(one)]));
  return {
    ...NO_READING,
    extracted: Object.fromEntries(Object.entries(fields).map(([field, one]) => [field, one?.[0] ?? null])),
    raw: map((one) => one[1]),
    field_confidences: map((one) => one[2]),
    sources: map((one) => one[3]),
    coordinates: map((one) => ({ page: one[4], box: one[5] })),
    valid: true,
    ...more,
  };
}

const passport = reading(
  {
    document_number: ['PX9183645', 'PX9183645', 0.998, 'mrz', 1, [0.31, 0.12, 0.2, 0.035]],
    surname: ['ΠΑΠΑΔΟΠΟΥΛΟΥ', 'ΠΑΠΑΔΟΠΟΥΛΟΥ / PAPADOPOULOU', 0.991, 'ocr', 1, [0.31, 0.22, 0.24, 0.035]],
    given_names: ['ΣΟΦΊΑ ΕΛΈΝΗ', 'ΣΟΦΊΑ ΕΛΈΝΗ / SOFIA ELENI', 0.987, 'ocr', 1, [0.31, 0.3, 0.2, 0.035]],
    full_name: ['Sofia Eleni Papadopoulou', 'PAPADOPOULOU<<SOFIA<ELENI', 0.994, 'mrz', 1, [0.05, 0.82, 0.9, 0.05]],
    nationality: ['GRC', 'GRC', 0.998, 'mrz', 1, [0.31, 0.38, 0.08, 0.035]],
    birth_date: ['1988-03-27', '27 ΜΑΡ / MAR 88', 0.996, 'mrz', 1, [0.31, 0.46, 0.18, 0.035]],
    birth_place: ['ΘΕΣΣΑΛΟΝΊΚΗ', 'ΘΕΣΣΑΛΟΝΊΚΗ', 0.941, 'ocr', 1, [0.31, 0.54, 0.2, 0.035]],
    sex: ['F', 'F', 0.999, 'mrz', 1, [0.62, 0.46, 0.02, 0.035]],
    expiry_date: ['2031-09-14', '14 ΣΕΠ / SEP 31', 0.997, 'mrz', 1, [0.31, 0.62, 0.18, 0.035]],
    personal_number: ['******4417', '******4417', 0.97, 'mrz', 1, [0.62, 0.62, 0.16, 0.035]],
    issuing_authority: ['Α.Ε.Α./Δ.Δ. - N.P.C.', 'Α.Ε.Α./Δ.Δ. - N.P.C.', 0.71, 'ocr', 1, [0.31, 0.7, 0.2, 0.035]],
    eye_color: null,
  },
  {
    classification: {
      classified_as: 'passport',
      evidence: [
        { kind: 'mrz', detail: 'machine-readable zone of the format TD3', page: 1, weight: 0.9 },
        { kind: 'hint', detail: 'printed words of the type: ΔΙΑΒΑΤΗΡΙΟ, PASSPORT', page: 1, weight: 0.4 },
      ],
      alternatives: [{ document_type: 'residence_permit', confidence: 0.004 }],
    },
    step_outputs: { quality: { overall: 0.93, blur: 0.05, glare: 0.02, usable: true } },
    checks: SAMPLE_CHECKS,
  },
);

const statement = reading({
  bank_name: ['Česká spořitelna', 'Česká spořitelna', 0.98, 'text_layer', 1, [0.08, 0.05, 0.3, 0.02]],
  account_holder: ['Sofia E. Papadopoulou', 'Sofia E. Papadopoulou', 0.99, 'text_layer', 1, [0.08, 0.16, 0.25, 0.015]],
  account_holder_address: [
    'Náměstí Míru 820/9, 120 00 Praha 2',
    'Náměstí Míru 820/9\n120 00 Praha 2',
    0.93,
    'text_layer',
    1,
    [0.08, 0.18, 0.25, 0.03],
  ],
  iban: ['********************5399', '********************5399', 0.999, 'text_layer', 1, [0.6, 0.16, 0.3, 0.015]],
  statement_date: ['2026-10-31', '31. 10. 2026', 0.97, 'text_layer', 1, [0.6, 0.1, 0.15, 0.015]],
  closing_balance: [184250.75, '184 250,75', 0.96, 'text_layer', 2, [0.7, 0.81, 0.15, 0.015]],
  currency: ['CZK', 'CZK', 0.95, 'text_layer', 2, [0.86, 0.81, 0.05, 0.015]],
});

const bill = reading(
  {
    provider_name: ['Київенерго', 'Київенерго', 0.9, 'ocr', 1, [0.1, 0.06, 0.3, 0.03]],
    customer_name: ['Софія Пападопулу-Ђорђевић', 'Софія Пападопулу-Ђорђевић', 0.88, 'ocr', 1, [0.1, 0.2, 0.4, 0.02]],
    customer_address: [
      'вул. Хрещатик 22, кв. 14, 01001 Київ',
      'вул. Хрещатик 22, кв. 14, 01001 Київ',
      0.83,
      'ocr',
      1,
      [0.1, 0.23, 0.5, 0.02],
    ],
    bill_date: ['2025-01-14', '14.01.2025', 0.92, 'ocr', 1, [0.6, 0.1, 0.2, 0.02]],
    total: [1412.4, '1 412,40', 0.42, 'ocr', 1, [0.7, 0.7, 0.1, 0.02]],
  },
  {
    valid: false,
    violations: [{ field: 'bill_date', rule: 'format', message: 'bill_date is more than twelve months in the past' }],
  },
);

const named = [
  { doc_id: PASSPORT, document_type: 'passport', field: 'full_name', value: 'Sofia Eleni Papadopoulou' },
  { doc_id: STATEMENT, document_type: 'bank_statement', field: 'account_holder', value: 'Sofia E. Papadopoulou' },
  { doc_id: BILL, document_type: 'utility_bill', field: 'customer_name', value: 'Софія Пападопулу-Ђорђевић' },
] as const;

const lived = [
  { ...named[1], field: 'account_holder_address', value: 'Náměstí Míru 820/9, 120 00 Praha 2' },
  { ...named[2], field: 'customer_address', value: 'вул. Хрещатик 22, кв. 14, 01001 Київ' },
] as const;

type Stated = { readonly doc_id: string; readonly value: string };

const compare = (one: Stated, other: Stated, score: number, agreed: boolean) => ({
  documents: [one.doc_id, other.doc_id] as [string, string],
  values: [one.value, other.value] as [string, string],
  score,
  agreed,
});

const result: CaseResult = {
  decision: 'review',
  reasons: [
    {
      code: 'validation_failed',
      detail: 'bill_date is more than twelve months in the past',
      document_type: 'utility_bill',
      field: 'bill_date',
    },
    {
      code: 'cross_match_mismatch',
      detail: 'full_name is not the same on all documents (passport, bank_statement, utility_bill).',
      document_type: null,
      field: 'full_name',
    },
    { code: 'document_failed', detail: 'A document could not be read.', document_type: null, field: null },
  ],
  cross_match: {
    judged: true,
    agreed: false,
    fields: {
      full_name: {
        kind: 'name',
        agreed: false,
        score: 0.58,
        values: [...named],
        comparisons: [
          compare(named[0], named[1], 0.94, true),
          compare(named[0], named[2], 0.61, false),
          compare(named[1], named[2], 0.58, false),
        ],
      },
      address: {
        kind: 'address',
        agreed: false,
        score: 0.12,
        values: [...lived],
        comparisons: [compare(lived[0], lived[1], 0.12, false)],
      },
      birth_date: {
        kind: 'date',
        agreed: false,
        score: 0,
        values: [{ ...named[0], field: 'birth_date', value: '1988-03-27' }],
        comparisons: [],
      },
    },
    unmatched: [],
    differences: [],
  },
  validation: {
    valid: false,
    documents: [
      { doc_id: PASSPORT, document_type: 'passport', valid: true, violations: [] },
      { doc_id: STATEMENT, document_type: 'bank_statement', valid: true, violations: [] },
      { doc_id: BILL, document_type: 'utility_bill', valid: false, violations: bill.violations },
    ],
  },
  governance: {
    passed: false,
    checks: [
      { doc_id: PASSPORT, document_type: 'passport', passed: true, violations: [] },
      {
        doc_id: STATEMENT,
        document_type: 'bank_statement',
        passed: false,
        violations: [{ field: 'bic', rule: 'required', message: 'bic is required' }],
      },
    ],
  },
  completed_at: '2026-11-21T09:31:12.004Z',
};

/** What every event of the case repeats, and what its end says besides. */
const AGENT = { id: 'a6e1c0de-0000-4000-8000-000000000001', revision: '3' };
export const ofCase = { session_id: SESSION, goal: 'customer_onboarding', agent: AGENT };
const OPENED_AT = '2026-11-21T09:20:11.120Z';
export const endedAt = (at: string) => ({
  ...{ ...ofCase, opened_at: OPENED_AT, duration_ms: Date.parse(at) - Date.parse(OPENED_AT) },
});

const received = (
  index: number,
  filename: string,
  mime_type: string,
  size: number,
  label: string | null,
): CaseEvent => ({
  type: 'DocumentReceived',
  data: {
    ...{ ...ofCase, doc_id: DOCUMENTS[index]!, doc_index: index, filename, label, expected_type: null, mime_type },
    object: { key: `cases/${index}`, size },
    sha256: createHash('sha256').update(filename).digest('hex'),
    status: 'processing',
    duplicate_of: null,
    received_at: '2026-11-21T09:21:00.000Z',
  },
});

const processed = (doc_id: string, document_type: string, confidence: string, read: DocumentReading): CaseEvent => ({
  type: 'DocumentProcessed',
  data: {
    ...{ ...ofCase, doc_id, document_type, type_used: null, confidence, reading: toRecorded(read) },
    masked_fields: ['personal_number', 'iban'],
    processed_at: '2026-11-21T09:21:02.500Z',
  },
});

const reason_codes = [...new Set(result.reasons.map(({ code }) => code))];
const { completed_at } = result;
/** What happened, up to the completion. */
export const untilReview: CaseEvent[] = [
  {
    type: 'CaseOpened',
    data: {
      session_id: SESSION,
      tenant_id: 'acme',
      goal: 'customer_onboarding',
      client_reference_id: 'CUST-2026-004711',
      agent: {
        ...{ ...ofCase.agent, goal: ofCase.goal, name: 'Customer onboarding', version: '1.2', allow_cloud: false },
        required_types: ['passport', 'bank_statement', 'utility_bill'],
        intelligence_level: 0,
      },
      opened_at: OPENED_AT,
    },
  },
  received(0, 'διαβατήριο.jpg', 'image/jpeg', 1_482_113, 'passport'),
  processed(PASSPORT, 'passport', '0.9931', passport),
  received(1, 'vypis-10-2026.pdf', 'application/pdf', 84_220, null),
  processed(STATEMENT, 'bank_statement', '0.9714', statement),
  received(2, 'рахунок.png', 'image/png', 733_004, 'proof of address'),
  processed(BILL, 'utility_bill', '0.8822', bill),
  received(3, 'scan0001.pdf', 'application/pdf', 2210, null),
  {
    type: 'DocumentFailed',
    data: {
      ...ofCase,
      doc_id: BROKEN,
      expected_type: null,
      reason: 'unreadable',
      error: 'The PDF is protected with a password; send a copy without one.',
      failed_at: '2026-11-21T09:29:40.000Z',
    },
  },
  {
    type: 'CaseCompleted',
    data: { ...endedAt(completed_at), status: 'review', result, completed_at, reason_codes },
  },
];

/** A person approved it. */
export const approved: CaseEvent = {
  type: 'CaseDecided',
  data: {
    ...endedAt('2026-11-21T10:02:45.310Z'),
    decision: 'approve',
    status: 'completed',
    reason: 'Name is the Ukrainian spelling before marriage; certificate seen at the branch.',
    decided_by: REVIEWER,
    decided_at: '2026-11-21T10:02:45.310Z',
  },
};

/** A history as it is read back: a minute passes between two events. */
export function historyOf(events: readonly CaseEvent[]): CaseHistory {
  const stream = caseStream(SESSION);
  const recorded = events.map((event, index) => ({
    ...event,
    id: `e0000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    stream,
    revision: BigInt(index),
    position: toPosition(index),
    recorded_at: new Date(Date.UTC(2026, 10, 21, 9, 20 + index, 11, 132)).toISOString(),
    metadata: {
      tenant_id: 'acme',
      actor: event.type === 'CaseDecided' ? REVIEWER : event.type === 'CaseExpired' ? 'worker:expiry' : KEY,
      correlation_id: 'r',
      causation_id: 'r',
      schema_version: 1,
      mode: 'live' as const,
      occurred_at: new Date(Date.UTC(2026, 10, 21, 9, 20 + index, 11, 120)).toISOString(),
    },
  }));
  const stored = recorded.map((event) => ({ ...event, data: { stored: JSON.stringify(event.data) } }));
  return { stream, events: recorded, sha256: historyHash(stored) };
}

/** The case that a history makes. */
export function caseOf(events: readonly CaseEvent[]): Case {
  const state = fold(caseRules, events);
  if (state.status === 'not_opened') throw new Error('The events open no case');
  return state.case;
}
