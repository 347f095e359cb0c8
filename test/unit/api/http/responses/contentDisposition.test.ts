import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inlineDisposition } from '../../../../../src/api/http/responses/contentDisposition.js';

const FORM = /^inline; filename="([ !#-[\]-~]+)"; filename\*=UTF-8''((?:[A-Za-z0-9!#$&+.^_`|~-]|%[0-9A-F]{2})+)$/;

test('is a header of RFC 6266 for any name at all', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const [, ascii = '', extended = ''] = FORM.exec(inlineDisposition(name)) ?? [];
      expect(ascii).not.toBe('');
      expect(decodeURIComponent(extended)).not.toMatch(/[/\\\p{Cc}]/u);
    }),
  );
});

test('keeps a plain name as it is, and the letters of others', () => {
  expect(inlineDisposition('scan 1.pdf')).toBe(`inline; filename="scan 1.pdf"; filename*=UTF-8''scan%201.pdf`);
  expect(inlineDisposition('Größe.pdf')).toBe(`inline; filename="Gro_e.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.pdf`);
});
