import { describe, expect, it, vi } from 'vitest';
import type { EngineDocumentType } from '../../../../../src/engines/documents/documentEngine.js';
import { extractFields } from '../../../../../src/engines/documents/extract/extractFields.js';
import type { FieldValue } from '../../../../../src/domain/documents/fieldReadings.js';
import { NO_READINGS, pageOfLines, pageOfRows, printed, TODAY, typeOf } from './printedPage.js';

const TEXT = 'string or null';

const extracted = (
  rows: readonly string[],
  schema: { [field: string]: string },
  given: Partial<EngineDocumentType> = {},
): { [field: string]: FieldValue } =>
  extractFields({ pages: [pageOfRows(rows)] }, typeOf(schema, given), NO_READINGS, { today: TODAY }).extracted;

describe('a label', () => {
  it('goes on to its colon, whatever words of it no list knows', () => {
    const rows = ['Titular de la tarjeta: LUCÍA FERRER', 'Groom full name: MATEO ESCOBAR'];
    expect(extracted(rows, { cardholder_name: TEXT, spouse_1_name: TEXT })).toEqual({
      cardholder_name: 'LUCÍA FERRER',
      spouse_1_name: 'MATEO ESCOBAR',
    });
  });

  it('in a list has its value beside it, not in the label that follows', () => {
    const rows = ['Employee | Olena Koval', 'Works crew | Blue', 'Line | Seven'];
    expect(extracted(rows, { employee_name: TEXT })).toEqual({ employee_name: 'Olena Koval' });
  });
});

describe('a party', () => {
  it('has the address that stands under its name', () => {
    const rows = ['ZENITH TRADING LTD', 'Bill to', 'Harbour Works Ltd', '12 Quay Road', 'Port Zenith PZ1 4QT'];
    expect(extracted(rows, { supplier_name: TEXT, customer_name: TEXT, customer_address: TEXT })).toMatchObject({
      customer_name: 'Harbour Works Ltd',
      customer_address: '12 Quay Road Port Zenith PZ1 4QT',
    });
  });

  it('is whom the page is addressed to, where no label says so', () => {
    const rows = [
      'ZENITH MUTUAL BANK LTD',
      '8 Exchange Road, Port Zenith 40217',
      '',
      '',
      'Mr Jordan Calloway',
      '5 Mill Row',
      'Leaborough LB2 9AA',
    ];
    const page = [...rows, ...Array.from({ length: 20 }, () => '')];
    const schema = { bank_name: TEXT, bank_address: TEXT, account_holder: TEXT, account_holder_address: TEXT };
    const describes = { issuer: { name: 'bank_name', address: 'bank_address' } };
    expect(extracted(page, schema, { describes })).toEqual({
      bank_name: 'ZENITH MUTUAL BANK LTD',
      bank_address: '8 Exchange Road, Port Zenith 40217',
      account_holder: 'Mr Jordan Calloway',
      account_holder_address: '5 Mill Row Leaborough LB2 9AA',
    });
  });
});

describe('the wording of a deed', () => {
  it('names parties, law and sums in sentences that run over lines', () => {
    const rows = [
      'THIS AGREEMENT is made between (1) Larch Consultants LLP, whose principal place of business is at 4 Bank',
      'Street, Leaborough (the "Consultant"); and (2) Quayside Foods Limited, a company (the "Client"). The Client',
      'shall pay a fee of £48,000.00. This agreement shall be governed by the law of England and',
      'Wales.',
    ];
    const schema = {
      party_1_name: TEXT,
      party_1_address: TEXT,
      party_2_name: TEXT,
      contract_value: 'amount or null',
      governing_law: TEXT,
    };
    expect(extracted(rows, schema)).toEqual({
      party_1_name: 'Larch Consultants LLP',
      party_1_address: '4 Bank Street, Leaborough',
      party_2_name: 'Quayside Foods Limited',
      contract_value: 48000,
      governing_law: 'England and Wales',
    });
  });
});

describe('a page of many short lines', () => {
  it('is made one text without looking again at what was joined before', () => {
    const lines = Array.from({ length: 2_000 }, (_, i) => printed('recital -', 0.1, i / 2_000));
    const endsWith = vi.spyOn(String.prototype, 'endsWith');
    extractFields({ pages: [pageOfLines(lines)] }, typeOf({ governing_law: TEXT }), NO_READINGS, { today: TODAY });
    const looked = endsWith.mock.contexts.reduce((sum: number, text) => sum + String(text).length, 0);
    endsWith.mockRestore();
    expect(looked).toBeLessThan(100 * lines.length);
  });
});
