import { describe, expect, it } from 'vitest';
import {
  agent,
  type Agent,
  type AgentCommand,
  type AgentEvent,
  type AgentUpdated,
} from '../../../../src/domain/agents/agent.js';
import type { AgentDefinitionGiven } from '../../../../src/domain/agents/agentDefinition.js';
import { fold } from '../../../../src/domain/core/decider.js';
import type { EventOf } from '../../../../src/domain/core/event.js';
import { storiesOf } from '../../../support/givenWhenThen.js';

const { given } = storiesOf(agent);
const identity = { agent_id: 'a1', tenant_id: 'acme', goal: 'client_onboarding' };
const monday = '2026-03-02T09:00:00.000Z';
const tuesday = '2026-03-03T09:00:00.000Z';
const wednesday = '2026-03-04T09:00:00.000Z';
const first: AgentDefinitionGiven = { doc_type_map: { passport: 'passport' }, own: { key: [1, null] } };
const mapOf = (types: number): AgentDefinitionGiven => ({
  doc_type_map: Object.fromEntries(Array.from({ length: types }, (_, index) => [`t${index}`, `t${index}`])),
});
const second: AgentDefinitionGiven = { doc_type_map: { visa: 'visa' } };

const asked: Omit<Agent, 'created_at' | 'updated_at'> = {
  ...{ id: 'a1', tenant_id: 'acme', goal: 'client_onboarding', name: 'Onboarding', version: '1' },
  ...{ definition: first, allow_cloud: false, deployed: false },
};
const create = (changes: Partial<typeof asked> = {}): AgentCommand => ({
  ...{ type: 'create', agent: { ...asked, ...changes }, at: monday },
});
const update = (changes: Extract<AgentCommand, { type: 'update' }>['changes']): AgentCommand => ({
  ...{ type: 'update', changes, snapshot_id: 's1', at: tuesday },
});
const rollBack = (version_id: string): AgentCommand => ({
  ...{ type: 'roll_back', version_id, snapshot_id: 's2', at: wednesday },
});

const created: AgentEvent = {
  type: 'AgentCreated',
  data: {
    ...identity,
    ...{ name: 'Onboarding', version: '1', definition: first, allow_cloud: false, deployed: false },
    created_at: monday,
  },
};
const updated: EventOf<typeof AgentUpdated> = {
  type: 'AgentUpdated',
  data: {
    ...identity,
    ...{ name: 'Onboarding', version: '2', definition: second, allow_cloud: false, deployed: true },
    snapshot: { id: 's1', name: 'Onboarding', version: '1', definition: first, note: 'Before an update' },
    updated_at: tuesday,
  },
};
const deployed: AgentEvent = { type: 'AgentDeployed', data: { ...identity, deployed_at: tuesday } };
const deleted: AgentEvent = { type: 'AgentDeleted', data: { ...identity, deleted_at: tuesday } };

describe('creating an agent', () => {
  it('keeps the definition as it was given, keys of the caller included', () => given().when(create()).then(created));

  it('is refused twice, and after its creation was given up', () => {
    given(created)
      .when(create())
      .thenRefused('conflict', /client_onboarding/);
    given(deleted)
      .when(create())
      .thenRefused('conflict', /already/);
  });

  it.each([
    ['a goal in capitals', { goal: 'Onboarding' }, /^goal must be snake_case/],
    ['a goal of 65 letters', { goal: 'a'.repeat(65) }, /^goal must be snake_case/],
    ['a goal with a dash', { goal: 'client-onboarding' }, /^goal must be snake_case/],
    ['a blank name', { name: '  ' }, /^name must be/],
    ['a version of spaces', { version: ' ' }, /^version must be/],
    ['a tenant that can be none', { tenant_id: 'a b' }, /^tenant_id must be/],
    ['an unknown step', { definition: { pipeline_per_type: ['classify', 'guess'] } }, /unknown step "guess"/],
    ['an unknown step of one type', { definition: { pipeline_per_type: { visa: ['guess'] } } }, /per_type\.visa/],
    ['a step twice', { definition: { pipeline_per_type: ['extract', 'extract'] } }, /"extract" twice/],
    ['a map that is a list', { definition: { doc_type_map: [] } }, /doc_type_map must be an object/],
    ['a map to a number', { definition: { doc_type_map: { passport: 1 } } }, /doc_type_map\.passport/],
    ['an alias for nothing', { definition: { classify_aliases: { pass: '' } } }, /classify_aliases\.pass/],
    [
      'a field with a name that no document type can have',
      { definition: { cross_match: { match_fields: ['name', '__proto__'] } } },
      /match_fields\.1 cannot be the name of a field/,
    ],
    ['fields that are no list', { definition: { cross_match: { match_fields: 'name' } } }, /match_fields must be/],
    ['a switch that is a word', { definition: { cross_match: { enabled: 'true' } } }, /enabled must be/],
    ['no documents to compare', { definition: { cross_match: { min_doc_types: 0 } } }, /min_doc_types must be/],
    ['half a level', { definition: { intelligence_level: 1.5 } }, /intelligence_level must be/],
    ['a level that there is not', { definition: { intelligence_level: 4 } }, /intelligence_level must be/],
    [
      'a misspelt key of faces',
      { definition: { face_match: { treshold: 0.7 } } },
      /^definition\.face_match has the unknown key "treshold"; known are threshold, watchlists; did you mean "threshold"\?$/,
    ],
    [
      'a misspelt watchlist',
      { definition: { face_match: { watchlists: ['fraudster'] } } },
      /which is no watchlist; there are .*; did you mean "fraudsters"\?$/,
    ],
    ['a misspelt rule', { definition: { rules: { minage: 18 } } }, /rule "minage"; .* did you mean "min_age"\?$/],
    ['a misspelt part of the page', { definition: { capture: { acent: '#123456' } } }, /did you mean "accent"\?$/],
    [
      'a misspelt part of what is agreed to',
      { definition: { capture: { consent: { verison: '1', text: 'I agree' } } } },
      /capture\.consent.*"verison".*did you mean "version"\?$|capture\.consent\.version/,
    ],
    ['a misspelt step', { definition: { pipeline_per_type: ['clasify'] } }, /did you mean "classify"\?$/],
    [
      'a policy for a misspelt code',
      { definition: { policy: { expird: 'deny' } } },
      /^definition\.policy\.expird is neither the code of a check, nor of a reason that a policy can name, nor a weight \(info, weak, moderate, strong\); did you mean "expired"\?$/,
    ],
    [
      'a policy for a weight that there is not',
      { definition: { policy: { medium: 'deny' } } },
      /nor a weight \(info, weak, moderate, strong\)$/,
    ],
    [
      'a policy for a misspelt reason',
      { definition: { policy: { cross_match_mismach: 'deny' } } },
      /did you mean "cross_match_mismatch"\?$/,
    ],
    ['more types than are looked up at once', { definition: mapOf(101) }, /doc_type_map names more than 100/],
    [
      'more fields than are compared',
      { definition: { cross_match: { match_fields: Array.from({ length: 501 }, () => 'name') } } },
      /match_fields must name at most 500 fields/,
    ],
    ['a definition beyond all measure', { definition: { own: 'x'.repeat(150_000) } }, /definition is too large/],
  ] satisfies [string, Partial<typeof asked>, RegExp][])('refuses %s, naming the field', (_what, changes, sentence) =>
    given().when(create(changes)).thenRefused('invalid', sentence),
  );
});

describe('updating an agent', () => {
  it('keeps what was before as a version, and leaves the version alone when none is given', () =>
    given(created)
      .when(update({ name: 'New name' }))
      .then({
        type: 'AgentUpdated',
        data: {
          ...identity,
          ...{ name: 'New name', version: '1', definition: first, allow_cloud: false, deployed: false },
          snapshot: { id: 's1', name: 'Onboarding', version: '1', definition: first, note: 'Before an update' },
          updated_at: tuesday,
        },
      }));

  it('keeps a version even where nothing changes', () => {
    const events = agent.decide(update({}), fold(agent, [created]));
    expect(events).toMatchObject([{ type: 'AgentUpdated', data: { snapshot: { version: '1', definition: first } } }]);
  });

  it('is refused where a thousand versions are kept: all are read for the next one; it can still be deployed and deleted', () => {
    const often = Array.from({ length: 1_000 }, () => updated);
    given(created, ...often)
      .when(update({}))
      .thenRefused('rule_broken', /^The agent was changed 1000 times, and each is kept; make a new one$/);
    given(created, ...often)
      .when(rollBack('s1'))
      .thenRefused('rule_broken', /1000 times/);
    given(created, ...often)
      .when({ type: 'delete', at: tuesday })
      .then(deleted);
  });

  it('is refused where its versions together are too large', () => {
    const large: AgentEvent = {
      ...updated,
      data: { ...updated.data, snapshot: { ...updated.data.snapshot, definition: { own: 'x'.repeat(150_000) } } },
    };
    given(created, ...Array.from({ length: 134 }, () => large))
      .when(update({}))
      .thenRefused('rule_broken', /changes of the agent has 20000000 characters; make a new one/);
  });

  it('replaces the definition as a whole, and can deploy', () =>
    given(created)
      .when(update({ definition: second, version: '2', deployed: true }))
      .then(updated));

  it('is refused for an agent that is not there (any more), and for what an agent cannot be', () => {
    given()
      .when(update({}))
      .thenRefused('not_found', /no agent/);
    given(created, deleted)
      .when(update({}))
      .thenRefused('not_found', /no agent/);
    given(created)
      .when(update({ definition: { intelligence_level: -1 } }))
      .thenRefused('invalid', /intelligence_level/);
  });
});

describe('rolling an agent back', () => {
  it('restores name, definition and version, leaves deployment alone, and keeps what was before', () => {
    const [event] = agent.decide(rollBack('s1'), fold(agent, [created, updated]));
    expect(event).toMatchObject({
      type: 'AgentRolledBack',
      data: { version: '1', definition: first, snapshot: { version: '2', definition: second } },
    });
    expect(event?.data).toHaveProperty('snapshot.note', 'Before a rollback to version 1');
    expect(fold(agent, [created, updated, event ?? created])).toMatchObject({
      agent: { version: '1', definition: first, deployed: true },
    });
  });

  it('can be rolled back itself', () => {
    const before = [created, updated];
    const back = agent.decide(rollBack('s1'), fold(agent, before));
    const again = agent.decide(
      { type: 'roll_back', version_id: 's2', snapshot_id: 's3', at: wednesday },
      fold(agent, [...before, ...back]),
    );
    expect(fold(agent, [...before, ...back, ...again])).toMatchObject({
      agent: { version: '2', definition: second },
      versions: [{ id: 's1' }, { id: 's2' }, { id: 's3' }],
    });
  });

  it('is refused to a version that is not its own', () =>
    given(created, updated)
      .when(rollBack('elsewhere'))
      .thenRefused('not_found', /no version of the agent with this id/));
});

describe('deploying and deleting', () => {
  it('says only what changes', () => {
    given(created).when({ type: 'deploy', deploy: true, at: tuesday }).then(deployed);
    given(created, deployed).when({ type: 'deploy', deploy: true, at: tuesday }).thenNothing();
    given(created).when({ type: 'deploy', deploy: false, at: tuesday }).thenNothing();
  });

  it('deletes once', () => {
    given(created).when({ type: 'delete', at: tuesday }).then(deleted);
    given(created, deleted)
      .when({ type: 'delete', at: tuesday })
      .thenRefused('not_found', /no agent/);
  });

  it('gives up only on an agent that was never created', () => {
    const giveUp = { type: 'give_up', ...identity, at: tuesday } as const;
    given().when(giveUp).then(deleted);
    given(deleted).when(giveUp).thenNothing();
    given(created)
      .when(giveUp)
      .thenRefused('conflict', /already/);
  });
});
