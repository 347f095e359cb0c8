import { createDocumentTypeCatalog } from '../../src/commands/documentTypes/documentTypeCatalog.js';
import { createExecutionCommands } from '../../src/commands/executions/executionCommands.js';
import { createExecutionRecorder } from '../../src/commands/executions/executionRecorder.js';
import { createExclusive } from '../../src/platform/exclusive/exclusive.js';
import { createDocumentTypeQueries } from '../../src/projections/documentTypes/documentTypesProjection.js';
import { createExecutionQueries } from '../../src/projections/executions/executionsProjection.js';
import type { Core } from './core.js';
import { anyone } from './executions.js';

/** Erases a run, as the service does. */
export async function eraseRun(core: Core, id: string): Promise<void> {
  const never = (): Promise<never> => Promise.reject(new Error('No document is processed here'));
  const commands = createExecutionCommands({
    ...{ ...core, longestRunMs: 0, recorder: createExecutionRecorder(core), exclusive: createExclusive(core) },
    engine: { process: never },
    documentTypes: createDocumentTypeCatalog(core, createDocumentTypeQueries(core.readModels)),
    executions: createExecutionQueries(core.readModels),
  });
  await commands.erase(anyone, id);
}
