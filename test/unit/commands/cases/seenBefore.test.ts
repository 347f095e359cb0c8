import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBlocklistCommands } from '../../../../src/commands/blocklist/blocklistCommands.js';
import { createCaseHandler } from '../../../../src/commands/cases/caseHandler.js';
import { createSeenBefore, type SeenBeforeIndex } from '../../../../src/commands/cases/seenBefore.js';
import { blocklistEntryStream } from '../../../../src/domain/blocklist/index.js';
import { caseStream, type Case } from '../../../../src/domain/cases/case.js';
import { finishErasures } from '../../../../src/workers/operations/finishErasures.js';
import { readDocument } from '../../../support/caseDocuments.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone } from '../../../support/executions.js';
import { unerased } from '../../../support/unerased.js';

let core: Core;
let seenBefore: SeenBeforeIndex;
beforeAll(async () => {
  core = await openCore();
  seenBefore = createSeenBefore({ ...core, cases: createCaseHandler(core.handler) });
});
afterAll(() => core.close());

/** A case with a passport of somebody's, as far as it matters. */
async function caseOf(tenant_id: string, extracted: object = {}): Promise<Case> {
  const session_id = randomUUID();
  await core.subjectKeys.obtain(caseStream(session_id));
  const says = { full_name: 'Anna Eriksson', birth_date: '1974-08-12', passport_number: 'L898902C3', ...extracted };
  return {
    session_id,
    tenant_id,
    replay_of: null,
    documents: [readDocument('passport', { extracted: says })],
  } as object as Case;
}
const codes = async (theCase: Case, mode?: 'test'): Promise<string[]> =>
  (await seenBefore.find(theCase, mode)).map(({ code }) => code);
const blocking = (more: object = {}) => createBlocklistCommands({ ...core, ...more });
const BLOCKED = { kind: 'document_number', what: { kind: 'document_number', numbers: ['L898902C3'] } } as const;

describe('what was seen in a test', () => {
  it('is known again in tests alone, and what was seen live is not known there', async () => {
    const tenant = randomUUID();
    expect(await codes(await caseOf(tenant), 'test')).toEqual([]);
    expect(await codes(await caseOf(tenant))).toEqual([]);
    expect(await codes(await caseOf(tenant), 'test')).toEqual(['duplicate_document', 'duplicate_person']);
    expect(await codes(await caseOf(tenant))).toEqual(['duplicate_document', 'duplicate_person']);
  });

  it('is not blocked by what is blocked live, nor the other way round', async () => {
    const tenant = randomUUID();
    await blocking().add({ ...anyone, tenant_id: tenant, mode: 'test' }, BLOCKED);
    expect(await codes(await caseOf(tenant))).toEqual([]);
    expect(await codes(await caseOf(tenant), 'test')).toEqual(['blocklisted']);
  });
});

describe('a correction', () => {
  const corrected = async (tenant: string) => {
    const theCase = await caseOf(tenant, { passport_number: 'L898902C4' });
    const made = { actor: null, by: 'key:1', reason: null, at: '2026-03-02T09:00:00.000Z' };
    const corrections = [{ field: 'passport_number', from: 'L898902C3', to: 'L898902C4', ...made }];
    return { ...theCase, documents: theCase.documents.map((one) => ({ ...one, corrections })) };
  };

  it('takes nobody off the blocklist: what was read counts beside it', async () => {
    const tenant = randomUUID();
    await blocking().add({ ...anyone, tenant_id: tenant, mode: 'live' }, BLOCKED);
    expect(await codes(await corrected(tenant))).toEqual(['blocklisted']);
  });

  it('does not hide that the document was shown under another name', async () => {
    const tenant = randomUUID();
    await seenBefore.find(await caseOf(tenant, { full_name: 'Robert Smith' }), 'live');
    expect(await seenBefore.find(await corrected(tenant), 'live')).toMatchObject([{ of_another: true }]);
  });
});

describe('a document', () => {
  it('of another person is told by the name that was read, not where none was', async () => {
    const tenant = randomUUID();
    const first = await caseOf(tenant);
    await seenBefore.find(first, 'live');
    const nameless = await caseOf(tenant, { full_name: null });
    expect(await seenBefore.find(nameless, 'live')).toMatchObject([{ of_another: false }]);
    const other = await caseOf(tenant, { full_name: 'Robert Smith' });
    expect(await seenBefore.find(other, 'live')).toMatchObject([
      { code: 'duplicate_document', by: 'document', of_another: true, cases: [first.session_id] },
      { code: 'duplicate_document', by: 'document', of_another: false, cases: [nameless.session_id] },
    ]);
  });

  it('of another person is told however many show it since under the name that it is shown under', async () => {
    const tenant = randomUUID();
    const annas = await caseOf(tenant);
    await seenBefore.find(annas, 'live');
    for (let n = 0; n < 12; n += 1) {
      const theCase = await caseOf(tenant, { full_name: 'Robert Smith' });
      await seenBefore.note(theCase, 'live', theCase.documents);
    }
    const shown = await caseOf(tenant, { full_name: 'Robert Smith' });
    const [document, own, person] = await seenBefore.find(shown, 'live');
    expect(document).toMatchObject({ of_another: true, cases: [annas.session_id] });
    expect([own?.of_another, own?.cases.includes(annas.session_id)]).toEqual([false, false]);
    expect(person?.code).toBe('duplicate_person');
  });

  it('is looked for also where it was asked for again, and names what is on the blocklist', async () => {
    const tenant = randomUUID();
    await blocking().add({ ...anyone, tenant_id: tenant }, BLOCKED);
    const theCase = await caseOf(tenant);
    const [first] = theCase.documents;
    const later = readDocument('passport', { extracted: { passport_number: 'X1234567' } });
    const asked = { ...theCase, documents: [{ ...first!, asked_again: true }, later] };
    expect(await seenBefore.find(asked, 'live')).toMatchObject([{ code: 'blocklisted', doc_id: first!.doc_id }]);
  });

  it('names the newest ten of many cases that show it', async () => {
    const tenant = randomUUID();
    const shown: string[] = [];
    for (let n = 0; n < 12; n += 1) {
      const theCase = await caseOf(tenant);
      await seenBefore.note(theCase, 'live', theCase.documents);
      shown.unshift(theCase.session_id);
    }
    const [found] = await seenBefore.find(await caseOf(tenant), 'live');
    expect(found?.cases).toEqual(shown.slice(0, 10));
  });

  it('that was not read as a known type is not noted', async () => {
    const theCase = await caseOf(randomUUID());
    await seenBefore.note(theCase, 'live', [readDocument('unknown'), readDocument('passport', { status: 'failed' })]);
    expect(await core.database.knex('keyed_index').where({ subject: caseStream(theCase.session_id) })).toEqual([]);
  });

  it('whose person several documents of a case name is said once', async () => {
    const tenant = randomUUID();
    await seenBefore.find(await caseOf(tenant), 'live');
    const theCase = await caseOf(tenant, { passport_number: 'X7654321' });
    const letter = readDocument('letter', { extracted: { name: 'ERIKSSON ANNA', birth_date: '1974-08-12' } });
    expect(await codes({ ...theCase, documents: [...theCase.documents, letter] })).toEqual(['duplicate_person']);
  });
});

describe('an entry of a blocklist', () => {
  const context = { ...anyone, tenant_id: 'acme' };

  it('whose request was cut off before it was there blocks nothing, and does once it is repeated', async () => {
    const tenant_id = randomUUID();
    const entry_id = randomUUID();
    const handler = { ...core.handler, handle: () => Promise.reject(new Error('killed')) };
    const input = { ...BLOCKED, entry_id };
    await expect(blocking({ handler }).add({ ...context, tenant_id }, input)).rejects.toThrow('killed');
    expect(await codes(await caseOf(tenant_id))).toEqual([]);
    await blocking().add({ ...context, tenant_id }, input);
    expect(await codes(await caseOf(tenant_id))).toContain('blocklisted');
  });

  it('whose removal was broken off blocks nothing from then on, and is removed by a worker', async () => {
    const tenant_id = randomUUID();
    const { value } = await blocking().add({ ...context, tenant_id }, BLOCKED);
    const handler = { ...core.handler, handle: () => Promise.reject(new Error('killed')) };
    await expect(blocking({ handler }).remove({ ...context, tenant_id }, value.entry_id)).rejects.toThrow('killed');
    expect(await codes(await caseOf(tenant_id))).toEqual([]);
    const unfinished = () => core.subjectKeys.unfinishedErasures({ seconds: 0, limit: 9, except: [] });
    expect((await unfinished()).map(({ subject }) => subject)).toEqual([blocklistEntryStream(value.entry_id)]);
    const cases = { erase: unerased.executions.erase };
    await finishErasures({ ...core, commands: { ...unerased, cases, blocklist: blocking() }, seconds: 0 });
    expect(await unfinished()).toEqual([]);
    const events = [];
    for await (const { type } of core.eventStore.readStream(blocklistEntryStream(value.entry_id))) events.push(type);
    expect(events).toEqual(['BlocklistEntryAdded', 'BlocklistEntryRemoved']);
  });

  it('that is not there cannot be removed, and leaves no key behind', async () => {
    const id = randomUUID();
    await expect(blocking().remove(context, id)).rejects.toMatchObject({ reason: 'not_found' });
    expect((await core.subjectKeys.find([blocklistEntryStream(id)])).size).toBe(0);
  });
});
