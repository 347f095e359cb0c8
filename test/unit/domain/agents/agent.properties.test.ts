import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  agent,
  type Agent,
  type AgentCommand,
  type AgentEvent,
  type AgentState,
} from '../../../../src/domain/agents/agent.js';
import type { AgentDefinitionGiven } from '../../../../src/domain/agents/agentDefinition.js';
import { DomainError, fold } from '../../../../src/domain/core/decider.js';
import { eventDefinitions } from '../../../../src/start/features.js';

const at = (minute: number): string => new Date(Date.UTC(2026, 2, 2, 9, minute)).toISOString();

const definition: fc.Arbitrary<AgentDefinitionGiven> = fc.constantFrom<AgentDefinitionGiven[]>(
  {},
  { doc_type_map: { passport: 'passport' }, own: [1, { nested: null }] },
  { cross_match: { match_fields: ['full_name'] }, intelligence_level: 2 },
  { intelligence_level: 9 },
);

const restorable = {
  name: fc.constantFrom('One', 'Two', ' '),
  version: fc.constantFrom('1', '1.2', 'not a version!'),
  definition,
};
const switches = { allow_cloud: fc.boolean(), deployed: fc.boolean() };
const minute = fc.nat(59);

const command = fc.oneof<fc.Arbitrary<AgentCommand>[]>(
  fc
    .record({ ...restorable, ...switches, minute })
    .map(({ minute: when, ...given }) => ({ ...{ type: 'create', at: at(when) }, agent: { ...identity, ...given } })),
  fc
    .record({ changes: fc.record({ ...restorable, ...switches }, { requiredKeys: [] }), minute })
    .map(({ changes, minute: when }) => ({ type: 'update', changes, snapshot_id: '', at: at(when) })),
  fc.record({ version: fc.nat(6), minute }).map(({ version, minute: when }) => ({
    ...{ type: 'roll_back', version_id: `v${version}`, snapshot_id: '', at: at(when) },
  })),
  fc
    .record({ deploy: fc.boolean(), minute })
    .map((given) => ({ type: 'deploy', deploy: given.deploy, at: at(given.minute) })),
  minute.map((when) => ({ type: 'delete', at: at(when) })),
  minute.map((when) => ({ type: 'give_up', agent_id: 'a1', tenant_id: 'acme', goal: 'onboarding', at: at(when) })),
);

const identity = { id: 'a1', tenant_id: 'acme', goal: 'onboarding' };
const first: AgentCommand = {
  ...{ type: 'create', at: at(0) },
  agent: { ...identity, name: 'One', version: '1', definition: {}, allow_cloud: false, deployed: false },
};
const story = fc.array(command, { maxLength: 25 });

/** What a command leads to; a refusal leads to nothing, and any other error is a defect. */
function attempt(asked: AgentCommand, state: AgentState): AgentEvent[] {
  try {
    return agent.decide(asked, state);
  } catch (error) {
    if (error instanceof DomainError) return [];
    throw error;
  }
}

/** Each snapshot gets an id of its own: its number. */
const numbered = (asked: AgentCommand, state: AgentState): AgentCommand =>
  'snapshot_id' in asked
    ? { ...asked, snapshot_id: `v${state.status === 'created' ? state.versions.length : 0}` }
    : asked;

/** Runs a story and hands each event to `check`, with what was before and after it. */
function tell(
  commands: readonly AgentCommand[],
  check: (event: AgentEvent, before: AgentState, after: AgentState) => void,
): { state: AgentState; events: AgentEvent[] } {
  const events: AgentEvent[] = [];
  let state = agent.initial;
  for (const asked of commands) {
    for (const event of attempt(numbered(asked, state), state)) {
      const before = state;
      state = agent.evolve(state, event);
      events.push(event);
      check(event, before, state);
    }
  }
  return { state, events };
}

const kept = ({ name, version, definition: given }: Pick<Agent, 'name' | 'version' | 'definition'>) => ({
  ...{ name, version, definition: given },
});

it('versions only grow: an update and a rollback add exactly what was before, nothing else adds or changes one', () => {
  fc.assert(
    fc.property(story, (commands) => {
      tell([first, ...commands], (event, before, after) => {
        if (before.status !== 'created' || after.status !== 'created') return;
        const adds = event.type === 'AgentUpdated' || event.type === 'AgentRolledBack';
        expect(after.versions.slice(0, before.versions.length)).toEqual(before.versions);
        expect(after.versions.length - before.versions.length).toBe(adds ? 1 : 0);
        if (adds) expect(after.versions.at(-1)).toMatchObject(kept(before.agent));
      });
    }),
    { numRuns: 500 },
  );
});

it('a rollback restores name, definition and version, and leaves whether it is deployed and may use the cloud', () => {
  fc.assert(
    fc.property(story, (commands) => {
      tell([first, ...commands], (event, before, after) => {
        if (event.type !== 'AgentRolledBack' || before.status !== 'created' || after.status !== 'created') return;
        const target = before.versions.find(({ id }) => id === event.data.version_id);
        expect(target).toMatchObject(kept(after.agent));
        const { allow_cloud, deployed } = before.agent;
        expect(after.agent).toMatchObject({ allow_cloud, deployed });
      });
    }),
    { numRuns: 500 },
  );
});

it('an agent keeps its id, tenant, goal and time of creation, and is always one that can work', () => {
  fc.assert(
    fc.property(story, (commands) => {
      tell(commands, (_event, before, after) => {
        if (after.status !== 'created') return;
        expect(after.agent).toMatchObject(identity);
        expect(after.agent.name.trim()).not.toBe('');
        expect(after.agent.version).not.toContain('!');
        expect(after.agent.definition['intelligence_level'] ?? 0).toBeLessThanOrEqual(3);
        if (before.status === 'created') expect(after.agent.created_at).toBe(before.agent.created_at);
      });
    }),
    { numRuns: 500 },
  );
});

it('is created once at most, and nothing happens to it after it was deleted', () => {
  fc.assert(
    fc.property(story, (commands) => {
      const { events } = tell(commands, (_event, before) => {
        expect(before.status).not.toBe('deleted');
      });
      const created = events.filter(({ type }) => type === 'AgentCreated');
      expect(created.length).toBeLessThanOrEqual(1);
    }),
    { numRuns: 500 },
  );
});

it('every event has its registered shape, and folding them again gives the same agent', () => {
  const schemas = new Map(eventDefinitions.map(({ type, schema }) => [type, schema]));
  fc.assert(
    fc.property(story, (commands) => {
      const { state, events } = tell(commands, () => undefined);
      for (const { type, data } of events) expect(schemas.get(type)?.parse(data)).toEqual(data);
      expect(fold(agent, events)).toEqual(state);
    }),
    { numRuns: 300 },
  );
});
