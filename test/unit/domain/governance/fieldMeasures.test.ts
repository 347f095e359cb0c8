import { expect, it } from 'vitest';
import { measureFields } from '../../../../src/domain/governance/index.js';

it('of a value is kept how surely it was read and what it looks like, and nothing that tells it', () => {
  const extracted = {
    ...{ full_name: 'Anna Eriksson', document_number: 'L898902C3', expiry_date: '2031-04-15', total: -1234.5 },
    ...{ short: 'ab12', digits: '1234567', signed: true, items: [1, 2, 3, 4], missing: null, empty: '' },
    ...{ address: '12 Rue de la République, 75001 Paris' },
  };
  const measured = measureFields({ extracted, field_confidences: { full_name: 0.9 } });
  expect(measured).toEqual({
    full_name: { confidence: 0.9, form: 'middle, letters' },
    document_number: { confidence: null, form: 'middle, letters and digits' },
    expiry_date: { confidence: null, form: 'date' },
    total: { confidence: null, form: 'number of 4 digits' },
    short: { confidence: null, form: 'short, letters and digits' },
    digits: { confidence: null, form: 'middle, digits' },
    signed: { confidence: null, form: 'true' },
    items: { confidence: null, form: 'list of many' },
    address: { confidence: null, form: 'long, letters and digits' },
  });
  expect(JSON.stringify(measured)).not.toMatch(/Anna|L898|2031|1234|Rue/);
});
