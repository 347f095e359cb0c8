import { expect, test } from 'vitest';
import { checkOf } from '../../../../../src/domain/documents/index.js';
import { withField } from '../../../../../src/engines/documents/forensics/withField.js';

const trace = (box: [number, number, number, number], page = 1) =>
  checkOf('pdf_text_changed', 'failed', 'Changed.', { page, box, values: ['1.00', '9.00'] });
const at = (box: [number, number, number, number]) => ({ page: 1, box });

test('a trace in a field is one of that field, so that masking knows whose value it is', () => {
  const coordinates = { total: at([0.8, 0.5, 0.1, 0.02]), tax: at([0.8, 0.4, 0.1, 0.02]) };
  expect(withField([trace([0.82, 0.501, 0.05, 0.02])], coordinates, [])).toMatchObject([
    { field: 'total', values: ['1.00', '9.00'] },
  ]);
  expect(
    withField([trace([0.1, 0.1, 0.05, 0.02]), trace([0.82, 0.501, 0.05, 0.02], 2)], coordinates, []),
  ).toMatchObject([{ field: null }, { field: null }]);
});

test('a trace over several fields tells no value, since none says whose it is', () => {
  const coordinates = { total: at([0.8, 0.5, 0.1, 0.02]), tax: at([0.8, 0.4, 0.1, 0.02]) };
  expect(withField([trace([0.7, 0.3, 0.25, 0.4])], coordinates, [])).toMatchObject([{ field: null, values: [] }]);
});

test('a trace in no field tells no value where the type masks some, since it may be theirs', () => {
  const coordinates = { total: at([0.8, 0.5, 0.1, 0.02]) };
  const elsewhere = trace([0.1, 0.1, 0.05, 0.02]);
  expect(withField([elsewhere], coordinates, ['iban'])).toMatchObject([{ field: null, values: [] }]);
  expect(withField([elsewhere], {}, ['iban'])).toMatchObject([{ field: null, values: [] }]);
  expect(withField([elsewhere], coordinates, [])).toMatchObject([{ field: null, values: ['1.00', '9.00'] }]);
});
