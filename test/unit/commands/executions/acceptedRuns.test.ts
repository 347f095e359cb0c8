import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDocumentTypeCommands } from '../../../../src/commands/documentTypes/documentTypeCommands.js';
import { createAcceptedRunCommands } from '../../../../src/commands/executions/acceptedRuns.js';
import { createExecutionRecorder } from '../../../../src/commands/executions/executionRecorder.js';
import { createDocumentTypeCatalog } from '../../../../src/commands/documentTypes/documentTypeCatalog.js';
import { createDocumentTypeQueries } from '../../../../src/projections/documentTypes/documentTypesProjection.js';
import { startProjector, type Projector } from '../../../../src/projections/core/projector.js';
import { createReadYourWrites } from '../../../../src/projections/core/readYourWrites.js';
import { allProjections } from '../../../../src/start/features.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone } from '../../../support/executions.js';

let core: Core;
let projector: Projector;

beforeAll(async () => {
  core = await openCore();
  projector = startProjector({ ...core, projections: allProjections });
  const type = { context_id: 'passport', display_name: 'Passport', output_schema: { surname: 'string' } };
  const defined = await createDocumentTypeCommands(core).define(anyone, { tenant_id: 'acme', ...type });
  await createReadYourWrites({ ...core, projections: allProjections }).wait(defined);
});

afterAll(async () => {
  await projector.stop();
  await core.close();
});

describe('an accepted run', () => {
  it('whose file is gone ends as failed, and is not tried for ever', async () => {
    const notAsked = () => Promise.reject(new Error('The engine is not asked'));
    const runs = createAcceptedRunCommands({
      ...{ ...core, recorder: createExecutionRecorder(core) },
      documentTypes: createDocumentTypeCatalog(core, createDocumentTypeQueries(core.readModels)),
      engine: { process: notAsked },
    });
    const file = { bytes: Buffer.from('SPECIMEN'), filename: 'scan.pdf', mime_type: 'application/pdf' };
    const accepted = await runs.accept(anyone, { tenant_id: 'acme', context_id: 'passport', input: file });
    const { execution_id } = accepted.value;
    await core.blobs.delete(`executions/${execution_id}/input`);
    const { value } = await runs.process(anyone, execution_id);
    expect(value).toMatchObject({
      status: 'failed',
      error: 'The file of the document is no longer there; send it again',
    });
  });
});
