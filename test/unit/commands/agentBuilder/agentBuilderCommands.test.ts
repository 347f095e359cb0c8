import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAgentBuilderCommands } from '../../../../src/commands/agentBuilder/agentBuilderCommands.js';
import { createAgentCommands, type AgentCommands } from '../../../../src/commands/agents/agentCommands.js';
import { createDocumentTypeCatalog } from '../../../../src/commands/documentTypes/documentTypeCatalog.js';
import { createDocumentTypeCommands } from '../../../../src/commands/documentTypes/documentTypeCommands.js';
import { agent, agentStream } from '../../../../src/domain/agents/index.js';
import { createDocumentTypeQueries } from '../../../../src/projections/documentTypes/documentTypesProjection.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone } from '../../../support/executions.js';

let core: Core;
let agents: AgentCommands;
beforeAll(async () => {
  core = await openCore();
  const catalog = createDocumentTypeCatalog(core, createDocumentTypeQueries(core.readModels));
  agents = createAgentCommands({ ...core, documentTypes: catalog });
  const type = {
    tenant_id: 'acme',
    context_id: 'passport',
    display_name: 'Passport',
    output_schema: { name: 'string' },
  };
  await createDocumentTypeCommands(core).define(anyone, type);
});
afterAll(() => core.close());

const commandsWith = (build: AgentCommands['build']) =>
  createAgentBuilderCommands({
    ...{ ...core, agents: { build }, documentTypes: createDocumentTypeCommands(core) },
    catalog: createDocumentTypeCatalog(core, createDocumentTypeQueries(core.readModels)),
  });

/** A draft that can be built. */
async function drafted(goal: string): Promise<string> {
  const commands = commandsWith(agents.build);
  const { value } = await commands.start(anyone, { tenant_id: 'acme', mode: 'expert' });
  await commands.act(anyone, value.builder_id, { action: 'set_goal', goal });
  await commands.act(anyone, value.builder_id, { action: 'add_document_type', context_id: 'passport' });
  return value.builder_id;
}

const died = (): Promise<never> => Promise.reject(new Error('The process died'));
const diesBefore: AgentCommands['build'] = died;
const diesAfter: AgentCommands['build'] = async (context, input) => {
  await agents.build(context, input);
  return died();
};

it.each([
  ['before the agent was made', diesBefore],
  ['after the agent was made', diesAfter],
])('a build that was broken off %s is finished by asking again, as it was asked first', async (when, dying) => {
  const id = await drafted(when === 'before the agent was made' ? 'one_broken' : 'other_broken');
  const broken = commandsWith(dying).act(anyone, id, { action: 'build', deploy: true });
  await expect(broken).rejects.toThrow('The process died');
  const commands = commandsWith(agents.build);
  expect(await commands.find(id)).toMatchObject({ building: { deploy: true }, agent_id: null });
  const { value } = await commands.act(anyone, id, { action: 'build', deploy: false });
  expect(value).toMatchObject({ step: 'done', building: null });
  const { state } = await core.handler.load(agentStream(value.agent_id ?? ''), agent);
  expect(state).toMatchObject({ status: 'created', agent: { deployed: true } });
});

it('a request to build that is repeated is answered as the first time', async () => {
  const commands = commandsWith(agents.build);
  const id = await drafted('repeated');
  const context = { ...anyone, command_id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' };
  const first = await commands.act(context, id, { action: 'build', deploy: false });
  expect((await commands.act(context, id, { action: 'build', deploy: false })).value).toEqual(first.value);
  await expect(commands.act(anyone, id, { action: 'build', deploy: false })).rejects.toMatchObject({
    reason: 'conflict',
  });
});
