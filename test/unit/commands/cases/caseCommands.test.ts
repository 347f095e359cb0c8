import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAgentDefinitions } from '../../../../src/commands/agents/agentDefinitions.js';
import { createAgentCommands } from '../../../../src/commands/agents/agentCommands.js';
import { createCaseCommands, type CaseCommands } from '../../../../src/commands/cases/caseCommands.js';
import { documentKey } from '../../../../src/commands/cases/caseUploads.js';
import { createCaseHandler, type CaseHandler } from '../../../../src/commands/cases/caseHandler.js';
import { createDocumentTypeCommands } from '../../../../src/commands/documentTypes/documentTypeCommands.js';
import { caseStream, type Case } from '../../../../src/domain/cases/case.js';
import { EngineUnavailable, type DocumentEngine } from '../../../../src/engines/documents/documentEngine.js';
import { BlobNotFound } from '../../../../src/platform/blobs/blobStore.js';
import { createExclusive, exclusiveMigrations, type Exclusive } from '../../../../src/platform/exclusive/exclusive.js';
import { migrate } from '../../../../src/platform/database/migrate.js';
import { createAgentDirectory } from '../../../../src/commands/agents/agentDirectory.js';
import { allProjections } from '../../../../src/start/features.js';
import { createCaseQueries } from '../../../../src/projections/cases/caseQueries.js';
import { createDocumentTypeCatalog } from '../../../../src/commands/documentTypes/documentTypeCatalog.js';
import { createDocumentTypeQueries } from '../../../../src/projections/documentTypes/documentTypesProjection.js';
import { startProjector, type Projector } from '../../../../src/projections/core/projector.js';
import { createReadYourWrites, type ReadYourWrites } from '../../../../src/projections/core/readYourWrites.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone, resultFor } from '../../../support/executions.js';
import { NO_FACES, NO_REGISTERS } from '../../../support/noFaces.js';

const HOUR = 3_600_000;

let core: Core;
let projector: Projector;
let reads: ReadYourWrites;
let cases: CaseCommands;
let handler: CaseHandler;
let exclusive: Exclusive;
/** What the blob store cannot give, by key, or take, by content, right now. */
const outOfReach = new Set<string>();
/** What the engine was given, and what it does with it. */
let read: string[];
let engine: DocumentEngine['process'];
/** Time goes on by itself, and by as much as a test says. */
let ahead = 0;
const clock = (): Date => new Date(Date.now() + ahead);

beforeAll(async () => {
  core = await openCore();
  await migrate(core.database, exclusiveMigrations);
  projector = startProjector({ ...core, projections: allProjections });
  reads = createReadYourWrites({ ...core, projections: allProjections });
  const { readModels } = core;
  const documentTypes = createDocumentTypeCatalog(core, createDocumentTypeQueries(readModels));
  exclusive = createExclusive(core);
  handler = createCaseHandler(core.handler);
  cases = createCaseCommands({
    ...{ ...core, documentTypes, exclusive, clock, ttlMs: HOUR },
    ...{ agents: createAgentDirectory(core), queries: createCaseQueries(readModels) },
    definitions: createAgentDefinitions(core.handler),
    blobs: {
      ...core.blobs,
      put: (key, content, owner) =>
        content instanceof Uint8Array && outOfReach.has(Buffer.from(content).toString())
          ? Promise.reject(new Error('out of reach'))
          : core.blobs.put(key, content, owner),
      read: (key) => (outOfReach.has(key) ? Promise.reject(new Error('out of reach')) : core.blobs.read(key)),
    },
    registers: NO_REGISTERS,
    engine: {
      ...NO_FACES,
      process: (job) => {
        read.push(Buffer.from(job.bytes).toString());
        return engine(job);
      },
    },
  });
  const type = { context_id: 'passport', display_name: 'Passport', output_schema: { surname: 'string' } };
  await reads.wait(await createDocumentTypeCommands(core).define(anyone, { tenant_id: 'acme', ...type }));
  const agents = createAgentCommands({ ...core, documentTypes });
  for (const [goal, intelligence_level] of [
    ['onboarding', 0],
    ['talking', 2],
  ] as const) {
    const definition = { doc_type_map: { passport: 'passport' }, intelligence_level };
    const agent = { tenant_id: 'acme', goal, name: 'Onboarding', deployed: true, definition };
    await reads.wait(await agents.create(anyone, agent));
  }
});

afterAll(async () => {
  await projector.stop();
  await core.close();
});

beforeEach(() => {
  ahead = 0;
  read = [];
  engine = () => Promise.resolve({ status: 'completed', steps: [], result: resultFor('BERG') });
});

const open = async (goal = 'onboarding'): Promise<string> => {
  const opened = await cases.open(anyone, { tenant_id: 'acme', goal });
  await reads.wait(opened);
  return opened.value.case.session_id;
};

const caseOf = async (id: string): Promise<Case> => {
  const { state } = await handler.load(id);
  if (state.status === 'not_opened') throw new Error('The case was not opened');
  return state.case;
};

const storedDocument = async (session_id: string, content = `page ${randomUUID()}`) => {
  const doc_id = randomUUID();
  const object = await core.blobs.put(documentKey(session_id, doc_id), Buffer.from(content), {
    subject: caseStream(session_id),
  });
  return { doc_id, filename: 'page.pdf', label: null, mime_type: 'application/pdf', object };
};

/** What the log holds of a document whose process was killed while it read it. */
const leftUnread = async (session_id: string, content?: string) => {
  const document = { ...(await storedDocument(session_id, content)), expected_type: null };
  const received = await handler.handle(anyone, session_id, {
    ...{ type: 'receive_document', document, at: clock().toISOString() },
  });
  await reads.wait({ event_types: ['DocumentReceived'], position: received.position! });
  return document;
};

const recovered = async (): Promise<number> => {
  const committed = await cases.recover(anyone);
  await reads.wait(committed);
  return committed.value;
};

describe('a case that nobody touches', () => {
  it('expires after its time, and refuses everything that comes late', async () => {
    const id = await open();
    const document = await storedDocument(id);
    ahead = HOUR - 60_000;
    expect((await cases.expireInactive(anyone)).value).toBe(0);
    ahead = HOUR + 60_000;
    const expired = await cases.expireInactive(anyone);
    expect(expired.value).toBe(1);
    await reads.wait(expired);
    const late = {
      reason: 'conflict',
      message: expect.stringMatching(/^The case has expired .* open a new one$/) as string,
    };
    await expect(cases.upload(anyone, id, document)).rejects.toMatchObject(late);
    await expect(core.blobs.read(document.object.key)).rejects.toThrow(BlobNotFound);
    await expect(cases.complete(anyone, id)).rejects.toMatchObject(late);
    await expect(cases.decide(anyone, id, { decision: 'approve' })).rejects.toMatchObject({
      ...{ reason: 'conflict', message: 'The case has expired; only a case in review can be decided' },
    });
    expect(await caseOf(id)).toMatchObject({ status: 'expired', documents: [] });
    expect((await cases.expireInactive(anyone)).value).toBe(0);
  });

  it('lives on from its last change', async () => {
    const id = await open();
    ahead = HOUR - 60_000;
    await reads.wait(await cases.upload(anyone, id, await storedDocument(id)));
    ahead = HOUR + 60_000;
    expect((await cases.expireInactive(anyone)).value).toBe(0);
    ahead = 2 * HOUR;
    await reads.wait(await cases.expireInactive(anyone));
    expect(await caseOf(id)).toMatchObject({ status: 'expired', documents: [{ status: 'done' }] });
  });
});

describe('a document that was left unread by a killed process', () => {
  it('is read, and counted, once', async () => {
    const id = await open();
    await leftUnread(id);
    expect(await caseOf(id)).toMatchObject({ documents: [{ status: 'processing' }] });
    await expect(cases.complete(anyone, id)).rejects.toMatchObject({ reason: 'conflict' });
    expect(await recovered()).toBe(1);
    expect(await caseOf(id)).toMatchObject({
      ...{ documents: [{ status: 'done', extracted: { surname: 'BERG' } }], progress: { percent: 100 } },
    });
    expect(await recovered()).toBe(0);
    expect(read).toHaveLength(1);
  });

  it('is left to the process that holds it', async () => {
    const id = await open();
    const { doc_id } = await leftUnread(id);
    await exclusive.hold(`case-document:${doc_id}`, async () => expect(await recovered()).toBe(0));
    expect(read).toEqual([]);
    expect(await recovered()).toBe(1);
  });

  it('fails with a reason where its file is gone', async () => {
    const id = await open();
    const { object } = await leftUnread(id);
    await core.blobs.delete(object.key);
    expect(await recovered()).toBe(1);
    expect(await caseOf(id)).toMatchObject({
      documents: [{ status: 'failed', error: 'The file of the document is no longer there; send it again' }],
    });
  });

  it('waits while there is no engine', async () => {
    const [one, other] = [await open(), await open()];
    await leftUnread(one);
    await leftUnread(other);
    engine = () => Promise.reject(new EngineUnavailable('none'));
    await expect(cases.recover(anyone)).rejects.toThrow(EngineUnavailable);
    expect(await caseOf(one)).toMatchObject({ documents: [{ status: 'processing' }] });

    engine = () => Promise.resolve({ status: 'completed', steps: [], result: resultFor('BERG') });
    expect(await recovered()).toBe(2);
  });

  it('does not wait for another one that cannot be read now', async () => {
    const [one, other] = [await open(), await open()];
    const { object } = await leftUnread(one);
    await leftUnread(other);
    outOfReach.add(object.key);
    expect(await recovered()).toBe(1);
    expect(await caseOf(one)).toMatchObject({ documents: [{ status: 'processing' }] });
    expect(await caseOf(other)).toMatchObject({ documents: [{ status: 'done' }] });
    outOfReach.clear();
    expect(await recovered()).toBe(1);
    expect(await caseOf(one)).toMatchObject({ documents: [{ status: 'done' }] });
  });

  it('is taken in once by a request that is repeated', async () => {
    const id = await open();
    const document = await leftUnread(id);
    const uploaded = await cases.upload(anyone, id, document);
    expect(uploaded.value.document).toMatchObject({ doc_id: document.doc_id, status: 'done' });
    const again = await cases.upload(anyone, id, document);
    expect(again.value.document).toEqual(uploaded.value.document);
    expect((await caseOf(id)).documents).toHaveLength(1);
    expect(read).toHaveLength(1);
  });
});

describe('a replay', () => {
  it('that was broken off goes on where it was, and is set beside the old case once', async () => {
    const id = await open();
    for (const content of ['one', 'two', 'three']) {
      await reads.wait(await cases.upload(anyone, id, await storedDocument(id, content)));
    }
    read = [];
    engine = ({ bytes }) =>
      Buffer.from(bytes).toString() === 'two'
        ? Promise.reject(new EngineUnavailable('gone in the middle of it'))
        : Promise.resolve({ status: 'completed', steps: [], result: resultFor('BERG') });
    const { session_id } = (await cases.replay(anyone, id)).value;
    await expect(cases.processReplay(anyone, session_id)).rejects.toThrow(EngineUnavailable);
    const half = await caseOf(session_id);
    expect(half.documents.map(({ status }) => status)).toEqual(['done', 'pending', 'pending']);
    expect(half.comparison).toBeNull();

    engine = () => Promise.resolve({ status: 'completed', steps: [], result: resultFor('LINDQVIST') });
    await cases.processReplay(anyone, session_id);
    await cases.processReplay(anyone, session_id);
    expect(read).toEqual(['one', 'two', 'two', 'three']);
    const after = await caseOf(session_id);
    expect(after).toMatchObject({
      replay_of: id,
      documents: [{ status: 'done' }, { status: 'done' }, { status: 'done' }],
      comparison: {
        ...{ session_id: id, changed: 2 },
        documents: [
          { changed: false },
          { changed: true, fields: { surname: { before: 'BERG', after: 'LINDQVIST' } } },
          { changed: true },
        ],
      },
    });
    expect((await caseOf(id)).documents.every(({ extracted }) => extracted['surname'] === 'BERG')).toBe(true);
  });

  it('is not read by the sweep for what uploads left behind', async () => {
    const id = await open();
    await reads.wait(await cases.upload(anyone, id, await storedDocument(id)));
    const replay = await cases.replay(anyone, id);
    await reads.wait(replay);
    read = [];
    expect(await recovered()).toBe(0);
    expect(read).toEqual([]);
  });

  it('that is given up fails what was not read, and is compared all the same', async () => {
    const id = await open();
    await reads.wait(await cases.upload(anyone, id, await storedDocument(id)));
    const { session_id } = (await cases.replay(anyone, id)).value;
    await cases.giveUpReplay(anyone, session_id);
    expect(await caseOf(session_id)).toMatchObject({
      documents: [{ status: 'failed', error: expect.any(String) as string }],
      comparison: { changed: 1 },
    });
  });
});

describe('a message whose request was cut off', () => {
  const attachment = (content: string) => ({
    ...{ bytes: Buffer.from(content), filename: 'page.pdf', mime_type: 'application/pdf' },
  });
  const message = (id: string) => ({
    ...{ content: 'Here they are', attachments: [attachment('one'), attachment('two')], message_id: id },
  });

  it('is said once when it is repeated, with the same answer', async () => {
    const id = await open('talking');
    const message_id = randomUUID();
    const said = await cases.message(anyone, id, message(message_id));
    expect(said.value.documents).toMatchObject([{ status: 'done' }, { status: 'done' }]);
    const again = await cases.message(anyone, id, message(message_id));
    expect(again.value).toEqual(said.value);
    expect((await caseOf(id)).messages.map(({ role }) => role)).toEqual(['assistant', 'user', 'assistant']);
    expect((await caseOf(id)).documents).toHaveLength(2);
    expect(read).toEqual(['one', 'two']);
  });

  it('takes in only what had not been taken in, and keeps the files of what had', async () => {
    const id = await open('talking');
    const message_id = randomUUID();
    outOfReach.add('two');
    await expect(cases.message(anyone, id, message(message_id))).rejects.toThrow('out of reach');
    outOfReach.clear();
    const { value } = await cases.message(anyone, id, message(message_id));
    expect(value.documents).toMatchObject([{ status: 'done' }, { status: 'done' }]);
    expect(read).toEqual(['one', 'two']);
    const { documents, messages } = await caseOf(id);
    const files = await Promise.all(documents.map(({ object_key }) => core.blobs.read(object_key)));
    expect(files.map(String)).toEqual(['one', 'two']);
    expect(messages.map(({ role }) => role)).toEqual(['assistant', 'user', 'assistant']);
  });
});
