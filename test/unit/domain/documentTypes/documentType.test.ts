import { describe, expect, it } from 'vitest';
import { fold } from '../../../../src/domain/core/decider.js';
import {
  documentType,
  withDefaults,
  type DocumentTypeCommand,
} from '../../../../src/domain/documentTypes/documentType.js';
import type { DocumentTypeEvent } from '../../../../src/domain/documentTypes/documentTypeEvents.js';
import type { DocumentTypeConfig } from '../../../../src/domain/documentTypes/documentTypeConfig.js';
import { storiesOf } from '../../../support/givenWhenThen.js';

const { given } = storiesOf(documentType);
const id = { tenant_id: 'acme', context_id: 'invoice' };
const monday = '2026-03-02T09:00:00.000Z';
const tuesday = '2026-03-03T09:00:00.000Z';

const invoice = withDefaults({
  display_name: 'Invoice',
  output_schema: { total: 'amount', iban: 'string or null' },
  validation_rules: { total: { required: true } },
});
const define = (config: DocumentTypeConfig = invoice): DocumentTypeCommand => ({
  type: 'define',
  id,
  config,
  at: monday,
});
const update = (changes: Partial<DocumentTypeConfig>): DocumentTypeCommand => ({
  ...{ type: 'update', id, changes, at: tuesday, version_id: 'v1' },
});
const seed = (config: DocumentTypeConfig): DocumentTypeCommand => ({
  ...{ type: 'seed', id, config, at: tuesday, version_id: 'v1' },
});

const defined: DocumentTypeEvent = {
  type: 'DocumentTypeDefined',
  data: { ...id, config: invoice, origin: 'user', defined_at: monday },
};
const shipped: DocumentTypeEvent = {
  type: 'DocumentTypeDefined',
  data: { ...id, config: invoice, origin: 'shipped', defined_at: monday },
};
const removed: DocumentTypeEvent = { type: 'DocumentTypeRemoved', data: { ...id, removed_at: tuesday } };
const snapshot = (note: string): DocumentTypeEvent => ({
  type: 'DocumentTypeSnapshotTaken',
  data: { ...id, version_id: 'v1', config: invoice, note, taken_at: tuesday },
});
const updated = (config: DocumentTypeConfig, origin: 'shipped' | 'user' = 'user'): DocumentTypeEvent => ({
  type: 'DocumentTypeUpdated',
  data: { ...id, config, origin, updated_at: tuesday },
});

describe('defining a document type', () => {
  it('makes it what was asked for', () => given().when(define()).then(defined));

  it('is refused, as each change is, where a thousand are kept, also of what was removed and defined again', () => {
    const often = Array.from({ length: 500 }, () => [removed, defined]).flat();
    const more = Array.from({ length: 499 }, () => updated(invoice));
    const sentence = /^The document type was changed 1000 times, and each is kept; make a new one$/;
    given(defined, ...often, ...more)
      .when(update({}))
      .thenRefused('rule_broken', sentence);
    given(defined, ...often, ...more, removed)
      .when(define())
      .thenRefused('rule_broken', sentence);
  });

  it('is refused where the tenant has it already', () =>
    given(defined)
      .when(define())
      .thenRefused('conflict', /invoice/));

  it('is allowed again after it was removed', () => given(defined, removed).when(define()).then(defined));

  it('fills in what is left out', () => {
    expect(invoice).toMatchObject({
      input_type: 'document',
      analysis_type: 'extraction',
      model_hint: 'vlm',
      category: 'other',
      classify_hints: [],
      pipeline_steps: ['classify', 'extract', 'validate'],
      prompt_hint: '',
      enabled: true,
    });
  });

  it.each(['Invoice', 'my-type', 'a__b', '_a', '', 'x'.repeat(65), 'type:x'])('refuses the name %j', (context_id) =>
    given()
      .when({ type: 'define', id: { ...id, context_id }, config: invoice, at: monday })
      .thenRefused('invalid', /context_id/),
  );

  it.each([
    ['a blank display name', { display_name: ' ' }, /display_name/],
    ['a step that does not exist', { pipeline_steps: ['classify', 'guess'] }, /"guess"/],
    ['a step named twice', { pipeline_steps: ['extract', 'extract'] }, /twice/],
    ['a misspelt step', { pipeline_steps: ['extrat'] }, /did you mean "extract"\?$/],
    ['members beside plain steps', { pipeline_steps: ['type:receipt', 'extract'] }, /either all/],
    ['itself as its member', { pipeline_steps: ['type:invoice'] }, /itself/],
    ['a member that is no context_id', { pipeline_steps: ['type:No Such'] }, /no context_id/],
    ['a format that does not exist', { validation_rules: { total: { format: 'money' } } }, /total\.format is "money"/],
    ['a rule about a field it does not have', { validation_rules: { totl: { mask: true } } }, /"totl".*total, iban/],
    ['a field without a name', { output_schema: { ' ': 'string' } }, /field name/],
    [
      'a field name that JavaScript reserves',
      { output_schema: JSON.parse('{"__proto__":"string"}') as object },
      /reserved/,
    ],
    [
      'more fields than are looked for',
      { output_schema: Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`f${index}`, 'string'])) },
      /output_schema must have at most 1000 fields/,
    ],
    [
      'more members than run at the same time',
      { pipeline_steps: Array.from({ length: 101 }, (_, index) => `type:t${index}`) },
      /pipeline_steps must have at most 100 entries/,
    ],
    [
      'a kind that is no snake_case word',
      { describes: { kind: 'Identity card' } },
      /describes\.kind is "Identity card"/,
    ],
    ['a country that is no code', { describes: { countries: ['DEU', 'fr'] } }, /describes\.countries has "fr"/],
    [
      'an issuer in a field it does not have',
      { describes: { issuer: { name: 'seller' } } },
      /describes\.issuer\.name is the field "seller"/,
    ],
    ['more text than an event may hold', { prompt_hint: 'x'.repeat(150_001) }, /too large/],
  ])('refuses %s', (_what, part, sentence) =>
    given()
      .when(define({ ...invoice, ...part } as DocumentTypeConfig))
      .thenRefused('invalid', sentence),
  );

  it('takes a composite of other types', () => {
    const composite = { ...invoice, pipeline_steps: ['type:receipt', 'type:bank_statement'] };
    given()
      .when(define(composite))
      .then({ type: 'DocumentTypeDefined', data: { ...id, config: composite, origin: 'user', defined_at: monday } });
  });
});

describe('updating a document type', () => {
  it('keeps what it was as a version first, and leaves what was not given', () => {
    const config = { ...invoice, display_name: 'Bill', enabled: false };
    given(defined)
      .when(update({ display_name: 'Bill', enabled: false }))
      .then(snapshot('Before an update'), updated(config));
  });

  it('leaves nothing behind of what an update no longer says', () => {
    const described = { ...invoice, describes: { kind: 'invoice' } };
    const { documentType: after } = fold(documentType, [
      { type: 'DocumentTypeDefined', data: { ...id, config: described, origin: 'shipped', defined_at: monday } },
      updated(invoice, 'shipped'),
    ]) as { documentType: DocumentTypeConfig };
    expect(after).not.toHaveProperty('describes');
  });

  it('replaces the schema and the rules as wholes', () => {
    const config = { ...invoice, output_schema: { due: 'date' }, validation_rules: {} };
    given(defined)
      .when(update({ output_schema: { due: 'date' }, validation_rules: {} }))
      .then(snapshot('Before an update'), updated(config));
  });

  it('does not leave a rule behind without its field', () =>
    given(defined)
      .when(update({ output_schema: { due: 'date' } }))
      .thenRefused('invalid', /validation_rules is about the field "total"/));

  it('is held to the same rules as defining it', () =>
    given(defined)
      .when(update({ pipeline_steps: ['guess'] }))
      .thenRefused('invalid', /"guess"/));

  it.each([
    ['was never defined', []],
    ['was removed', [defined, removed]],
  ])('is refused where it %s', (_why, history) =>
    given(...history)
      .when(update({ enabled: false }))
      .thenRefused('not_found', /invoice/),
  );
});

describe('locking fields', () => {
  const lock = (given: Partial<Extract<DocumentTypeCommand, { type: 'lock_fields' }>>): DocumentTypeCommand => ({
    ...{ type: 'lock_fields', id, fields: {}, rules: {}, auto_suggest: false, at: tuesday, version_id: 'v1' },
    ...given,
  });
  const locked = (data: Pick<DocumentTypeConfig, 'output_schema' | 'validation_rules'>): DocumentTypeEvent => ({
    type: 'DocumentTypeFieldsLocked',
    data: { ...id, ...data, locked_at: tuesday },
  });

  it('merges fields and rules by field, and keeps a version first', () =>
    given(defined)
      .when(lock({ fields: { due_date: 'date' }, rules: { iban: { required: true } } }))
      .then(
        snapshot('Before its fields were locked'),
        locked({
          output_schema: { ...invoice.output_schema, due_date: 'date' },
          validation_rules: { total: { required: true }, iban: { required: true } },
        }),
      ));

  it('suggests rules by name for fields that have none, and never touches a rule that is there', () =>
    given(defined)
      .when(lock({ fields: { due_date: 'date', remark: 'string' }, auto_suggest: true }))
      .then(
        snapshot('Before its fields were locked'),
        locked({
          output_schema: { ...invoice.output_schema, due_date: 'date', remark: 'string' },
          validation_rules: {
            total: { required: true },
            iban: { format: 'iban', mask: true },
            due_date: { format: 'date' },
          },
        }),
      ));

  it('is refused for a type that is not there', () =>
    given()
      .when(lock({}))
      .thenRefused('not_found', /invoice/));
});

describe('removing a document type', () => {
  const remove: DocumentTypeCommand = { type: 'remove', id, at: tuesday };
  it('takes it away', () => given(defined).when(remove).then(removed));
  it('is refused the second time', () =>
    given(defined, removed)
      .when(remove)
      .thenRefused('not_found', /invoice/));
});

describe('seeding a shipped document type', () => {
  const changed = { ...invoice, classify_hints: ['invoice', 'facture'] };
  const note = 'Before an update of the shipped document types';

  it('defines it at the first start', () =>
    given().when({ type: 'seed', id, config: invoice, at: monday, version_id: 'v1' }).then(shipped));

  it('does nothing when nothing changed, whatever the order of keys', () =>
    given(shipped)
      .when(seed(Object.fromEntries(Object.entries(invoice).reverse()) as typeof invoice))
      .thenNothing());

  it('updates it when a new version of the service ships it changed', () =>
    given(shipped).when(seed(changed)).then(snapshot(note), updated(changed, 'shipped')));

  it('leaves it alone once someone updated it', () =>
    given(shipped, updated({ ...invoice, enabled: false }))
      .when(seed(changed))
      .thenNothing());

  it('leaves it alone once someone locked its fields', () =>
    given(shipped, {
      type: 'DocumentTypeFieldsLocked',
      data: { ...id, output_schema: {}, validation_rules: {}, locked_at: tuesday },
    })
      .when(seed(changed))
      .thenNothing());

  it('does not bring it back once someone removed it', () => given(shipped, removed).when(seed(changed)).thenNothing());

  it('leaves a type alone that someone defined under its name', () => given(defined).when(seed(changed)).thenNothing());
});

describe('what has become of a document type', () => {
  it('is its last configuration, with when it was defined and last changed', () => {
    const state = fold(documentType, [defined, snapshot('x'), updated({ ...invoice, display_name: 'Bill' })]);
    expect(state).toMatchObject({
      status: 'defined',
      origin: 'user',
      documentType: { ...id, ...invoice, display_name: 'Bill', created_at: monday, updated_at: tuesday },
    });
  });
});
