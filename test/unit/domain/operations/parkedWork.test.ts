import { describe, expect, it } from 'vitest';
import { fold } from '../../../../src/domain/core/decider.js';
import { parkedWork, type ParkedWorkEvent } from '../../../../src/domain/operations/parkedWork.js';
import { storiesOf } from '../../../support/givenWhenThen.js';

const { given } = storiesOf(parkedWork);
const at = '2026-03-02T10:00:00.000Z';
const work = {
  topic: 'attest.executions',
  key: 'execution-e1',
  type: 'PipelineRunStarted',
  payload: { execution_id: 'e1' },
};
const parked = {
  type: 'WorkParked',
  data: {
    parked_id: 'p1',
    tenant_id: 'acme',
    message_id: 'm1',
    ...work,
    error: 'No engine',
    attempts: 10,
    parked_at: at,
  },
} satisfies ParkedWorkEvent;
const retried: ParkedWorkEvent = { type: 'WorkRetried', data: { parked_id: 'p1', ...work, retried_at: at } };
const dropped: ParkedWorkEvent = { type: 'WorkDropped', data: { parked_id: 'p1', dropped_at: at } };
const park = { type: 'park', work: parked.data } as const;

describe('parked work', () => {
  it('is parked once, however often its parking is repeated', () => {
    given().when(park).then(parked);
    given(parked).when(park).thenNothing();
  });

  it('goes out again as it was, when somebody retries it', () =>
    given(parked).when({ type: 'retry', at }).then(retried));

  it('is parked once more when it fails again after a retry, and counts how often', () => {
    given(parked, retried).when(park).then(parked);
    const state = fold(parkedWork, [parked, retried, parked]);
    expect(state).toMatchObject({ status: 'parked', work: { times_parked: 2, settled_at: null } });
  });

  it('stays dropped, also when its message comes back after a crash', () =>
    given(parked, dropped).when(park).thenNothing());

  it.each(['retry', 'drop'] as const)('takes one decision: a second %s is refused', (type) => {
    given(parked, retried)
      .when({ type, at })
      .thenRefused('conflict', /handed out again already/);
    given(parked, dropped)
      .when({ type, at })
      .thenRefused('conflict', /dropped already/);
    given()
      .when({ type, at })
      .thenRefused('not_found', /no parked work/);
  });
});
