import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyDocument } from '../../../../src/engines/documents/classify/classifyDocument.js';
import { extractFields } from '../../../../src/engines/documents/extract/extractFields.js';
import type { Line, Page } from '../../../../src/engines/documents/reading/page.js';
import { validateFields } from '../../../../src/engines/documents/validate/validateFields.js';
import { NO_READINGS, pageOfLines, printed, TODAY, typeOf } from './extract/printedPage.js';

const SCHEMA = {
  company: 'string',
  address: 'string',
  date: 'date YYYY-MM-DD',
  total: 'amount',
  surname: 'string or null',
  birth_date: 'date or null',
  country: 'country',
  currency: 'currency',
  status: 'enum(single|married)',
  approved: 'boolean',
  mrz: 'string',
  whatever: 'free text of any kind',
  '': 'list of ',
  items: 'list of {description, quantity, amount} or null',
};

const type = typeOf(SCHEMA, {
  classify_hints: ['receipt', '', '  ', '((', '字'],
  prompt_hint: 'total: Total, ((, \ncompany: ,,,\n: x',
  validation_rules: {
    company: { required: true, regex: '[', format: 'no such format' },
    date: { format: 'date' },
    items: { regex: '(a+)+$' },
    total: { format: 'amount' },
  },
});

const words = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom('Total:', 'Date 31/12/2020', 'SDN BHD', '12.00', 'P<UTO<<', 'Surname / Nom', '((((', '9'.repeat(400)),
);
const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const line: fc.Arbitrary<Line> = fc
  .tuple(words, fraction, fraction, fraction)
  .map(([text, x, y, confidence]) => printed(text, x, y, confidence));

const documentOf = (lines: Line[]): { pages: Page[] } => ({ pages: [pageOfLines(lines)] });

describe('a field that is called as something every object has', () => {
  it.each(['toString', 'isPrototypeOf', 'hasOwnProperty', 'constructor', '__proto__'])(
    '%s is found like any other',
    (name) => {
      const schema = Object.fromEntries([[name, 'string']]);
      const named = typeOf(schema, { prompt_hint: `${name}: Batch mark` });
      const document = documentOf([printed('Batch mark: Redwood', 0.1, 0.1)]);
      const { extracted } = extractFields(document, named, NO_READINGS, { today: TODAY });
      expect(Object.entries(extracted)).toEqual([[name, 'Redwood']]);
      expect(classifyDocument(document, [named], NO_READINGS).confidence).toBeLessThanOrEqual(1);
    },
  );
});

describe('whatever is printed', () => {
  it('is extracted, classified and validated without an error, and every field is answered', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 25 }), (lines) => {
        const document = documentOf(lines);
        const extraction = extractFields(document, type, NO_READINGS, { today: TODAY });
        expect(Object.keys(extraction.extracted)).toEqual(Object.keys(SCHEMA));
        for (const confidence of Object.values(extraction.confidences)) {
          expect(confidence).toBeGreaterThanOrEqual(0);
          expect(confidence).toBeLessThanOrEqual(1);
        }
        const classification = classifyDocument(document, [type], NO_READINGS);
        expect(['a_type', 'unknown']).toContain(classification.document_type);
        expect(validateFields(extraction, type, { today: TODAY }).violations).toBeInstanceOf(Array);
      }),
      { numRuns: 150 },
    );
  });

  it('has no date in long runs of one character, which are read to their end (how many steps long lines take: longLine.test.ts)', () => {
    const traps = [
      '9'.repeat(20_000),
      '1 '.repeat(5_000),
      'a.'.repeat(5_000),
      '(((('.repeat(2_000),
      '1.1.1.'.repeat(2_000),
    ];
    for (const trap of traps) {
      const extraction = extractFields(documentOf([printed(trap, 0, 0.1)]), type, NO_READINGS, { today: TODAY });
      expect(extraction.extracted.date).toBeNull();
    }
  });
});
