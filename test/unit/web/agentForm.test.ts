import { expect, test } from 'vitest';
import { faceMatchOf, pipelineFor, requiredTypes } from '../../../src/domain/agents/index.js';
import { CHECK_WEIGHTS, POLICY_ACTIONS, STEP_NAMES } from '../../../src/domain/documents/index.js';
import { WATCHLIST_NAMES } from '../../../src/domain/faces/index.js';
import {
  facesOf,
  fitsForm,
  stepsOf,
  withFaces,
  withFacesPart,
  withStep,
  withStepsBy,
  withStepsOf,
} from '../../../web/src/agents/form/agentParts.js';
import {
  addableTypes,
  askedTypes,
  refusedType,
  withAskedType,
  withNeed,
  withoutAskedType,
} from '../../../web/src/agents/form/typesAsked.js';
import {
  aliasesOf,
  namedTypes,
  namesElsewhere,
  withAliases,
  withTakenToo,
} from '../../../web/src/agents/form/namesOfTypes.js';
import { linesWritten, namesWritten, shareWritten, wholeNumberWritten } from '../../../web/src/editor/form/written.js';
import { withValue, type Named, type Place } from '../../../web/src/editor/places.js';
import { agentForm } from '../../../web/src/words/en/agentForm.js';

const definition = {
  theirs: [1, { of: true }],
  doc_type_map: { passport: 'passport', id_card: 'passport', bill: 'bill' },
  classify_aliases: { Reisepass: 'passport', Rechnung: 'bill' },
  required: [['passport', 'permit'], ['bill']],
  sides: { permit: 'front_and_back', bill: 'front_and_back' },
  rules: { min_age: 18, max_age_days: { bill: 90 } },
  pipeline_per_type: { bill: ['classify'] },
  face_match: { threshold: 0.6 },
  capture: { logo: 'data:', framed_by: [] },
};

const needs = (of: Named): unknown =>
  Object.fromEntries(askedTypes(of).map(({ context_id, need }) => [context_id, need]));

test('what the form changes is all that changes: what it does not know stays as it is, in its place', () => {
  const changed = [
    withValue(definition, ['rules', 'min_age'], 21),
    withNeed(definition, 'bill', 'optional'),
    withFacesPart(definition, 'watchlists', ['fraudsters']),
    withStepsBy(definition, 'agent'),
    withValue(definition, ['capture', 'name'], 'Bank'),
  ];
  const own = ['rules', 'required', 'face_match', 'pipeline_per_type', 'capture'] as const;
  changed.forEach((next, index) => {
    expect(next).not.toEqual(definition);
    expect(Object.keys(next)).toEqual(Object.keys(definition));
    expect({ ...next, [own[index] ?? '']: 0 }).toEqual({ ...definition, [own[index] ?? '']: 0 });
  });
  expect(changed[0]).toMatchObject({ rules: { min_age: 21, max_age_days: { bill: 90 } } });
  expect(changed[4]).toMatchObject({ capture: { ...definition.capture, name: 'Bank' } });
});

test('what is taken back leaves the definition that there was', () => {
  const { rules: _, ...without } = definition;
  const there = withValue(without, ['rules', 'min_confidence', '*'], 0.5);
  expect(there).toEqual({ ...without, rules: { min_confidence: { '*': 0.5 } } });
  expect(withValue(there, ['rules', 'min_confidence', '*'], undefined)).toEqual(without);
  expect(withNeed(withNeed(definition, 'bill', 'instead:0'), 'bill', 'alone')).toEqual({
    ...definition,
    required: [['passport', 'permit'], 'bill'],
  });
  expect(withoutAskedType(withAskedType(definition, 'letter'), 'letter')).toEqual(definition);
});

test('types are required, optional, or will do for another, as the service understands it', () => {
  expect(needs(definition)).toEqual({ passport: 'instead:0', bill: 'alone', permit: 'instead:0' });
  const { required: _, ...unsaid } = definition;
  expect(needs(unsaid)).toEqual({ passport: 'alone', bill: 'alone' });
  const optional = withNeed(unsaid, 'passport', 'optional');
  expect(needs(optional)).toEqual({ passport: 'optional', bill: 'alone' });
  expect(requiredTypes(optional as typeof unsaid)).toEqual(['bill']);
  const either = withNeed(optional, 'passport', 'instead:0');
  expect(requiredTypes(either as typeof unsaid)).toEqual(['bill|passport']);
  expect(requiredTypes(withAskedType(unsaid, 'letter') as typeof unsaid)).toEqual(['passport', 'bill', 'letter']);
  expect(requiredTypes(withAskedType(definition, 'letter') as typeof unsaid)).toEqual([
    'passport|permit',
    'bill',
    'letter',
  ]);
  expect(addableTypes(definition, ['passport', 'permit', 'id_card', 'letter'])).toEqual(['letter']);
});

test('a type that is taken no more is named nowhere', () => {
  const left = withoutAskedType(definition, 'bill');
  expect(JSON.stringify(left)).not.toContain('bill');
  expect(left).toEqual({
    theirs: definition.theirs,
    doc_type_map: { passport: 'passport', id_card: 'passport' },
    classify_aliases: { Reisepass: 'passport' },
    required: [['passport', 'permit']],
    sides: { permit: 'front_and_back' },
    rules: { min_age: 18 },
    face_match: { threshold: 0.6 },
    capture: definition.capture,
  });
});

test('what is refused of a type is said at that type, and at no other', () => {
  const typeAt = (place: Place, message = ''): string | undefined => refusedType(definition, { place, message });
  expect(typeAt(['required', 0, 1])).toBe('permit');
  expect(typeAt(['required', 1])).toBe('bill');
  expect(typeAt(['doc_type_map', 'id_card'])).toBe('passport');
  expect(typeAt(['rules', 'max_age_days', 'bill'])).toBe('bill');
  expect(typeAt(['rules', 'min_age'])).toBeUndefined();
  expect(typeAt(['required'])).toBeUndefined();
  const names = 'definition.required names the document type "bill", which does not exist; did you mean "permit"?';
  expect(typeAt(['required'], names)).toBe('bill');
});

test('faces are demanded as the service understands it', () => {
  expect(facesOf({})).toMatchObject({ isOn: false });
  expect(facesOf({ face_match: true })).toMatchObject({ isOn: true, watchlists: [] });
  const on = withFacesPart(withFaces({}, true), 'watchlists', ['fraudsters']);
  expect(faceMatchOf(on as object)).toEqual({ threshold: 0.75, watchlists: ['fraudsters'] });
  expect(withFacesPart(on, 'watchlists', undefined)).toEqual({ face_match: true });
  expect(withFaces(on, false)).toEqual({});
});

test('steps are those of the type, the same for all, or by type, as the service understands it', () => {
  expect(stepsOf({}).by).toBe('type');
  expect(stepsOf(definition).by).toBe('agentByType');
  const all = withStepsBy({}, 'agent') as { pipeline_per_type: string[] };
  expect(pipelineFor(all, 'any')).toEqual([...STEP_NAMES]);
  expect(pipelineFor(withStepsBy(all, 'type') as typeof all, 'any')).toBeUndefined();
  const less = withStep(all, 'extract', false) as typeof all;
  expect(pipelineFor(less, 'any')).not.toContain('extract');
  expect(withStep(less, 'extract', true)).toEqual(all);
});

test('all that the service knows by name can be chosen, and nothing else', () => {
  expect(Object.keys(agentForm.stepNames)).toEqual([...STEP_NAMES]);
  expect(Object.keys(agentForm.watchlistNames)).toEqual([...WATCHLIST_NAMES]);
  expect(Object.keys(agentForm.weights).toSorted()).toEqual([...CHECK_WEIGHTS].toSorted());
  expect(Object.keys(agentForm.effects)).toEqual([...POLICY_ACTIONS]);
});

test('numbers and names are read as people write them, and what is no number is left for the service to refuse', () => {
  expect(['0,75', ' 1 ', '', 'many', '0.'].map(shareWritten)).toEqual([0.75, 1, undefined, 'many', 0]);
  expect([' 18 ', '', 'many'].map(wholeNumberWritten)).toEqual([18, undefined, 'many']);
  expect(namesWritten('full_name, address,, full_name ')).toEqual(['full_name', 'address']);
  expect(linesWritten('Pass, alt\n\n Reisepass \nReisepass')).toEqual(['Pass, alt', 'Reisepass']);
});

test('a thousand with a mark is no day: cases would be erased after one', () => {
  expect(['1,000', '1.000', '1 000', '1000'].map(wholeNumberWritten)).toEqual(['1,000', '1.000', '1 000', 1000]);
});

test('a type that only what is required names is optional and stays, where it is not required any more', () => {
  const optional = withNeed(definition, 'permit', 'optional');
  expect(needs(optional)).toEqual({ passport: 'alone', bill: 'alone', permit: 'optional' });
  expect(requiredTypes(optional as typeof definition)).not.toContain('permit');
});

test('with a type go aliases of what classification says for it', () => {
  const named = { ...definition, classify_aliases: { Ausweis: 'id_card', Rechnung: 'bill' } };
  expect(withoutAskedType(named, 'passport')).toMatchObject({ classify_aliases: { Rechnung: 'bill' } });
});

test('what has no form that can be shown is not put into one', () => {
  expect(fitsForm(definition)).toBe(true);
  expect(fitsForm({})).toBe(true);
  expect(fitsForm({ required: 'passport' })).toBe(false);
  expect(fitsForm({ policy: { weak: 3 } })).toBe(false);
});

test('steps are named by type, and no longer, as the service understands it', () => {
  const given = { pipeline_per_type: { bill: ['classify', 'extract'] } };
  const both = withStepsOf(given, 'passport', ['classify', 'mrz']) as typeof given;
  expect(pipelineFor(both, 'passport')).toEqual(['classify', 'mrz']);
  expect(pipelineFor(both, 'bill')).toEqual(['classify', 'extract']);
  expect(withStepsOf(both, 'passport', undefined)).toEqual(given);
  const none = withStepsOf(given, 'bill', undefined) as typeof given;
  expect([stepsOf(none).by, pipelineFor(none, 'bill')]).toEqual(['agentByType', undefined]);
  expect(fitsForm({ pipeline_per_type: { bill: 'classify' } })).toBe(false);
});

test('other names of a type are written and taken away; what one means that it had, and those of other types, stay', () => {
  const named = { ...definition, classify_aliases: { Ausweis: 'id_card', Reisepass: 'passport', Rechnung: 'bill' } };
  expect(aliasesOf(named, 'passport')).toEqual(['Ausweis', 'Reisepass']);
  expect(withAliases(named, 'passport', ['Ausweis', 'Pass'])).toMatchObject({
    classify_aliases: { Ausweis: 'id_card', Rechnung: 'bill', Pass: 'passport' },
  });
  expect(withAliases({ classify_aliases: { Pass: 'passport' } }, 'passport', [])).toEqual({});
});

test('other names stand in the order in which they are written, and one that another type has stays of that', () => {
  const named = { ...definition, classify_aliases: { Pass: 'passport', Rechnung: 'bill', Reisepass: 'passport' } };
  expect(aliasesOf(withAliases(named, 'passport', ['Ausweis', 'Reisepass']), 'passport')).toEqual([
    ...['Ausweis', 'Reisepass'],
  ]);
  const both = withAliases(named, 'passport', ['Pass', 'Rechnung', 'Reisepass']);
  expect(both).toEqual(named);
  expect(namesElsewhere(named, 'passport', ['Pass', 'Rechnung', 'Neu'])).toEqual([['Rechnung', 'bill']]);
  const ofMapped = { ...definition, classify_aliases: { Ausweis: 'id_card' } };
  expect(namesElsewhere(ofMapped, 'bill', ['Ausweis'])).toEqual([['Ausweis', 'passport']]);
});

test('an alias of what is taken as a type no more is one of the type', () => {
  const named = { ...definition, classify_aliases: { Ausweis: 'id_card', Rechnung: 'bill' } };
  expect(withTakenToo(named, 'passport', 'id_card', false)).toMatchObject({
    ...{ doc_type_map: { passport: 'passport', bill: 'bill' } },
    classify_aliases: { Ausweis: 'passport', Rechnung: 'bill' },
  });
});

test('what is taken as a type besides is taken so no more, and the type stays', () => {
  const too = withTakenToo(definition, 'bill', 'invoice', true);
  expect(askedTypes(too).find(({ context_id }) => context_id === 'bill')?.takenToo).toEqual(['invoice']);
  expect(withTakenToo(too, 'bill', 'invoice', false)).toEqual(definition);
  const only = { doc_type_map: { id_card: 'passport' } };
  expect(needs(withTakenToo(only, 'passport', 'id_card', false))).toEqual({ passport: 'alone' });
});

test.each([
  { doc_type_map: { both: 'both' } },
  { required: [['passport', 'both']] },
  { sides: { both: 'front_and_back' } },
  { rules: { max_age_days: { both: 9 } } },
  { pipeline_per_type: { both: ['classify'] } },
  { classify_aliases: { Beides: 'both' } },
])(
  'a composite is found wherever it is named, what is refused of it is its own, and once it is out it is named nowhere: %j',
  (named: Named) => {
    const place = Object.keys(named);
    const message = `definition.${place[0]} names the document type "both", which is made of other types; name these: card`;
    expect(namedTypes(named)).toContain('both');
    expect(refusedType(named, { place, message }, ['both'])).toBe('both');
    expect(JSON.stringify(withoutAskedType(named, 'both'))).not.toContain('both');
  },
);
