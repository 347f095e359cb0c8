import { describe, expect, it } from 'vitest';
import { onBehalfOf, whoAsks } from '../../../../src/platform/database/onBehalfOf.js';
import { createPostgresAppends } from '../../../../src/platform/eventStore/postgresAppends.js';

describe('appends that are written together', () => {
  it('are written as the service, so that none waits behind what the tenant of another has waiting', async () => {
    const asked: (string | undefined)[] = [];
    const append = createPostgresAppends(<Row>(sql: string) => {
      asked.push(whoAsks() ?? 'the service');
      const row = { appended: true, last_revision: '0', last_position: '1' };
      return Promise.resolve(sql.match(/\(\?::int/g)!.map(() => row as Row));
    });
    const ofTenant = (who: string) => onBehalfOf(who, () => append({ stream: who, events: [], expected: 'no_stream' }));
    for (const together of [['a', 'b'], ['c']]) await Promise.all(together.map(ofTenant));
    expect(asked).toEqual(['the service', 'the service']);
  });
});
