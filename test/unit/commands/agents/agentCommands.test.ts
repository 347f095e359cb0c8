import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAgentCommands, type AgentCommands } from '../../../../src/commands/agents/agentCommands.js';
import { createDocumentTypeCommands } from '../../../../src/commands/documentTypes/documentTypeCommands.js';
import { agent, agentStream } from '../../../../src/domain/agents/agent.js';
import { agentGoal, agentGoalStream } from '../../../../src/domain/agents/agentGoal.js';
import { createAgentDirectory } from '../../../../src/commands/agents/agentDirectory.js';
import { createAgentQueries, type AgentQueries } from '../../../../src/projections/agents/agentsProjection.js';
import {
  createAgentVersionQueries,
  type AgentVersionQueries,
} from '../../../../src/projections/agents/agentVersionsProjection.js';
import { allProjections } from '../../../../src/start/features.js';
import { createDocumentTypeCatalog } from '../../../../src/commands/documentTypes/documentTypeCatalog.js';
import { createDocumentTypeQueries } from '../../../../src/projections/documentTypes/documentTypesProjection.js';
import { startProjector, type Projector } from '../../../../src/projections/core/projector.js';
import { createReadYourWrites, type ReadYourWrites } from '../../../../src/projections/core/readYourWrites.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone } from '../../../support/executions.js';

let core: Core;
let projector: Projector;
let agents: AgentCommands;
let queries: AgentQueries;
let versions: AgentVersionQueries;
let reads: ReadYourWrites;
beforeAll(async () => {
  core = await openCore();
  projector = startProjector({ ...core, projections: allProjections });
  const documentTypes = createDocumentTypeCatalog(core, createDocumentTypeQueries(core.readModels));
  agents = createAgentCommands({ ...core, documentTypes });
  queries = createAgentQueries(core.readModels);
  versions = createAgentVersionQueries(core.readModels);
  reads = createReadYourWrites({ ...core, projections: allProjections });
  const types = createDocumentTypeCommands(core);
  for (const [context_id, field] of Object.entries({ passport: 'full_name', bill: 'customer_name' })) {
    const type = { tenant_id: 'acme', context_id, display_name: context_id, output_schema: { [field]: 'string' } };
    await reads.wait(await types.define(anyone, type));
  }
});
afterAll(async () => {
  await projector.stop();
  await core.close();
});

const asked = (goal: string) => ({ tenant_id: 'acme', goal, name: 'Onboarding' });

describe('an agent', () => {
  it('can be read as it was created, by id and by goal of its tenant', async () => {
    const created = await agents.create(anyone, { ...asked('readable'), definition: { own: { b: 1, a: [null] } } });
    await reads.wait(created);
    const row = { ...created.value, revision: 0 };
    expect(await queries.find(created.value.id)).toEqual(row);
    const directory = createAgentDirectory(core);
    expect(await directory.findByGoal('acme', 'readable')).toEqual(row);
    expect(await directory.findByGoal('globex', 'readable')).toBeUndefined();
    expect(JSON.stringify((await queries.find(created.value.id))?.definition)).toBe('{"own":{"b":1,"a":[null]}}');
  });

  it('keeps a version of what it was before every update and rollback, newest first', async () => {
    const { id } = (await agents.create(anyone, asked('with_history'))).value;
    await reads.wait(await agents.update(anyone, id, { name: 'Second', version: '2' }));
    const [kept] = await versions.list(id);
    await reads.wait(await agents.rollBack(anyone, id, kept?.id ?? ''));
    expect(await versions.list(id)).toMatchObject([
      { agent_id: id, name: 'Second', version: '2', note: 'Before a rollback to version 1' },
      { agent_id: id, name: 'Onboarding', version: '1', note: 'Before an update' },
    ]);
    expect(await queries.find(id)).toMatchObject({ name: 'Onboarding', version: '1', revision: 2 });
  });

  it('is not listed once it is deleted', async () => {
    const { id } = (await agents.create(anyone, { ...asked('short_lived'), tenant_id: 'initech' })).value;
    await reads.wait(await agents.remove(anyone, id));
    expect(await queries.list({ tenant_id: 'initech' })).toEqual([]);
    await expect(agents.update(anyone, id, {})).rejects.toMatchObject({ reason: 'not_found' });
  });
});

describe('a definition that names many document types', () => {
  it('has them looked up a few at a time when it is saved', async () => {
    let underWay = 0;
    let most = 0;
    const lastRevision = async (stream: string): Promise<bigint | undefined> => {
      most = Math.max(most, ++underWay);
      return core.eventStore.lastRevision(stream).finally(() => underWay--);
    };
    const documentTypes = createDocumentTypeCatalog(
      { ...core, eventStore: { lastRevision } },
      createDocumentTypeQueries(core.readModels),
    );
    const named = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`type_${n}`, ['classify']]));
    const definition = { pipeline_per_type: named };
    const saved = createAgentCommands({ ...core, documentTypes }).create(anyone, {
      ...asked('many_types'),
      definition,
    });
    await expect(saved).rejects.toMatchObject({ reason: 'invalid' });
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(16);
  });
});

describe('the goal of an agent', () => {
  it('goes to exactly one of many who want it at the same time', async () => {
    const wanted = await Promise.allSettled(Array.from({ length: 20 }, () => agents.create(anyone, asked('popular'))));
    expect(wanted.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of wanted) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ reason: 'conflict' });
    }
  });

  it('is free for another tenant, and free again once its agent is deleted', async () => {
    const { id } = (await agents.create(anyone, asked('shared'))).value;
    await agents.create(anyone, { ...asked('shared'), tenant_id: 'globex' });
    await expect(agents.create(anyone, asked('shared'))).rejects.toMatchObject({ reason: 'conflict' });
    await agents.remove(anyone, id);
    expect((await agents.create(anyone, asked('shared'))).value.goal).toBe('shared');
  });

  it('is not reserved by a request that is refused', async () => {
    const refused = agents.create(anyone, { ...asked('tidy'), definition: { intelligence_level: 'high' } });
    await expect(refused).rejects.toMatchObject({ reason: 'invalid' });
    expect((await agents.create(anyone, asked('tidy'))).value.goal).toBe('tidy');
  });

  it('is got back from an agent that was deleted by a process that died before it freed the goal', async () => {
    const { id } = (await agents.create(anyone, asked('left_behind'))).value;
    const command = { type: 'delete', at: new Date().toISOString() } as const;
    await core.handler.handle({ stream: agentStream(id), decider: agent, command, context: anyone });
    expect((await agents.create(anyone, asked('left_behind'))).value.id).not.toBe(id);
  });

  it('is got back from a creation that was broken off, which then can no longer end', async () => {
    const goal = { tenant_id: 'acme', goal: 'broken_off', agent_id: randomUUID() };
    const reserve = (at: string) =>
      core.handler.handle({
        ...{ stream: agentGoalStream(goal), decider: agentGoal, context: anyone },
        command: { type: 'reserve', ...goal, at, instead_of: goal.agent_id },
      });
    await reserve(new Date().toISOString());
    await expect(agents.create(anyone, asked('broken_off'))).rejects.toMatchObject({ reason: 'conflict' });
    await reserve(new Date(Date.now() - 61_000).toISOString());
    const { value } = await agents.create(anyone, asked('broken_off'));
    const late = { type: 'create', agent: { ...value, id: goal.agent_id }, at: new Date().toISOString() } as const;
    const stream = agentStream(goal.agent_id);
    await expect(
      core.handler.handle({
        ...{ stream, decider: agent, command: late, context: anyone },
        known: { state: agent.initial, revision: 'no_stream' },
      }),
    ).rejects.toMatchObject({ reason: 'conflict' });
  });
});

describe('an agent with an id that was given', () => {
  it('is created once, also where the request before was cut off after the goal was reserved', async () => {
    const id = randomUUID();
    const goal = { tenant_id: 'acme', goal: 'given_id', agent_id: id };
    await core.handler.handle({
      ...{ stream: agentGoalStream(goal), decider: agentGoal, context: anyone },
      command: { type: 'reserve', ...goal, at: new Date().toISOString() },
    });
    const { value } = await agents.create(anyone, { ...asked('given_id'), id });
    expect(value.id).toBe(id);
    expect((await agents.create(anyone, { ...asked('given_id'), id })).value).toEqual(value);
  });

  it('is built once', async () => {
    const input = { tenant_id: 'acme', name: 'Built once', context_ids: ['passport'], id: randomUUID() };
    const first = await agents.build(anyone, input);
    expect((await agents.build(anyone, input)).value).toEqual(first.value);
    expect(first.value.agent).toMatchObject({ id: input.id, goal: 'built_once' });
  });
});

describe('building an agent', () => {
  const build = { tenant_id: 'acme', name: 'Client onboarding', context_ids: ['passport', 'bill', 'passport'] };

  it('takes what its types share, and makes a goal of the name', async () => {
    const { value } = await agents.build(anyone, { ...build, deploy: true });
    expect(value).toMatchObject({ contexts_existing: ['passport', 'bill'], contexts_created: [] });
    expect(value.agent).toMatchObject({
      ...{ goal: 'client_onboarding', name: 'Client onboarding', version: '1', deployed: true },
      definition: {
        doc_type_map: { passport: 'passport', bill: 'bill' },
        cross_match: { enabled: true, match_fields: ['full_name'], min_doc_types: 2 },
        pipeline_per_type: ['classify', 'extract', 'validate'],
      },
    });
  });

  it('appends a number where a goal that is made of the name is taken, and refuses a given one', async () => {
    const name = 'Numbered';
    const goals = [];
    for (let built = 0; built < 3; built++) {
      goals.push((await agents.build(anyone, { ...build, name })).value.agent.goal);
    }
    expect(goals).toEqual(['numbered', 'numbered_2', 'numbered_3']);
    await expect(agents.build(anyone, { ...build, goal: 'numbered' })).rejects.toMatchObject({ reason: 'conflict' });
  });

  it('names a type that there is not, and steps that there are not', async () => {
    await expect(agents.build(anyone, { ...build, context_ids: ['passport', 'nothing'] })).rejects.toMatchObject({
      ...{ reason: 'rule_broken', message: 'There is no document type nothing' },
    });
    await expect(agents.build(anyone, { ...build, pipeline: ['guess'] })).rejects.toMatchObject({
      reason: 'invalid',
    });
  });

  it.each([
    ['longer than a name is', ['x'.repeat(1_000_000)], /cross_match_fields\.0/],
    ['more than are compared', Array.from({ length: 501 }, () => 'full_name'), /cross_match_fields must name at most/],
  ])('refuses fields to compare that are %s, before it looks at what they mean', async (_what, fields, message) => {
    const built = agents.build(anyone, { ...build, cross_match_fields: fields });
    await expect(built).rejects.toThrow(message);
    await expect(built).rejects.toMatchObject({ reason: 'invalid' });
  });
});
