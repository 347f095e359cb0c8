import { describe, expect, it } from 'vitest';
import {
  differencesFrom,
  type ExampleOutcome,
  maskOutcome,
  typeExample,
  type TypeExampleEvent,
} from '../../../../src/domain/typeExamples/index.js';
import { storiesOf } from '../../../support/givenWhenThen.js';

const { given } = storiesOf(typeExample);
const at = '2026-03-02T09:00:00.000Z';
const example = {
  ...{ example_id: 'e1', tenant_id: 'acme', context_id: 'receipt', name: 'Two rates', expected: { total: '23.80' } },
  masked_fields: [],
  ...{ file_key: 'examples/e1', size: 7, kept_by: 'key:1' },
};
const kept: TypeExampleEvent = { type: 'TypeExampleKept', data: { ...example, kept_at: at } };
const deleted: TypeExampleEvent = {
  type: 'TypeExampleDeleted',
  data: { example_id: 'e1', tenant_id: 'acme', context_id: 'receipt', deleted_at: at },
};

describe('an example of a document type', () => {
  it('is kept once, also where the request is sent again, and does not come back once it is deleted', () => {
    given().when({ type: 'keep', example, at }).then(kept);
    given(kept)
      .when({ type: 'keep', example: { ...example, name: 'Another' }, at })
      .thenNothing();
    given(kept, deleted).when({ type: 'keep', example, at }).thenNothing();
  });

  it('is deleted once; where it never was, that is refused', () => {
    given(kept).when({ type: 'delete', at }).then(deleted);
    given(kept, deleted).when({ type: 'delete', at }).thenNothing();
    given()
      .when({ type: 'delete', at })
      .thenRefused('not_found', /no example with this id/);
  });
});

describe('what was read of an example', () => {
  it('differs in the fields that are expected otherwise, and in no others', () => {
    const expected = { total: '23.80', tip: null, lines: [{ name: 'Tea' }] };
    expect(differencesFrom(expected, { total: '23.80', lines: [{ name: 'Tea' }], date: '2026-03-02' })).toEqual([]);
    expect(differencesFrom(expected, { total: '28.30', tip: '2.00', lines: [{ name: 'Tea' }] })).toEqual([
      { field: 'total', expected: '23.80', read: '28.30' },
      { field: 'tip', expected: null, read: '2.00' },
    ]);
  });

  it('is shown masked where the type masks the field', () => {
    const outcome: ExampleOutcome = {
      ...{ example_id: 'e1', name: null, status: 'differs', error: null, broken: true },
      differences: [
        { field: 'iban', expected: 'DE89370400440532013000', read: null },
        { field: 'total', expected: '1', read: '2' },
      ],
    };
    expect(maskOutcome(outcome, ['iban'], { iban: 'DE89370400440532013000' }).differences).toEqual([
      { field: 'iban', expected: '******************3000', read: null },
      { field: 'total', expected: '1', read: '2' },
    ]);
  });

  it('shows the value of a masked field in no other field either, and nothing that was read where that value is not known', () => {
    const outcome = { differences: [{ field: 'note', expected: 'Rent', read: 'To DE89 3704 0044 0532 0130 00' }] };
    const known = maskOutcome(outcome, ['iban'], { iban: 'DE89370400440532013000', note: 'Rent' }).differences;
    expect(known).toEqual([{ field: 'note', expected: 'Rent', read: expect.not.stringContaining('0532') as unknown }]);
    const unknown = maskOutcome({ differences: [{ field: 'note', expected: 'Rent', read: 'To them' }] }, ['iban'], {});
    expect(unknown.differences).toEqual([{ field: 'note', expected: 'Rent', read: '***them' }]);
  });
});
