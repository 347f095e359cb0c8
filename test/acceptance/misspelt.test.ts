import { beforeAll, describe, expect, test } from 'vitest';
import { defineMembership } from './support/cases.js';
import type { Client } from './support/client.js';
import { sharedService, type SharedService } from './support/sharedService.js';

let service: SharedService;
let acme: Client;

beforeAll(async () => {
  service = await sharedService();
  acme = await service.withKey(service.tenant('misspelling'));
  await defineMembership(acme);
});

const told = (given: string, meant: string): string =>
  `The field \`${given}\` is not known and was ignored; did you mean \`${meant}\`?`;
const idOf = ({ body }: { body: { [name: string]: unknown } }): string => String(body['id'] ?? body['session_id']);

describe('a field that is misspelt', () => {
  test('is told by who opens a case, and by no later answer; with an Idempotency-Key each time', async () => {
    const body = { goal: 'membership', expect: { full_name: 'Ana Lopez' }, client_refernce_id: 'c-1' };
    const warnings = [told('expect', 'expected'), told('client_refernce_id', 'client_reference_id')];
    const opened = await acme.post('/v1/cases', body, { 'Idempotency-Key': 'misspelt-1' });
    expect([opened.status, opened.body['warnings']]).toEqual([201, warnings]);
    const again = await acme.post('/v1/cases', body, { 'Idempotency-Key': 'misspelt-1' });
    expect([again.headers.get('Idempotency-Replayed'), again.body]).toEqual(['true', opened.body]);
    expect((await acme.get(`/v1/cases/${idOf(opened)}`)).body).not.toHaveProperty('warnings');
    expect((await acme.post('/v1/cases', { goal: 'membership' })).body).not.toHaveProperty('warnings');
  });

  test('is told by who makes or changes an agent, a governance set or a link', async () => {
    const agent = await acme.post('/v1/agents', { goal: 'misspelt', name: 'One', deploy: true });
    expect([agent.status, agent.body['deployed'], agent.body['warnings']]).toEqual([
      ...[201, false, [told('deploy', 'deployed')]],
    ]);
    const put = await acme.put(`/v1/agents/${idOf(agent)}`, { nmae: 'Two' });
    expect([put.status, put.body['warnings']]).toEqual([200, [told('nmae', 'name')]]);
    const set = { name: 'Cards', context_id: 'club_card', config: { lookback: 30 } };
    expect((await acme.post('/v1/governance', set)).body).toMatchObject({
      ...{ config: {}, warnings: [told('config.lookback', 'config.lookback_days')] },
    });
    const id = idOf(await acme.post('/v1/cases', { goal: 'membership' }));
    expect((await acme.post(`/v1/cases/${id}/links`, { ttl: 5 })).body['warnings']).toEqual([
      told('ttl', 'ttl_minutes'),
    ]);
  });

  test('is told behind what else is worth a warning, and a refusal has no warnings', async () => {
    const type = { context_id: 'misspelt_type', display_name: 'One', output_schema: { total: 'amout' } };
    const made = await acme.post('/v1/document-types', { ...type, clasify_hints: ['one'] });
    expect(made.body['warnings']).toEqual([
      expect.stringContaining('did you mean "amount"'),
      told('clasify_hints', 'classify_hints'),
    ]);
    const refused = await acme.post('/v1/document-types', { ...type, clasify_hints: ['one'] });
    expect([refused.status, Object.keys(refused.body)]).toEqual([409, ['detail']]);
  });
});

test('a request of which all may be left out needs no body', async () => {
  const id = idOf(await acme.post('/v1/cases', { goal: 'membership' }));
  expect((await acme.send('POST', `/v1/cases/${id}/links`)).body).toMatchObject({ uses: 1 });
  expect((await acme.send('POST', '/v1/agents/builder/start')).body).toMatchObject({ mode: 'guided' });
  const checked = await acme.send('POST', '/v1/document-types/club_card/examples/check');
  expect(checked.body).toMatchObject({ holding: 0 });
  const key = { tenant_id: service.tenant('misspelling'), name: 'Rotated', scopes: ['read'] };
  const { body } = await service.platform.post('/v1/admin/keys', key);
  const rotated = await service.platform.send('POST', `/v1/admin/keys/${String(body['id'])}/rotate`);
  expect([rotated.status, rotated.body]).toMatchObject([201, { scopes: ['read'], expires_at: null }]);
});
