import { expect, test } from 'vitest';
import { derivedId } from '../../../../src/commands/core/derivedId.js';

const WHOLE = '0190f6a4-7c1e-7b52-9d0c-3f2a7c5e8b11';

test('a part of the same whole has the same id whenever it is asked for, and no other part or whole has it', () => {
  expect(derivedId(WHOLE, 'message')).toBe(derivedId(WHOLE, 'message'));
  expect(derivedId(WHOLE, 'message')).not.toBe(derivedId(WHOLE, 'document 0'));
  expect(derivedId(WHOLE, 'message')).not.toBe(derivedId(WHOLE.replace('11', '12'), 'message'));
});

test('is the id that RFC 9562 gives for a name within a namespace', () => {
  // Its appendix A.4, with the namespace for DNS names.
  expect(derivedId('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com')).toBe(
    '2ed6657d-e927-568b-95e1-2665a8aea6a2',
  );
});
