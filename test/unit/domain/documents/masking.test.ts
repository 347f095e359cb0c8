import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskedFields } from '../../../../src/domain/documentTypes/documentTypeConfig.js';
import { maskExecution } from '../../../../src/domain/executions/executionMasking.js';
import { maskFields, maskText, maskValue, valueHider } from '../../../../src/domain/documents/masking.js';
import type { Execution } from '../../../../src/domain/executions/execution.js';
import type { PipelineResult } from '../../../../src/domain/documents/pipeline.js';

describe('masking a text', () => {
  it.each([
    ['L898902C3', '*****02C3'],
    ['12345', '*2345'],
    ['1234', '****'],
    ['F', '*'],
    ['', ''],
    ['𝟘𝟙𝟚𝟛𝟜𝟝', '**𝟚𝟛𝟜𝟝'],
  ])('%j becomes %j', (text, masked) => expect(maskText(text)).toBe(masked));

  it('keeps the length and never more than the last four characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const [before, after] = [[...text], [...maskText(text)]];
        expect(after).toHaveLength(before.length);
        expect(after.slice(0, -4).every((character) => character === '*')).toBe(true);
      }),
    );
  });
});

describe('masking a value', () => {
  it('goes into lists and objects, takes numbers and truth values as text, and leaves null', () => {
    expect(maskValue([123456, { a: 'abcdef', b: null }, true])).toEqual(['**3456', { a: '**cdef', b: null }, '****']);
  });
});

it('a field is masked when its rule says so', () => {
  expect(maskedFields({ iban: { mask: true }, total: { required: true }, name: { mask: false } })).toEqual(['iban']);
});

const result: PipelineResult = {
  document_type: 'passport',
  confidence: '0.98',
  extracted: { document_number: 'L898902C3', birth_date: '1974-08-12', surname: 'ERIKSSON', sex: 'F' },
  confidences: { document_number: 0.97, birth_date: 0.9, surname: 0.9, sex: 0.9 },
  coordinates: { document_number: { page: 1, box: [0.1, 0.2, 0.3, 0.04] } },
  raw: { document_number: 'L 898902 C3', birth_date: '12 AUG 1974', surname: 'Eriksson', sex: 'F' },
  sources: { document_number: 'ocr' },
  valid: false,
  violations: [{ field: 'document_number', rule: 'regex', message: 'L898902C3 does not fit the pattern' }],
};

describe('masking what was read', () => {
  const masked = maskFields(result, ['document_number', 'birth_date']);

  it('masks the fields, as normalised and as printed', () => {
    expect(masked.extracted).toEqual({ ...result.extracted, document_number: '*****02C3', birth_date: '******8-12' });
    expect(masked.raw).toMatchObject({ document_number: '*******2 C3', surname: 'Eriksson' });
  });

  it('masks their values in messages, and leaves the sentence', () => {
    expect(masked.violations).toEqual([
      { field: 'document_number', rule: 'regex', message: '*****02C3 does not fit the pattern' },
    ]);
  });

  it('leaves where it stands, how sure it is and what the document is', () => {
    const { coordinates, confidences, sources, document_type, confidence, valid } = result;
    expect(masked).toMatchObject({ coordinates, confidences, sources, document_type, confidence, valid });
  });

  it('changes nothing when nothing is to be masked', () => expect(maskFields(result, [])).toBe(result));

  it('takes a short value for itself only where it stands alone', () => {
    const sex = maskFields({ ...result, note: 'F is not in the list of Fields' }, ['sex']);
    expect(sex.extracted).toMatchObject({ sex: '*', surname: 'ERIKSSON' });
    expect(sex.note).toBe('* is not in the list of Fields');
  });

  it('hides any value there is, also one full of signs', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 5 }), (secret) => {
        const { extracted, note } = maskFields({ extracted: { pin: secret }, note: `<${secret}>` }, ['pin']);
        expect(extracted.pin).toBe(maskText(secret));
        if (secret.trim() !== '') expect(note).not.toContain(secret.trim());
      }),
    );
  });

  it('masks a field that has the name of a part of a result', () => {
    const odd = { ...result, extracted: { confidence: 'secret value', text: 'another secret' } };
    expect(maskFields(odd, ['confidence', 'text'])).toMatchObject({
      confidence: '0.98',
      extracted: { confidence: '********alue', text: '**********cret' },
    });
  });
});

describe('hiding values in what speaks of several documents', () => {
  it('hides them also in a field that is called like a thing of the service', () => {
    for (const field of ['order', 'code', 'id', 'documents', 'confidence', 'fields']) {
      const hide = valueHider([{ part: { extracted: { [field]: 'PO-88214' } }, fields: [field] }]);
      const values = [{ doc_id: 'PO-88214', field, value: 'PO-88214' }];
      const comparisons = [{ documents: ['PO-88214', 'd2'], values: ['PO-88214', 'PO-88214'] }];
      const { fields } = hide({ fields: { [field]: { kind: 'text', values, comparisons } } });
      const found = fields[field]!;
      expect(found.kind).toBe('text');
      expect(found.values).toEqual([{ doc_id: 'PO-88214', field, value: '****8214' }]);
      expect(found.comparisons).toEqual([{ documents: ['PO-88214', 'd2'], values: ['****8214', '****8214'] }]);
    }
  });
});

const box = [0.1, 0.8, 0.8, 0.1];
const mrz = {
  readings: [
    {
      format: 'TD3',
      page: 1,
      box,
      lines: ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'],
      fields: {
        document_number: { value: 'L898902C3', raw: 'L898902C3', box, confidence: 0.99 },
        birth_date: { value: '1974-08-12', raw: '740812', box, confidence: 0.99 },
        surname: { value: 'ERIKSSON', raw: 'ERIKSSON<<', box, confidence: 0.99 },
      },
    },
  ],
};

describe('masking an execution', () => {
  const execution: Execution = {
    execution_id: 'e1',
    tenant_id: 'acme',
    context_id: 'passport',
    context_display_name: 'Passport',
    status: 'completed',
    steps: [
      { tool: 'mrz', order: 0, status: 'success', output: mrz, error: null, duration_ms: 4 },
      {
        ...{ tool: 'barcode', order: 1, status: 'success', error: null, duration_ms: 4 },
        output: { readings: [{ format: 'PDF417', page: 1, box, text: 'DAQL898902C3\nDBB08121974' }] },
      },
      {
        ...{ tool: 'authenticity', order: 2, status: 'success', error: null, duration_ms: 4 },
        output: { signals: [{ evidence: 'the zone says 740812, the page says 12.08.1974' }] },
      },
      { tool: 'validate', order: 3, status: 'failed', output: {}, error: 'l898902c3 is odd', duration_ms: 1 },
    ],
    result,
    error: null,
    input: { key: 'executions/e1/input', size: 1 },
    input_filename: 'scan.png',
    input_mime_type: 'image/png',
    sync: true,
    started_at: '2026-03-02T09:00:00.000Z',
    completed_at: '2026-03-02T09:00:01.000Z',
    total_ms: 1000,
    masked_fields: ['document_number', 'birth_date'],
    wants_webhook: false,
    metadata: null,
    erased: false,
  };

  it('lets no masked value out through any step, in any notation', () => {
    const text = JSON.stringify(maskExecution(execution));
    expect(text).not.toMatch(/L ?898902 ?C3/i);
    expect(text).not.toMatch(/740812|08121974|12\.08\.1974|1974-08-12|12 AUG 1974/);
  });

  it('leaves the fields that are not masked readable in the step outputs', () => {
    const [step] = maskExecution(execution).steps;
    expect(step?.output).toMatchObject({
      readings: [{ page: 1, box, fields: { surname: { value: 'ERIKSSON', box, confidence: 0.99 } } }],
    });
  });

  it('masks every member of a composite run', () => {
    const composite = { ...execution, steps: [], result: { passport: result, visa: result } };
    const masked = maskExecution(composite).result;
    expect(masked).toMatchObject({
      passport: { extracted: { document_number: '*****02C3' } },
      visa: { extracted: { document_number: '*****02C3' } },
    });
  });

  it('masks fields that have come under a rule since the run', () => {
    expect(maskExecution(execution, ['surname']).result).toMatchObject({ extracted: { surname: '****SSON' } });
  });

  it('has nothing to do for an erased one', () => {
    const erased: Execution = { ...execution, result: null, steps: [], erased: true };
    expect(maskExecution(erased)).toEqual(erased);
  });
});
