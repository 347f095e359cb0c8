import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAgentCommands } from '../../../../src/commands/agents/agentCommands.js';
import { createAgentDefinitions } from '../../../../src/commands/agents/agentDefinitions.js';
import { createAgentDirectory } from '../../../../src/commands/agents/agentDirectory.js';
import { createDocumentTypeCatalog } from '../../../../src/commands/documentTypes/documentTypeCatalog.js';
import { createDocumentTypeCommands } from '../../../../src/commands/documentTypes/documentTypeCommands.js';
import { createAgentRunCommands, type AgentRunCommands } from '../../../../src/commands/executions/agentRuns.js';
import {
  createExecutionCommands,
  type ExecutionCommands,
} from '../../../../src/commands/executions/executionCommands.js';
import { createExecutionRecorder } from '../../../../src/commands/executions/executionRecorder.js';
import { migrate } from '../../../../src/platform/database/migrate.js';
import { createExclusive, exclusiveMigrations } from '../../../../src/platform/exclusive/exclusive.js';
import { startProjector, type Projector } from '../../../../src/projections/core/projector.js';
import { createReadYourWrites, type ReadYourWrites } from '../../../../src/projections/core/readYourWrites.js';
import { createDocumentTypeQueries } from '../../../../src/projections/documentTypes/documentTypesProjection.js';
import {
  createExecutionQueries,
  type ExecutionQueries,
} from '../../../../src/projections/executions/executionsProjection.js';
import { allProjections } from '../../../../src/start/features.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone, resultFor } from '../../../support/executions.js';
import { NO_FACES, NO_REGISTERS } from '../../../support/noFaces.js';

let core: Core;
let projector: Projector;
let reads: ReadYourWrites;
let runs: AgentRunCommands;
let executions: ExecutionCommands;
let queries: ExecutionQueries;
let now = Date.now();

beforeAll(async () => {
  core = await openCore();
  await migrate(core.database, exclusiveMigrations);
  projector = startProjector({ ...core, projections: allProjections });
  reads = createReadYourWrites({ ...core, projections: allProjections });
  queries = createExecutionQueries(core.readModels);
  const documentTypes = createDocumentTypeCatalog(core, createDocumentTypeQueries(core.readModels));
  const parts = { ...core, documentTypes, clock: () => new Date(now) };
  const deps = {
    ...{ ...parts, exclusive: createExclusive(core), recorder: createExecutionRecorder(parts) },
    definitions: createAgentDefinitions(core.handler),
    registers: NO_REGISTERS,
    engine: {
      ...NO_FACES,
      process: () => Promise.resolve({ status: 'completed' as const, steps: [], result: resultFor('BERG') }),
    },
  };
  runs = createAgentRunCommands({ ...deps, agents: createAgentDirectory(core) });
  executions = createExecutionCommands({ ...deps, executions: queries, longestRunMs: 0 });
  const type = { context_id: 'passport', display_name: 'Passport', output_schema: { surname: 'string' } };
  await reads.wait(await createDocumentTypeCommands(core).define(anyone, { tenant_id: 'acme', ...type }));
  for (const [goal, days] of [
    ['keeping', { retention_days: 30 }],
    ['for_good', {}],
  ] as const) {
    const definition = { doc_type_map: { passport: 'passport' }, ...days };
    const agent = { tenant_id: 'acme', goal, name: goal, deployed: true, definition };
    await reads.wait(await createAgentCommands({ ...core, documentTypes }).create(anyone, agent));
  }
});
afterAll(async () => {
  await projector.stop();
  await core.close();
});

const accept = async (goal: string): Promise<string> => {
  const documents = [{ bytes: Buffer.from('x'), filename: 'x.pdf', mime_type: 'application/pdf' }];
  const accepted = await runs.accept(anyone, { tenant_id: 'acme', goal, files: { documents } });
  await reads.wait(accepted);
  return accepted.value.execution_id;
};
const ended = async (goal: string): Promise<string> => {
  const id = await accept(goal);
  await reads.wait(await runs.process(anyone, id));
  return id;
};
const sweep = async (): Promise<number> => {
  const erased = await executions.eraseRetained(anyone);
  const position = await core.eventStore.head();
  await reads.wait({ event_types: ['ExecutionErased'], ...(position !== undefined && { position }) });
  return erased;
};

it('the retention of an agent ends for its runs that ended so many days ago, and for no others', async () => {
  const [kept, running] = [await ended('for_good'), await accept('keeping')];
  const first = await ended('keeping');
  now += 10 * 24 * 3_600_000;
  const later = await ended('keeping');
  const areErased = async () =>
    Promise.all([kept, running, first, later].map(async (id) => (await queries.find(id))?.erased));
  expect([await sweep(), await areErased()]).toEqual([0, [false, false, false, false]]);
  now += 20.1 * 24 * 3_600_000;
  expect([await sweep(), await areErased()]).toEqual([1, [false, false, true, false]]);
  expect(await queries.find(first)).toMatchObject({ status: 'completed', result: null });
  const { rows } = await core.database.knex.raw<{ rows: { data: object }[] }>(
    `select data from events where type = 'ExecutionErased'`,
  );
  expect(rows).toMatchObject([{ data: { execution_id: first, reason: 'retention_ended' } }]);
  expect(await sweep()).toBe(0);
});
