import { describe, expect, it } from 'vitest';
import { suggestRule } from '../../../../src/domain/documentTypes/suggestedRules.js';

describe('the rule that a field name suggests', () => {
  it.each([
    ['expiry_date', 'date YYYY-MM-DD', { format: 'date' }],
    ['date_of_birth', 'date', { format: 'date' }],
    ['contact_email', 'string', { format: 'email' }],
    ['mobile', 'string', { format: 'phone' }],
    ['beneficiary_iban', 'string', { format: 'iban', mask: true }],
    ['swift_code', 'string', { format: 'bic' }],
    ['credit_card_number', 'string', { format: 'luhn', mask: true }],
    ['ssn', 'string', { format: 'ssn', mask: true }],
    ['account_number', 'string', { mask: true }],
    ['passport_number', 'string', { format: 'passport_number' }],
    ['nationality', 'country', { format: 'country' }],
    ['grand_total', 'amount', { format: 'amount' }],
    ['Total', 'amount', { format: 'amount' }],
  ])('is the right one for %s', (field, hint, rule) => expect(suggestRule(field, hint)).toEqual(rule));

  it.each(['surname', 'total_pages', 'date_printed_by', 'japan', 'taxi', 'candidate', 'panel'])(
    'is none for %s, which only looks like one',
    (field) => expect(suggestRule(field, 'string')).toBeUndefined(),
  );

  it.each(['list of date', 'boolean', 'object'])('is none for a %s', (hint) =>
    expect(suggestRule('payment_date', hint)).toBeUndefined(),
  );
});
