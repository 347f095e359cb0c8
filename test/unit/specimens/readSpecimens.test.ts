import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  renderBankStatement,
  renderDrivingLicence,
  renderIdentityCard,
  renderInvoice,
  renderPassport,
  renderReceipt,
  renderUtilityBill,
  type Specimen,
} from '../../../specimens/index.js';
import { memberTypes } from '../../../src/domain/documentTypes/documentTypeRules.js';
import type { PipelineResult } from '../../../src/domain/documents/pipeline.js';
import type { EngineDocumentType } from '../../../src/engines/documents/documentEngine.js';
import { type DocumentReaders, runPipeline } from '../../../src/engines/documents/pipeline.js';
import { foldText } from '../../../src/engines/documents/text/fold.js';
import { shippedReaders } from '../../support/shippedReaders.js';

const folder = join(import.meta.dirname, '../../../presets');
const types = readdirSync(folder).map(
  (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as EngineDocumentType,
);
const candidates = types.filter((type) => memberTypes(type).length === 0);

let readers: DocumentReaders;
beforeAll(async () => {
  readers = await shippedReaders();
});

/** Puts a specimen through the steps of its shipped type, with every shipped type to choose from. */
async function read(specimen: Specimen): Promise<PipelineResult> {
  const documentType = candidates.find((type) => type.context_id === specimen.document_type)!;
  const { bytes, filename } = specimen;
  const job = { tenant_id: 'acme', bytes, filename, documentType, candidates, today: '2026-11-21', extra: {} };
  const { outcome } = await runPipeline(job, readers, () => undefined);
  expect(outcome.error).toBeUndefined();
  return outcome.result!;
}

/** The fields of a result that are also printed, and what is printed. */
const pick = (specimen: Specimen, fields: readonly string[]): { [field: string]: string | number | undefined } =>
  Object.fromEntries(fields.map((field) => [field, specimen.truth[field]]));

const CASES: { render: () => Promise<Specimen>; fields: string[] }[] = [
  {
    render: renderPassport,
    fields: [
      'issuing_country',
      'document_number',
      'surname',
      'given_names',
      'nationality',
      'birth_date',
      'expiry_date',
    ],
  },
  {
    render: renderIdentityCard,
    fields: ['document_number', 'surname', 'given_names', 'birth_date', 'sex', 'expiry_date', 'address'],
  },
  {
    render: renderDrivingLicence,
    fields: ['document_number', 'surname', 'given_names', 'birth_date', 'issue_date', 'expiry_date', 'postal_code'],
  },
  { render: renderReceipt, fields: ['company', 'address', 'date', 'total', 'subtotal', 'tax', 'change'] },
  { render: renderInvoice, fields: ['invoice_number', 'invoice_date', 'due_date', 'subtotal', 'tax', 'total', 'iban'] },
  {
    render: renderBankStatement,
    fields: ['account_holder', 'account_number', 'iban', 'statement_date', 'opening_balance', 'closing_balance'],
  },
  { render: renderUtilityBill, fields: ['customer_name', 'account_number', 'bill_number', 'bill_date', 'total'] },
];

describe('a rendered document is recognised among all shipped types, read and found valid', () => {
  test.each(CASES)('$render.name', async ({ render, fields }) => {
    const specimen = await render();
    const result = await read(specimen);
    expect(result.document_type).toBe(specimen.document_type);
    expect(Object.fromEntries(fields.map((field) => [field, result.extracted[field]]))).toEqual(pick(specimen, fields));
    expect(result.violations).toEqual([]);
    const printed = Object.entries(specimen.truth);
    const right = printed.filter(
      ([field, value]) => foldText(JSON.stringify(result.extracted[field])) === foldText(JSON.stringify(value)),
    );
    expect(right.length / printed.length, 'share of what is printed that is read').toBeGreaterThanOrEqual(0.9);
  });
});

describe('a document that is not right', () => {
  test('is read all the same, and its expiry is a violation', async () => {
    const specimen = await renderPassport({ issue_date: '2009-06-30', expiry_date: '2019-06-29' });
    const result = await read(specimen);
    expect(result.extracted['expiry_date']).toBe('2019-06-29');
    expect(result.violations).toContainEqual(expect.objectContaining({ field: 'expiry_date' }));
  });

  test('gives itself away by a check digit when its zone was altered', async () => {
    const result = await read(await renderPassport({ tampered: true }));
    expect(result.valid).toBe(false);
    expect(result.violations).toContainEqual(expect.objectContaining({ field: 'mrz' }));
  });
});
