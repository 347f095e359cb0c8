import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCaseDocuments, documentKey } from '../../../../src/commands/cases/caseDocuments.js';
import { createCaseHandler } from '../../../../src/commands/cases/caseHandler.js';
import { createCommandHandler } from '../../../../src/commands/core/commandHandler.js';
import { caseStream } from '../../../../src/domain/cases/case.js';
import { createExclusive, exclusiveMigrations } from '../../../../src/platform/exclusive/exclusive.js';
import { migrate } from '../../../../src/platform/database/migrate.js';
import { EventStoreUnavailable } from '../../../../src/platform/eventStore/eventStore.js';
import { createCaseQueries } from '../../../../src/projections/cases/casesProjection.js';
import { createDocumentTypeQueries } from '../../../../src/projections/documentTypes/documentTypesProjection.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone, resultFor } from '../../../support/executions.js';

let core: Core;
beforeAll(async () => {
  core = await openCore();
  await migrate(core.database, exclusiveMigrations);
});
afterAll(() => core.close());

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
  const { readModels } = core;
  const cases = createCaseHandler(handler);
  const documents = createCaseDocuments({
    ...{ ...core, cases, queries: createCaseQueries(readModels), documentTypes: createDocumentTypeQueries(readModels) },
    exclusive: createExclusive(core),
    engine: { process: () => Promise.resolve({ status: 'completed', steps: [], result: resultFor('BERG') }) },
  });
  const session_id = randomUUID();
  const agent = { id: 'a', revision: '0', goal: 'g', name: 'G', version: '1', definition: {}, allow_cloud: false };
  const opening = { session_id, tenant_id: 'acme', goal: 'g', client_reference_id: null, agent };
  await cases.handle(anyone, session_id, { type: 'open', opening, at: core.clock().toISOString() });
  const doc_id = randomUUID();
  const object = await core.blobs.put(documentKey(session_id, doc_id), Buffer.from('page'), {
    subject: caseStream(session_id),
  });
  const document = { doc_id, filename: 'page.pdf', label: null, mime_type: 'application/pdf', object };

  let fileIsNeeded = false;
  answersAreLost = true;
  const upload = () => documents.upload(anyone, session_id, document, () => (fileIsNeeded = true));
  await expect(upload()).rejects.toThrow(EventStoreUnavailable);
  expect(fileIsNeeded).toBe(true);

  answersAreLost = false;
  const { value } = await upload();
  expect(value.case.documents).toHaveLength(1);
  expect(value.document).toMatchObject({ doc_id, status: 'done' });
});
