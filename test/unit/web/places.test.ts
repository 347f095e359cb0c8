import { expect, test } from 'vitest';
import { refusedPlace, writtenAt } from '../../../web/src/editor/places.js';

const draft = {
  name: 'Onboarding',
  definition: {
    policy: { weak: 'shrug' },
    required: [['passport', 'id card'], 'bill'],
    'a.b': 1,
    doc_typ_map: {},
  },
};

test.each([
  ['definition.policy.weak must be one of ignore, warn', ['definition', 'policy', 'weak']],
  ['The field `definition.policy.weak` must be one of ignore, warn', ['definition', 'policy', 'weak']],
  ['definition.required.0.1 must be a text', ['definition', 'required', 0, 1]],
  ['definition.required names the document type "id card", which does not exist', ['definition', 'required', 0, 1]],
  ['definition has the key "doc_typ_map", which means nothing', ['definition', 'doc_typ_map']],
  ['definition.a.b is nothing', ['definition', 'a.b']],
  ['definition.rules.min_age must be a number', ['definition']],
  ['name must not be blank', ['name']],
  ['The service is busy with "passport"', []],
])('the place of what is refused is found: %s', (message, place) => {
  expect(refusedPlace(message, draft)).toEqual(place);
});

test('a place is found in the text as somebody wrote it, or what is nearest around it', () => {
  const text = '{ "policy":\n\n  { "weak" : "shrug" },\n "required": [\n"x", "bill"] }';
  const at = (...place: (string | number)[]): unknown => {
    const found = writtenAt(text, place);
    return found && [found.line, text.slice(found.from, found.to)];
  };
  expect(at('policy', 'weak')).toEqual([3, '"weak" : "shrug"']);
  expect(at('required', 1)).toEqual([5, '"bill"']);
  expect(at('policy', 'gone')).toEqual([1, '"policy":\n\n  { "weak" : "shrug" }']);
  expect(at()).toBeUndefined();
});
