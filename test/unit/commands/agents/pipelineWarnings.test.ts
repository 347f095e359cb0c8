import { describe, expect, test } from 'vitest';
import { pipelineWarnings } from '../../../../src/commands/agents/pipelineWarnings.js';

const types = new Map([
  ['passport', { pipeline_steps: ['classify', 'mrz', 'extract', 'validate', 'authenticity'] }],
  ['bill', { pipeline_steps: ['classify', 'extract', 'validate'] }],
]);
const doc_type_map = { passport: 'passport', bill: 'bill' };
const warn = (pipeline_per_type: string[] | { [context_id: string]: string[] }) =>
  pipelineWarnings({ doc_type_map, pipeline_per_type }, types);

describe('the steps of an agent', () => {
  test('are said to read and check nothing where there are none', () => {
    expect(warn([])).toEqual(['definition.pipeline_per_type is empty: no step reads or checks any document']);
    expect(warn({ passport: [] })).toEqual([
      'definition.pipeline_per_type.passport is empty: no step reads or checks a document of this type',
    ]);
  });

  test('are said to leave out what a type has of its own, with the checks that do not run', () => {
    const [one, ...more] = warn(['classify', 'extract', 'validate', 'quality']);
    expect(more).toEqual([]);
    expect(one).toMatch(
      /^definition\.pipeline_per_type leaves out mrz, authenticity of the steps of the document type passport: the checks mrz_missing,/,
    );
    for (const code of ['mrz_check_digit_fails', 'mrz_differs_from_print', 'editing_software'])
      expect(one).toContain(code);
    expect(warn({ bill: ['classify', 'validate'] })).toEqual([
      'definition.pipeline_per_type.bill leaves out extract of the steps of the document type bill: no value is read',
    ]);
  });

  test('are no reason to warn where they are the default, leave nothing out, or another step reads the same', () => {
    expect(warn(['classify', 'extract', 'validate'])).toEqual([]);
    expect(warn({ bill: ['classify', 'extract', 'validate', 'quality'] })).toEqual([]);
    expect(warn({ passport: ['classify', 'extract', 'validate', 'authenticity'] })).toEqual([]);
  });
});
