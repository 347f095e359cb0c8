import { parse } from 'content-disposition';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inlineDisposition } from '../../../../../src/api/http/responses/contentDisposition.js';

/** RFC 6266 with its parameters in the order in which old clients want them. */
const FORM =
  /^inline; filename=(?:[A-Za-z0-9!#$%&'*+.^_`|~-]+|"(?:[ !#-[\]-~]|\\["\\])+")(?:; filename\*=UTF-8''(?:[A-Za-z0-9!#$&+.^_`|~-]|%[0-9A-F]{2})+)?$/;

test('is a header of RFC 6266 for any name at all, without folders and control characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const header = inlineDisposition(name);
      expect(header).toMatch(FORM);
      expect(parse(header).parameters['filename']).toMatch(/^[^/\\\p{Cc}]+$/u);
    }),
  );
});

test('keeps a plain name as it is, and the letters of others', () => {
  expect(inlineDisposition('scan 1.pdf')).toBe('inline; filename="scan 1.pdf"');
  expect(inlineDisposition('Größe.pdf')).toBe(`inline; filename=Gro_e.pdf; filename*=UTF-8''Gr%C3%B6%C3%9Fe.pdf`);
  expect(parse(inlineDisposition('100%20 "sure".pdf')).parameters['filename']).toBe('100%20 "sure".pdf');
});
