import { describe, expect, it } from 'vitest';
import { agentDiscovery, type AgentDiscoveryEvent } from '../../../../src/domain/agentDiscovery/agentDiscovery.js';
import { nameOfTypes, typesOfSamples } from '../../../../src/domain/agentDiscovery/index.js';
import type { TypeProposal } from '../../../../src/domain/documents/index.js';
import { storiesOf } from '../../../support/givenWhenThen.js';

const { given } = storiesOf(agentDiscovery);
const at = '2026-03-02T09:00:00.000Z';
const id = { discovery_id: 'one', tenant_id: 'acme' };
const asked_by = { actor: 'key:one', correlation_id: 'req-1' };
const plan = { agent_id: 'agent', name: 'Passes', contexts_existing: [], types: [], deploy: false };

const begun: AgentDiscoveryEvent = { type: 'AgentDiscoveryBegun', data: { ...id, asked_by, plan, begun_at: at } };
const finished: AgentDiscoveryEvent = {
  type: 'AgentDiscoveryFinished',
  data: { ...id, agent_id: 'agent', finished_at: at },
};
const refusal = { detail: 'The document type pass exists already', made: ['ticket'] };
const abandoned: AgentDiscoveryEvent = {
  type: 'AgentDiscoveryAbandoned',
  data: { ...id, ...refusal, abandoned_at: at },
};
const undone: AgentDiscoveryEvent = { type: 'AgentDiscoveryUndone', data: { ...id, undone_at: at } };

describe('a discovery of an agent', () => {
  it('begins once, however often its request is repeated', () => {
    const begin = { type: 'begin' as const, discovery: { ...id, asked_by, plan }, at };
    given().when(begin).then(begun);
    given(begun).when(begin).thenNothing();
  });

  it('is finished once, and what is finished is not abandoned', () => {
    given(begun).when({ type: 'finish', at }).then(finished);
    given(begun, finished).when({ type: 'finish', at }).thenNothing();
    given(begun, finished)
      .when({ type: 'abandon', ...refusal, at })
      .thenNothing();
    given(begun, finished).when({ type: 'undo', at }).thenNothing();
  });

  it('that is abandoned is not finished by somebody who was slower, and is taken back once', () => {
    given(begun)
      .when({ type: 'abandon', ...refusal, at })
      .then(abandoned);
    given(begun, abandoned).when({ type: 'finish', at }).thenNothing();
    given(begun, abandoned).when({ type: 'undo', at }).then(undone);
    given(begun, abandoned, undone).when({ type: 'undo', at }).thenNothing();
  });

  it('that there is not cannot be gone on with', () => {
    given()
      .when({ type: 'finish', at })
      .thenRefused('not_found', /discovery/);
  });
});

/** A proposal for a sample of no known type. */
const sampleWith = (title: string, ...names: string[]): TypeProposal => ({
  known: null,
  fields: names.map((name) => ({ name, hint: 'string', labels: [name.replaceAll('_', ' ')], value: `of ${name}` })),
  titles: [title],
});

const TICKET = {
  ...{ context_id: 'ticket', display_name: 'Ticket', category: 'travel' as const, classify_hints: ['ticket'] },
  ...{ output_schema: { seat: 'string' }, validation_rules: {} },
};

describe('samples of several kinds', () => {
  it('are put together by what they have in common, and each kind is a type', () => {
    const found = typesOfSamples(
      [
        sampleWith('Club pass', 'holder', 'number', 'valid_until'),
        sampleWith('Moorage certificate', 'berth', 'hull'),
        sampleWith('Club pass', 'holder', 'number'),
      ],
      [],
      () => false,
    );
    expect(found.contexts_existing).toEqual([]);
    expect(found.types.map(({ context_id }) => context_id)).toEqual(['club_pass', 'moorage_certificate']);
    expect(found.types[0]!.output_schema).toEqual({
      holder: 'string',
      number: 'string',
      valid_until: 'string or null',
    });
  });

  it('of a type that there is stand for that type', () => {
    const known = { ...sampleWith('Ticket', 'seat'), known: { context_id: 'ticket', confidence: 0.9 } };
    const found = typesOfSamples([known, known], [TICKET], () => true);
    expect(found).toEqual({ contexts_existing: ['ticket'], types: [], display_names: ['Ticket'] });
  });

  it('become types whose names nobody has yet, not even one another', () => {
    const passes = [sampleWith('Pass', 'holder', 'number'), sampleWith('Pass', 'berth', 'hull')];
    const found = typesOfSamples(passes, [], (id) => id === 'pass');
    expect(found.types.map(({ context_id }) => context_id)).toEqual(['pass_2', 'pass_3']);
  });

  it('name the agent, which lists no more than three of them', () => {
    expect(nameOfTypes(['Passport', 'Club pass'])).toBe('Passport, Club pass');
    expect(nameOfTypes(['A', 'B', 'C', 'D', 'E'])).toBe('A, B, C and 2 more');
  });
});
