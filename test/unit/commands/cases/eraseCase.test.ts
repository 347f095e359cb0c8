import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createKeptAnswers } from '../../../../src/api/http/idempotency/keptAnswers.js';
import { createAgentCommands } from '../../../../src/commands/agents/agentCommands.js';
import { createAgentDefinitions } from '../../../../src/commands/agents/agentDefinitions.js';
import { createAgentDirectory } from '../../../../src/commands/agents/agentDirectory.js';
import {
  createCaseCommands,
  type CaseCommands,
  type CaseCommandsDeps,
} from '../../../../src/commands/cases/caseCommands.js';
import { documentKey } from '../../../../src/commands/cases/caseUploads.js';
import type { Committed } from '../../../../src/commands/core/context.js';
import { createDocumentTypeCatalog } from '../../../../src/commands/documentTypes/documentTypeCatalog.js';
import { createDocumentTypeCommands } from '../../../../src/commands/documentTypes/documentTypeCommands.js';
import { caseRules } from '../../../../src/domain/cases/caseRules.js';
import { caseStream } from '../../../../src/domain/cases/index.js';
import { BlobNotFound } from '../../../../src/platform/blobs/blobStore.js';
import { migrate } from '../../../../src/platform/database/migrate.js';
import { createExclusive, exclusiveMigrations } from '../../../../src/platform/exclusive/exclusive.js';
import { SubjectErased } from '../../../../src/platform/sealing/subjectKeys.js';
import { createCaseQueries, type CaseQueries } from '../../../../src/projections/cases/caseQueries.js';
import { startProjector, type Projector } from '../../../../src/projections/core/projector.js';
import { createReadYourWrites, type ReadYourWrites } from '../../../../src/projections/core/readYourWrites.js';
import { createDocumentTypeQueries } from '../../../../src/projections/documentTypes/documentTypesProjection.js';
import { allProjections } from '../../../../src/start/features.js';
import { finishErasures } from '../../../../src/workers/operations/finishErasures.js';
import { createLog } from '../../../../src/platform/log.js';
import { placesOf } from '../../../support/canary.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone, resultFor } from '../../../support/executions.js';
import { createPlainReports } from '../../../support/plainReports.js';
import { saveSearchFor } from '../../../support/savedSearches.js';
import { unerased } from '../../../support/unerased.js';
import { NO_FACES, NO_REGISTERS } from '../../../support/noFaces.js';

let core: Core;
let projector: Projector;
let reads: ReadYourWrites;
let parts: CaseCommandsDeps;
let cases: CaseCommands;
let queries: CaseQueries;
/** What is done while a document is read. */
let meanwhile: () => Promise<unknown>;
/** Stands in all that is read, said and named of one test's cases. */
let canary: string;

beforeAll(async () => {
  core = await openCore();
  await migrate(core.database, exclusiveMigrations);
  projector = startProjector({ ...core, projections: allProjections });
  reads = createReadYourWrites({ ...core, projections: allProjections });
  queries = createCaseQueries(core.readModels);
  const documentTypes = createDocumentTypeCatalog(core, createDocumentTypeQueries(core.readModels));
  parts = {
    ...{ ...core, documentTypes, exclusive: createExclusive(core), ttlMs: 3_600_000, queries },
    ...{ agents: createAgentDirectory(core), definitions: createAgentDefinitions(core.handler) },
    registers: NO_REGISTERS,
    engine: {
      ...NO_FACES,
      process: () => meanwhile().then(() => ({ status: 'completed', steps: [], result: resultFor(canary) })),
    },
  };
  cases = createCaseCommands(parts);
  const type = { context_id: 'passport', display_name: 'Passport', output_schema: { surname: 'string' } };
  await reads.wait(await createDocumentTypeCommands(core).define(anyone, { tenant_id: 'acme', ...type }));
  const definition = { doc_type_map: { passport: 'passport' }, intelligence_level: 2 };
  const agent = { tenant_id: 'acme', goal: 'talking', name: 'Talking', deployed: true, definition };
  await reads.wait(await createAgentCommands({ ...core, documentTypes }).create(anyone, agent));
});
afterAll(() => projector.stop().then(() => core.close()));
beforeEach(() => {
  meanwhile = () => Promise.resolve();
  canary = `CANARY${randomUUID().replaceAll('-', '')}`;
});

const shown = async <Value>(command: Promise<Committed<Value>>): Promise<Value> => {
  const committed = await command;
  await reads.wait(committed);
  return committed.value;
};
const open = async (client_reference_id: string | null = null): Promise<string> =>
  (await shown(cases.open(anyone, { tenant_id: 'acme', goal: 'talking', client_reference_id }))).case.session_id;
const stored = async (session_id: string) => {
  const [doc_id, subject] = [randomUUID(), caseStream(session_id)];
  const object = await core.blobs.put(documentKey(session_id, doc_id), Buffer.from(canary), { subject });
  return { doc_id, filename: `${canary}.pdf`, label: canary, mime_type: 'application/pdf', object };
};
const upload = async (id: string) => shown(cases.upload(anyone, id, await stored(id)));
const say = (id: string) => cases.message(anyone, id, { content: `I am ${canary}`, attachments: [] });
const reports = () => createPlainReports(core);

/** A case in which all was said and read that can be, with its report and its reference, and a saved search for it. */
async function fullCase(): Promise<string> {
  const id = await open(`${canary}-reference`);
  await shown(saveSearchFor(core, canary));
  await upload(id);
  await shown(say(id));
  await shown(cases.complete(anyone, id));
  await reports().facts(id, { regenerate: false });
  return id;
}

const found = () => placesOf(core, canary);

describe('an erased case', () => {
  it('leaves its values in no table and in no file, and says again what was erased', async () => {
    const id = await fullCase();
    expect((await found()).length).toBeGreaterThanOrEqual(5);
    const erasure = await shown(cases.erase(anyone, id, 'person_asked'));
    expect(await found()).toEqual([]);
    expect(erasure).toMatchObject({ session_id: id, subject: caseStream(id), replays: [] });
    expect(erasure.erased).toMatchObject({ blobs: 1, rows: 1 + 1 + 3, saved_searches: 1 });
    expect(erasure.erased.values).toBeGreaterThan(6);
    expect(await shown(cases.erase(anyone, id))).toEqual(erasure);
    expect(await queries.findWithDocuments(id)).toMatchObject({
      ...{ erased: true, status: 'completed', client_reference_id: null, result: null },
      documents: [{ status: 'done', document_type: 'passport', extracted: {}, filename: null }],
    });
    expect(await reports().facts(id, { regenerate: false })).toMatchObject({ case: { erased: true }, parties: [] });
    expect(await found()).toEqual([]);
  });

  it('is refused whatever comes late', async () => {
    const id = await open();
    const late = await stored(id);
    await shown(cases.erase(anyone, id));
    const refused = { reason: 'conflict', message: expect.stringMatching(/^The case was erased, so /) as string };
    const moves = {
      upload: () => cases.upload(anyone, id, late),
      message: () => say(id),
      completion: () => cases.complete(anyone, id),
      decision: () => cases.decide(anyone, id, { decision: 'approve' }),
      replay: () => cases.replay(anyone, id),
    };
    for (const [name, move] of Object.entries(moves)) await expect(move(), name).rejects.toMatchObject(refused);
    await expect(stored(id)).rejects.toThrow(SubjectErased);
    expect(await cases.recover(anyone)).toMatchObject({ value: 0 });
  });

  it('gets nothing back from a document that is being read meanwhile', async () => {
    const id = await open();
    meanwhile = () => cases.erase(anyone, id);
    await expect(upload(id)).rejects.toThrow(SubjectErased);
    expect(await queries.findWithDocuments(id)).toMatchObject({ documents: [{ status: 'failed', extracted: {} }] });
    expect((await cases.recover(anyone)).value).toBe(0);
    expect(await found()).toEqual([]);
  });

  it('keeps no file that it is given at that very moment', async () => {
    const id = await open();
    const late = await stored(id);
    const handle: CaseCommandsDeps['handler']['handle'] = async (request) => {
      await cases.erase(anyone, id);
      return core.handler.handle(request);
    };
    const slow = createCaseCommands({ ...parts, handler: { ...core.handler, handle } });
    await expect(slow.upload(anyone, id, late)).rejects.toThrow(SubjectErased);
    await expect(core.blobs.read(late.object.key)).rejects.toThrow(BlobNotFound);
  });

  it('can be erased though its key is lost', async () => {
    const id = await fullCase();
    await core.database.knex.raw('delete from subject_keys where subject = ?', [caseStream(id)]);
    expect(await cases.findToErase(id)).toMatchObject({ tenant_id: 'acme' });
    await shown(cases.erase(anyone, id));
    // What a saved search would be told by is lost too.
    expect((await found()).filter((place) => !place.startsWith('saved_searches'))).toEqual([]);
  });

  it('frees its reference, for one new case', async () => {
    const reference = `${canary}-reference`;
    const id = await open(reference);
    await shown(cases.erase(anyone, id));
    const opened = await Promise.all([open(reference), open(reference)]);
    expect(new Set(opened).size).toBe(1);
    expect(opened[0]).not.toBe(id);
    expect(await open(reference)).toBe(opened[0]);
  });

  it('is not there where there is none', async () => {
    await expect(cases.erase(anyone, randomUUID())).rejects.toMatchObject({ reason: 'not_found' });
  });
});

describe('the answers that are kept for repeated requests', () => {
  const claim = async (about: { [name: string]: string } = {}) => {
    const request = { tenant_id: 'acme', method: 'POST', path: '/v1/cases', parameters: about, key: randomUUID() };
    const ask = () => createKeptAnswers(core).claim({ ...request, fingerprint: Buffer.from('') });
    const claimed = await ask();
    if (claimed.outcome !== 'claimed') throw new Error('The key was not to be had');
    return { ...claimed.claim, ask };
  };

  it('go with a case that they were given with, also where no request named it', async () => {
    const id = await open();
    const [about, other] = [await claim(), await claim()];
    await about.keep({ status: 200, body: { session_id: id } });
    await other.keep({ status: 200, body: { session_id: randomUUID() } });
    await shown(cases.erase(anyone, id));
    expect(await about.ask()).toMatchObject({ outcome: 'claimed', claim: { made_id: about.made_id } });
    expect(await other.ask()).toMatchObject({ outcome: 'answered' });
  });

  it('are not kept of a request that was being executed meanwhile', async () => {
    const id = await open();
    const late = await claim({ session_id: id });
    await shown(cases.erase(anyone, id));
    await late.keep({ status: 200, body: { surname: canary } });
    expect(await late.ask()).toMatchObject({ outcome: 'claimed' });
  });
});

describe('replays', () => {
  const replay = async (id: string): Promise<string> => {
    const { session_id } = await shown(cases.replay(anyone, id));
    await shown(cases.processReplay(anyone, session_id));
    return session_id;
  };

  it('are erased with the case that they do again, and those of replays too', async () => {
    const id = await fullCase();
    const first = await replay(id);
    const second = await replay(first);
    const erasure = await shown(cases.erase(anyone, id));
    expect(erasure.replays).toEqual([first]);
    for (const one of [first, second]) expect(await queries.find(one)).toMatchObject({ erased: true });
    expect(await found()).toEqual([]);
  });

  it('can be erased by themselves, and the case keeps its documents', async () => {
    const id = await fullCase();
    const again = await replay(id);
    await shown(cases.erase(anyone, again));
    expect(await queries.findWithDocuments(again)).toMatchObject({ erased: true, comparison: null });
    const one = await queries.findWithDocuments(id);
    expect(one).toMatchObject({ erased: false, documents: [{ extracted: { surname: canary } }] });
    expect(String(await core.blobs.read(one?.documents[0]?.object_key ?? ''))).toBe(canary);
  });

  it('that are being opened meanwhile come to nothing', async () => {
    const id = await fullCase();
    const new_id = randomUUID();
    // The process that opens it stops right before it does, and goes on once the case is erased.
    const handle: CaseCommandsDeps['handler']['handle'] = async (request) => {
      if (request.stream === caseStream(new_id)) await cases.erase(anyone, id);
      return core.handler.handle(request);
    };
    const slow = createCaseCommands({ ...parts, handler: { ...core.handler, handle } });
    await expect(slow.replay(anyone, id, new_id)).rejects.toThrow(SubjectErased);
    expect(await queries.find(new_id)).toBeUndefined();
    expect(await found()).toEqual([]);
  });
});

describe('an erasure that is broken off', () => {
  const asked = { ...anyone, actor: 'key:officer' };
  const finish = () => finishErasures({ ...core, commands: { cases, ...unerased }, seconds: 0, log });
  const log = createLog('fatal');
  const broken = (more: Partial<CaseCommandsDeps>): CaseCommands => createCaseCommands({ ...parts, ...more });
  const killed = () => Promise.reject(new Error('killed'));

  it.each([
    [
      'before the fact',
      (id: string) => broken({ handler: { ...core.handler, handle: killed } }).erase(asked, id, 'other'),
    ],
    [
      'before the files',
      (id: string) => broken({ blobs: { ...core.blobs, delete: killed } }).erase(asked, id, 'other'),
    ],
    ['before the kept answers', (id: string) => broken({ forgetAnswers: killed }).erase(asked, id, 'other')],
  ])('%s is finished by a worker, in the name of who asked and for the same reason', async (_where, erase) => {
    const id = await fullCase();
    await expect(erase(id)).rejects.toThrow('killed');
    await finish();
    await finish();
    const position = (await core.eventStore.head()) ?? expect.unreachable('the log is empty');
    await reads.wait({ event_types: ['CaseErased', 'SavedSearchErased'], position });
    expect(await found()).toEqual([]);
    const facts = [];
    for await (const event of core.eventStore.readStream(caseStream(id)))
      if (event.type === 'CaseErased') facts.push(event);
    expect(facts).toMatchObject([{ data: { reason: 'other' }, metadata: { actor: 'key:officer', tenant_id: 'acme' } }]);
    expect(await core.subjectKeys.unfinishedErasures({ seconds: 0, limit: 9, except: [] })).toEqual([]);
  });

  it('at one of its replays finishes the others, and that one later', async () => {
    const id = await fullCase();
    const replay = async () => (await cases.replay(anyone, id)).value.session_id;
    const replays = [await replay(), await replay()];
    const forgetAnswers = (of: string) => (of === replays[0] ? killed() : core.forgetAnswers(of));
    await expect(broken({ forgetAnswers }).erase(asked, id)).rejects.toThrow('killed');
    const { state } = await core.handler.loadToErase(caseStream(replays[1] ?? ''), caseRules);
    expect(state).toMatchObject({ case: { erased: true } });
    await finish();
    expect(await core.subjectKeys.unfinishedErasures({ seconds: 0, limit: 9, except: [] })).toEqual([]);
  });

  it('before it is known whether all comes to it is asked for again, and keeps no other waiting', async () => {
    const ids = [await open(), await open()];
    const waiting = broken({ forgetRows: () => Promise.resolve(false) });
    for (const id of ids) await shown(waiting.erase(asked, id));
    const { unfinishedErasures } = core.subjectKeys;
    const unfinished = async () =>
      (await unfinishedErasures({ seconds: 0, limit: 9, except: [] })).map(({ subject }) => subject);
    expect(await unfinished()).toEqual(ids.map(caseStream));
    const again: string[] = [];
    const erase: CaseCommands['erase'] = (context, id, reason) => {
      again.push(id);
      return waiting.erase(context, id, reason);
    };
    await finishErasures({
      ...{ commands: { cases: { erase }, ...unerased }, seconds: 0, log },
      subjectKeys: { unfinishedErasures: (which) => unfinishedErasures({ ...which, limit: 1 }) },
    });
    expect(again).toEqual(ids);
    await finish();
    expect(await unfinished()).toEqual([]);
  });

  it('is left to who is at it for a while', async () => {
    const id = await open();
    await expect(broken({ forgetAnswers: killed }).erase(asked, id)).rejects.toThrow('killed');
    expect(await core.subjectKeys.unfinishedErasures({ seconds: 60, limit: 9, except: [] })).toEqual([]);
    await finish();
  });
});
