import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readDefinition } from '../../../../src/domain/agents/index.js';
import {
  createCaseDocumentReader,
  type CaseDocumentReaderDeps,
} from '../../../../src/commands/cases/caseDocumentReader.js';
import { createSeenBefore } from '../../../../src/commands/cases/seenBefore.js';
import { createCaseUploads, documentKey } from '../../../../src/commands/cases/caseUploads.js';
import { createCaseHandler } from '../../../../src/commands/cases/caseHandler.js';
import { HeldElsewhere } from '../../../../src/commands/core/heldElsewhere.js';
import { createCommandHandler } from '../../../../src/commands/core/commandHandler.js';
import { caseStream } from '../../../../src/domain/cases/case.js';
import { BlobNotFound } from '../../../../src/platform/blobs/blobStore.js';
import { createExclusive, exclusiveMigrations } from '../../../../src/platform/exclusive/exclusive.js';
import { migrate } from '../../../../src/platform/database/migrate.js';
import { EventStoreUnavailable } from '../../../../src/platform/eventStore/eventStore.js';
import { createDocumentTypeCatalog } from '../../../../src/commands/documentTypes/documentTypeCatalog.js';
import { createDocumentTypeQueries } from '../../../../src/projections/documentTypes/documentTypesProjection.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone, resultFor } from '../../../support/executions.js';

let core: Core;
beforeAll(async () => {
  core = await openCore();
  await migrate(core.database, exclusiveMigrations);
});
afterAll(() => core.close());

/** A case that collects, and what takes in its documents. */
async function openCase(handler = core.handler) {
  const { readModels } = core;
  const exclusive = createExclusive(core);
  const cases = createCaseHandler(handler);
  const parts = {
    ...{ ...core, cases, exclusive, definitions: () => Promise.resolve(readDefinition({})) },
    documentTypes: createDocumentTypeCatalog(core, createDocumentTypeQueries(readModels)),
  };
  const engine: CaseDocumentReaderDeps['engine'] = {
    process: () => Promise.resolve({ status: 'completed', steps: [], result: resultFor('BERG') }),
  };
  const reader = createCaseDocumentReader({ ...parts, engine, seenBefore: createSeenBefore(parts) });
  const documents = createCaseUploads({ ...parts, reader, patienceMs: 0 });
  const session_id = randomUUID();
  const agent = {
    ...{ id: 'a', revision: '0', goal: 'g', name: 'G', version: '1', allow_cloud: false },
    ...{ required_types: [], intelligence_level: 0 },
  };
  const opening = { session_id, tenant_id: 'acme', goal: 'g', client_reference_id: null, agent };
  await cases.handle(anyone, session_id, { type: 'open', opening, at: core.clock().toISOString() });
  const store = () =>
    core.blobs.put(documentKey(session_id, randomUUID()), Buffer.from('page'), { subject: caseStream(session_id) });
  const document = {
    ...{ doc_id: randomUUID(), filename: 'page.pdf', label: null, mime_type: 'application/pdf' },
    object: await store(),
  };
  return { exclusive, store, document, upload: (sent = document) => documents.upload(anyone, session_id, sent) };
}

it('an upload keeps its file where the event store broke down before it said that it took the document in', async () => {
  let answersAreLost = false;
  const handler = createCommandHandler({
    ...core,
    eventStore: {
      readStream: (...asked) => core.eventStore.readStream(...asked),
      async append(...asked) {
        const appended = await core.eventStore.append(...asked);
        if (answersAreLost) throw new EventStoreUnavailable('The connection broke');
        return appended;
      },
    },
  });
  const { upload, document } = await openCase(handler);
  answersAreLost = true;
  await expect(upload()).rejects.toThrow(EventStoreUnavailable);
  expect(await core.blobs.read(document.object.key)).toEqual(Buffer.from('page'));

  answersAreLost = false;
  const { value } = await upload();
  expect(value.case.documents).toHaveLength(1);
  expect(value.document).toMatchObject({ doc_id: document.doc_id, status: 'done' });
});

it('an upload that is repeated with another file leaves the one that its case has, and not the other', async () => {
  const { upload, document, store } = await openCase();
  await upload();
  const object = await store();
  await upload({ ...document, object });
  await expect(core.blobs.read(object.key)).rejects.toThrow(BlobNotFound);
  expect(await core.blobs.read(document.object.key)).toEqual(Buffer.from('page'));
});

it('an upload that another process does not finish is waited for only so long, and can be asked for again', async () => {
  const { upload, document, exclusive, store } = await openCase();
  await exclusive.hold(`case-document:${document.doc_id}`, () => expect(upload()).rejects.toThrow(HeldElsewhere));
  await expect(core.blobs.read(document.object.key)).rejects.toThrow(BlobNotFound);
  const again = { ...document, object: await store() };
  expect((await upload(again)).value.document).toMatchObject({ status: 'done' });
});

it('an upload leaves no file where it fails before its case was asked', async () => {
  let isDown = false;
  const { upload, document } = await openCase({
    ...core.handler,
    load: (...asked) =>
      isDown ? Promise.reject(new EventStoreUnavailable('It is down')) : core.handler.load(...asked),
  });
  isDown = true;
  await expect(upload()).rejects.toThrow(EventStoreUnavailable);
  await expect(core.blobs.read(document.object.key)).rejects.toThrow(BlobNotFound);
});
