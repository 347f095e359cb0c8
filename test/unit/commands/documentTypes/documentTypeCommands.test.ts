import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createDocumentTypeCommands,
  type DocumentTypeCommands,
  type Preset,
} from '../../../../src/commands/documentTypes/documentTypeCommands.js';
import { withDefaults } from '../../../../src/domain/documentTypes/documentType.js';
import { allProjections } from '../../../../src/start/features.js';
import {
  createDocumentTypeQueries,
  type DocumentTypeQueries,
} from '../../../../src/projections/documentTypes/documentTypesProjection.js';
import {
  createDocumentTypeVersionQueries,
  type DocumentTypeVersionQueries,
} from '../../../../src/projections/documentTypes/documentTypeVersionsProjection.js';
import { startProjector, type Projector } from '../../../../src/projections/core/projector.js';
import { createReadYourWrites, type ReadYourWrites } from '../../../../src/projections/core/readYourWrites.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone } from '../../../support/executions.js';

let core: Core;
let projector: Projector;
let types: DocumentTypeCommands;
let queries: DocumentTypeQueries;
let versions: DocumentTypeVersionQueries;
let reads: ReadYourWrites;
beforeAll(async () => {
  core = await openCore();
  projector = startProjector({ ...core, projections: allProjections });
  types = createDocumentTypeCommands(core);
  queries = createDocumentTypeQueries(core.readModels);
  versions = createDocumentTypeVersionQueries(core.readModels);
  reads = createReadYourWrites({ ...core, projections: allProjections });
});
afterAll(async () => {
  await projector.stop();
  await core.close();
});

const fields = { display_name: 'Invoice', output_schema: { total: 'amount', iban: 'string', a_date: 'date' } };

describe('a document type', () => {
  it('can be read as it was defined, its fields in the order they were given', async () => {
    const id = { tenant_id: 'acme', context_id: 'invoice' };
    const defined = await types.define(anyone, { ...id, ...fields });
    await reads.wait(defined);
    expect(await queries.find(id)).toEqual({ ...defined.value, revision: 0 });
    expect(Object.keys((await queries.find(id))?.output_schema ?? {})).toEqual(['total', 'iban', 'a_date']);
  });

  it('keeps what it was before every change, newest first', async () => {
    const id = { tenant_id: 'acme', context_id: 'with_history' };
    await types.define(anyone, { ...id, ...fields });
    await types.update(anyone, id, { display_name: 'Second' });
    const locked = await types.lockFields(anyone, id, { fields: { due_date: 'date' }, auto_suggest: true });
    await reads.wait(locked);
    expect(await versions.list(id)).toMatchObject([
      { ...id, display_name: 'Second', note: 'Before its fields were locked', config: { display_name: 'Second' } },
      { ...id, display_name: 'Invoice', note: 'Before an update', config: { output_schema: fields.output_schema } },
    ]);
    expect(await queries.find(id)).toMatchObject({ display_name: 'Second', revision: 4 });
  });

  it('of a tenant goes before the global one of the same name, which comes back when it is removed', async () => {
    const global = { tenant_id: '', context_id: 'shadowed' };
    const own = { tenant_id: 'acme', context_id: 'shadowed' };
    await types.define(anyone, { ...global, ...fields, display_name: 'Global' });
    await reads.wait(await types.define(anyone, { ...own, ...fields, display_name: 'Own' }));
    expect(await queries.resolve(own)).toMatchObject({ display_name: 'Own' });
    expect(await queries.resolve({ ...own, tenant_id: 'other' })).toMatchObject({ display_name: 'Global' });
    const listed = await queries.list({ tenant_id: 'acme', include_global: true });
    expect(listed.filter(({ context_id }) => context_id === 'shadowed')).toMatchObject([{ display_name: 'Own' }]);
    await reads.wait(await types.remove(anyone, own));
    expect(await queries.resolve(own)).toMatchObject({ display_name: 'Global' });
    expect(await queries.find(own)).toBeUndefined();
  });

  it.each([
    ['a back reference', '(a)\\1'],
    ['look-ahead', '(?=a)b'],
    ['a bracket that is not closed', '(a'],
    ['more than a thousand characters', 'a'.repeat(1001)],
  ])('does not take a pattern with %s', async (_what, regex) => {
    const rules = { total: { regex } };
    const refused = types.define(anyone, {
      ...{ tenant_id: 'acme', context_id: 'bad_pattern' },
      ...{ ...fields, validation_rules: rules },
    });
    await expect(refused).rejects.toMatchObject({
      reason: 'invalid',
      message: expect.stringMatching(/total\.regex/) as string,
    });
    const locked = types.lockFields(anyone, { tenant_id: 'acme', context_id: 'invoice' }, { fields: {}, rules });
    await expect(locked).rejects.toMatchObject({ reason: 'invalid' });
  });
});

describe('a composite document type', () => {
  const made = (context_id: string, ...members: string[]) => ({
    ...{ tenant_id: 'acme', context_id, display_name: 'Pack', output_schema: {} },
    pipeline_steps: members.map((member) => `type:${member}`),
  });

  it('is refused where a member does not exist, and the one that is probably meant is named', async () => {
    await reads.wait(await types.define(anyone, { tenant_id: '', context_id: 'lease_contract', ...fields }));
    const sentence =
      'pipeline_steps names the document type "leese_contract", which does not exist; did you mean "lease_contract"?';
    const refused = { reason: 'invalid', message: sentence };
    await expect(types.define(anyone, made('pack', 'lease_contract', 'leese_contract'))).rejects.toMatchObject(refused);
    const { pipeline_steps } = made('pack', 'leese_contract');
    await types.define(anyone, made('pack', 'lease_contract'));
    await expect(types.update(anyone, made('pack'), { pipeline_steps })).rejects.toMatchObject(refused);
    await expect(types.draft(made('pack'), { pipeline_steps })).rejects.toMatchObject(refused);
  });

  it('is removed once by a command that is sent again, also where it names the revision that was read', async () => {
    const id = { tenant_id: 'acme', context_id: 'sent_again' };
    await types.define(anyone, { ...id, ...fields });
    const again = { ...anyone, command_id: 'the-same' };
    const first = await types.remove(again, id, [0n]);
    expect(await types.remove(again, id, [0n])).toMatchObject({ event_types: first.event_types });
    await expect(types.remove(anyone, id, [0n])).rejects.toMatchObject({ reason: 'not_found' });
  });

  it('can still be changed in what does not name them once a member is gone', async () => {
    await types.define(anyone, { tenant_id: 'acme', context_id: 'short_lived', ...fields });
    await types.define(anyone, made('bereft', 'short_lived'));
    await types.remove(anyone, { tenant_id: 'acme', context_id: 'short_lived' });
    const { value } = await types.update(anyone, made('bereft'), { display_name: 'Another' });
    expect(value.now.display_name).toBe('Another');
  });
});

describe('seeding the shipped document types', () => {
  const preset = (context_id: string, more: Partial<Preset> = {}): Preset => ({
    ...withDefaults(fields),
    ...{ context_id, ...more },
  });
  const shipped = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'].map((name) =>
    preset(name),
  );

  it('defines them at the first start and does nothing at the second, also when two start at once', async () => {
    const together = await Promise.all([types.seedPresets(anyone, shipped), types.seedPresets(anyone, shipped)]);
    expect(together.map(({ value }) => value.defined).reduce((sum, one) => sum + one)).toBe(10);
    const again = await types.seedPresets(anyone, shipped);
    expect(again).toEqual({ value: { defined: 0, updated: 0, unchanged: 10 }, event_types: [] });
  });

  it('updates the one that changed, and leaves the one that was edited by hand', async () => {
    await types.update(anyone, { tenant_id: '', context_id: 'two' }, { enabled: false });
    await types.remove(anyone, { tenant_id: '', context_id: 'three' });
    const changed = shipped.map((one) => ({ ...one, classify_hints: ['rechnung'] }));
    const seeded = await types.seedPresets(anyone, changed);
    expect(seeded.value).toEqual({ defined: 0, updated: 8, unchanged: 2 });
    await reads.wait(seeded);
    const find = (context_id: string) => queries.find({ tenant_id: '', context_id });
    expect(await find('one')).toMatchObject({ classify_hints: ['rechnung'], enabled: true });
    expect(await find('two')).toMatchObject({ classify_hints: [], enabled: false });
    expect(await find('three')).toBeUndefined();
    expect(await versions.list({ tenant_id: '', context_id: 'one' })).toHaveLength(1);
  });
});
