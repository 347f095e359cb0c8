import { expect, test } from 'vitest';
import { askedServers } from '../../support/askedServers.js';

test.each([
  ['nothing', {}, { eventStore: false, kafka: false, elasticsearch: false }],
  [
    'an event store alone',
    { ACCEPTANCE_STACK: 'eventstore' },
    { eventStore: true, kafka: false, elasticsearch: false },
  ],
  ['both', { ACCEPTANCE_STACK: 'distributed' }, { eventStore: true, kafka: true, elasticsearch: false }],
  ['all that there is', { ACCEPTANCE_STACK: 'everything' }, { eventStore: true, kafka: true, elasticsearch: true }],
  [
    'a real event store',
    { TEST_EVENTSTORE: '/opt/start.sh' },
    { eventStore: true, kafka: false, elasticsearch: false },
  ],
  [
    'a real event store where nothing else is outside the database',
    { ACCEPTANCE_STACK: 'embedded', TEST_EVENTSTORE: '/opt/start.sh' },
    { eventStore: true, kafka: false, elasticsearch: false },
  ],
])('who asks for %s gets that and nothing else', (_, env, servers) => {
  expect(askedServers(env, 'ACCEPTANCE_STACK')).toEqual(servers);
});

test('a stack is asked for in the variable of its suite, and one that there is not is refused', () => {
  expect(askedServers({ CHAOS_STACK: 'eventstore' }, 'ACCEPTANCE_STACK').eventStore).toBe(false);
  expect(askedServers({ CHAOS_STACK: 'eventstore' }, 'CHAOS_STACK').eventStore).toBe(true);
  expect(() => askedServers({ CHAOS_STACK: 'kafka' }, 'CHAOS_STACK')).toThrow(
    'CHAOS_STACK takes embedded, eventstore, distributed',
  );
});
