import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createAgentDiscoveryCommands,
  type AgentDiscoveryDeps,
} from '../../../../src/commands/agentDiscovery/agentDiscoveryCommands.js';
import { createAgentCommands } from '../../../../src/commands/agents/agentCommands.js';
import { createDocumentTypeCatalog } from '../../../../src/commands/documentTypes/documentTypeCatalog.js';
import { createDocumentTypeCommands } from '../../../../src/commands/documentTypes/documentTypeCommands.js';
import { agentDiscovery, agentDiscoveryStream } from '../../../../src/domain/agentDiscovery/index.js';
import type { TypeProposal } from '../../../../src/domain/documents/index.js';
import { createDocumentTypeQueries } from '../../../../src/projections/documentTypes/documentTypesProjection.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone } from '../../../support/executions.js';

let core: Core;
beforeAll(async () => {
  core = await openCore();
});
afterAll(() => core.close());

const catalogOf = () => createDocumentTypeCatalog(core, createDocumentTypeQueries(core.readModels));

/** Two samples of kinds that nobody has a type of. */
const samplesOf = (name: string): TypeProposal[] =>
  [`${name} pass`, `${name} berth`].map((title, index) => ({
    known: null,
    fields: [{ name: `field_${index}`, hint: 'string', labels: [], value: 'Something' }],
    titles: [title],
  }));

function commandsOver(proposals: TypeProposal[], otherwise: Partial<AgentDiscoveryDeps> = {}) {
  const catalog = catalogOf();
  return createAgentDiscoveryCommands({
    ...{ ...core, catalog, documentTypes: createDocumentTypeCommands(core) },
    agents: createAgentCommands({ ...core, documentTypes: catalog }),
    discovery: { propose: () => Promise.resolve({ value: { proposals, types: [] }, event_types: [] }) },
    ...otherwise,
  });
}

const stateOf = async (id: string) => (await core.handler.load(agentDiscoveryStream(id), agentDiscovery)).state?.state;
const typesThere = async (...context_ids: string[]): Promise<string[]> => [
  ...(await catalogOf().resolveAll('acme', context_ids)).keys(),
];
const died = (): Promise<never> => Promise.reject(new Error('The process died'));

it.each([
  ['before the first type', 'Alpha', () => ({ documentTypes: { ...createDocumentTypeCommands(core), define: died } })],
  [
    'between two types',
    'Bravo',
    () => {
      const real = createDocumentTypeCommands(core);
      let made = 0;
      const define: typeof real.define = (...args) => (++made > 1 ? died() : real.define(...args));
      return { documentTypes: { ...real, define } };
    },
  ],
  ['before the agent', 'Carol', () => ({ agents: { build: died } })],
] as const)(
  'a discovery that is broken off %s is finished by the worker, and makes nothing twice',
  async (_, name, dying) => {
    const id = crypto.randomUUID();
    const input = { tenant_id: 'acme', samples: [], id };
    await expect(commandsOver(samplesOf(name), dying()).discover(anyone, input)).rejects.toThrow('The process died');
    expect(await stateOf(id)).toBe('begun');
    const commands = commandsOver([]);
    await Promise.all([commands.goOn(anyone, id), commands.goOn(anyone, id)]);
    expect(await stateOf(id)).toBe('finished');
    const { value } = await commands.discover(anyone, input);
    const made = [`${name.toLowerCase()}_pass`, `${name.toLowerCase()}_berth`];
    expect(value).toMatchObject({ agent: { name: `${name} pass, ${name} berth` }, contexts_created: made });
    expect(await typesThere(...made)).toEqual(made);
  },
);

it('takes back what it made where a later type is refused, and says why', async () => {
  const { define } = createDocumentTypeCommands(core);
  await define(anyone, { tenant_id: 'acme', context_id: 'delta_berth', display_name: 'Mine', output_schema: {} });
  const id = crypto.randomUUID();
  // The lists do not show yet that somebody has the name.
  const late = { ...catalogOf(), list: () => Promise.resolve([]) };
  const commands = commandsOver(samplesOf('Delta'), { catalog: late });
  const input = { tenant_id: 'acme', samples: [], id };
  await expect(commands.discover(anyone, input)).rejects.toMatchObject({ reason: 'conflict' });
  expect(await stateOf(id)).toBe('undone');
  expect(await typesThere('delta_pass', 'delta_berth')).toEqual(['delta_berth']);
  await expect(commands.discover(anyone, input)).rejects.toThrow('delta_berth exists already');
});

it('that is given up leaves nothing of what it made', async () => {
  const id = crypto.randomUUID();
  const dying = commandsOver(samplesOf('Echo'), { agents: { build: died } });
  await expect(dying.discover(anyone, { tenant_id: 'acme', samples: [], id })).rejects.toThrow('The process died');
  expect(await typesThere('echo_pass', 'echo_berth')).toHaveLength(2);
  await dying.giveUp(anyone, id);
  expect(await stateOf(id)).toBe('undone');
  expect(await typesThere('echo_pass', 'echo_berth')).toEqual([]);
  await dying.goOn(anyone, id);
  expect(await typesThere('echo_pass', 'echo_berth')).toEqual([]);
});
