import { describe, expect, it } from 'vitest';
import {
  builder,
  BUILDER_DAYS,
  type BuilderEvent,
  endsAt,
  MOST_CHANGES,
} from '../../../../src/domain/agentBuilder/builder.js';
import { EMPTY_DRAFT } from '../../../../src/domain/agentBuilder/builderDraft.js';
import { fold } from '../../../../src/domain/core/decider.js';
import { storiesOf } from '../../../support/givenWhenThen.js';

const { given } = storiesOf(builder);
const at = '2026-03-02T09:00:00.000Z';
const id = { builder_id: 'one', tenant_id: 'acme' };
const draft = { ...EMPTY_DRAFT, goal: 'onboarding', context_ids: ['passport'] };

const started: BuilderEvent = { type: 'BuilderStarted', data: { ...id, mode: 'expert', started_at: at } };
const drafted: BuilderEvent = {
  type: 'BuilderDraftChanged',
  data: { ...id, action: 'add_document_type', draft, changed_at: at },
};
const begun: BuilderEvent = { type: 'BuilderBuildBegun', data: { ...id, deploy: true, begun_at: at } };
const refused: BuilderEvent = { type: 'BuilderBuildRefused', data: { ...id, detail: 'No.', refused_at: at } };
const built: BuilderEvent = { type: 'BuilderAgentBuilt', data: { ...id, agent_id: 'made', built_at: at } };
const stepped: BuilderEvent = {
  type: 'BuilderStepped',
  data: { ...id, from: 'goal', to: 'document_types', stepped_at: at },
};
const rename = (when = at) => ({
  type: 'change' as const,
  change: { action: 'set_name' as const, name: 'One' },
  at: when,
});

describe('a session of the wizard', () => {
  it('starts once, however often its request is repeated', () => {
    const start = { type: 'start' as const, session: { ...id, mode: 'expert' as const }, at };
    given().when(start).then(started);
    given(started, drafted).when(start).thenNothing();
  });

  it('holds its draft as it is while the agent is being built, and asking to build again changes nothing', () => {
    given(started, drafted).when({ type: 'begin_build', deploy: true, at }).then(begun);
    given(started, drafted, begun).when({ type: 'begin_build', deploy: false, at }).thenNothing();
    given(started, drafted, begun)
      .when(rename())
      .thenRefused('conflict', /repeat the action build/);
    given(started, drafted, begun)
      .when({ type: 'cancel', at })
      .thenRefused('conflict', /repeat the action build/);
    expect(fold(builder, [started, drafted, begun])?.building).toEqual({ deploy: true });
  });

  it('takes changes again once building was refused, and none once the agent is built', () => {
    given(started, drafted, begun).when({ type: 'refuse_build', detail: 'No.', at }).then(refused);
    given(started, drafted, begun, refused).when({ type: 'begin_build', deploy: true, at }).then(begun);
    expect(fold(builder, [started, drafted, begun, refused])?.refusal).toBe('No.');
    given(started, drafted, begun, built)
      .when(rename())
      .thenRefused('conflict', /is built/);
    given(started, drafted, begun, built).when({ type: 'refuse_build', detail: 'No.', at }).thenNothing();
    given(started, drafted, begun, built).when({ type: 'finish_build', agent_id: 'made', at }).thenNothing();
  });

  it('records nothing where an action changes nothing', () => {
    const change = { action: 'add_document_type' as const, context_id: 'passport' };
    given(started, drafted).when({ type: 'change', change, at }).thenNothing();
  });

  it(`ends ${BUILDER_DAYS} days after its last change, and not before`, () => {
    const ends = endsAt({ updated_at: at });
    expect(ends).toBe('2026-03-16T09:00:00.000Z');
    expect(() => builder.decide(rename(ends), fold(builder, [started]))).not.toThrow();
    given(started)
      .when(rename('2026-03-16T09:00:00.001Z'))
      .thenRefused('conflict', /ended 14 days after/);
  });

  it(`has at most ${MOST_CHANGES} changes`, () => {
    const moves = Array.from({ length: MOST_CHANGES }, () => stepped);
    given(started, ...moves)
      .when(rename())
      .thenRefused('conflict', /has had 500 changes/);
    given(started, ...moves.slice(1))
      .when({ type: 'cancel', at })
      .then({
        ...{ type: 'BuilderCancelled', data: { ...id, cancelled_at: at } },
      });
  });
});
