import { expect, it } from 'vitest';
import { judgedDocument } from '../../../../src/domain/governance/index.js';

const broken = (field: string, rule: string) => ({ field, rule, message: `${field} is not Anna Eriksson` });

it('a document that breaks a rule now has one entry for each such field: its rules by name, and no value', () => {
  const before = { doc_id: 'd', valid: false, violations: [broken('name', 'required'), broken('date', 'format')] };
  const violations = [
    broken('name', 'required'),
    broken('name', 'regex'),
    broken('name', 'regex'),
    broken('no', 'min'),
  ];
  const judged = judgedDocument(before, { valid: false, violations });
  expect(judged).toEqual({
    ...{ doc_id: 'd', status: 'fail', valid_before: false },
    field_results: {
      name: { rules: ['required', 'regex'], rules_before: ['required'] },
      no: { rules: ['min'], rules_before: [] },
    },
  });
  expect(JSON.stringify(judged)).not.toMatch(/Anna/);
});

it('a document that breaks none any more passes, and says that it did not before', () => {
  const before = { doc_id: 'd', valid: false, violations: [broken('name', 'required')] };
  expect(judgedDocument(before, { valid: true, violations: [] })).toEqual({
    ...{ doc_id: 'd', status: 'pass', valid_before: false, field_results: {} },
  });
});
