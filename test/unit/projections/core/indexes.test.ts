import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toPosition } from '../../../../src/platform/eventStore/eventStore.js';
import { createAgentQueries } from '../../../../src/projections/agents/agentsProjection.js';
import { createAgentVersionQueries } from '../../../../src/projections/agents/agentVersionsProjection.js';
import { createAnalyticsQueries } from '../../../../src/projections/analytics/analyticsQueries.js';
import { createApiKeyQueries } from '../../../../src/projections/apiKeys/apiKeysProjection.js';
import { createAuditQueries } from '../../../../src/projections/audit/auditProjection.js';
import { createBlocklistQueries } from '../../../../src/projections/blocklist/blocklistProjection.js';
import { createFaceQueries } from '../../../../src/projections/faces/registeredFacesProjection.js';
import { createCaseQueries } from '../../../../src/projections/cases/caseQueries.js';
import { tableName } from '../../../../src/projections/core/projection.js';
import { createDocumentTypeQueries } from '../../../../src/projections/documentTypes/documentTypesProjection.js';
import { createDocumentTypeVersionQueries } from '../../../../src/projections/documentTypes/documentTypeVersionsProjection.js';
import { createExecutionQueries } from '../../../../src/projections/executions/executionsProjection.js';
import { createSavedSearchQueries } from '../../../../src/projections/savedSearches/savedSearchesProjection.js';
import { createParkedWorkQueries } from '../../../../src/projections/operations/parkedWorkProjection.js';
import { createEndpointDeliveryQueries } from '../../../../src/projections/webhookEndpoints/endpointDeliveriesProjection.js';
import { createWebhookEndpointQueries } from '../../../../src/projections/webhookEndpoints/webhookEndpointsProjection.js';
import { createWebhookDeliveryQueries } from '../../../../src/projections/webhooks/webhookDeliveriesProjection.js';
import { allProjections } from '../../../../src/start/features.js';
import { auditProjection } from '../../../../src/start/stored.js';
import { openCore, type Core } from '../../../support/core.js';
import { asksOfGovernance } from '../../../support/asksOfGovernance.js';
import { ROWS_OF_EACH, valueOf } from '../../../support/manyRows.js';
import { searchesByIndex } from '../../../support/searchesByIndex.js';

/** Most rows that a query may look at in vain, of all that there are. */
const MOST_IN_VAIN = 50;

let core: Core;
beforeAll(async () => {
  core = await openCore();
  const { knex } = core.database;
  for (const projection of allProjections) {
    for (const table of projection.tables) {
      const columns = Object.entries<string>(table.columns);
      const values = columns.map(([column, type]) => valueOf(table.name, column, type));
      const name = tableName(projection, table);
      await knex.raw(
        `insert into ${name} (row_key, revision, ${columns.map(([column]) => column).join(', ')})
         select 'x' || n, 0, ${values.join(', ')} from generate_series(1, ${2 * ROWS_OF_EACH}) n`,
      );
      await knex.raw(`analyze ${name}`);
    }
  }
});
afterAll(() => core.close());

/** The plans of what a query asks the read models. */
async function plansOf(ask: () => Promise<unknown>): Promise<string[]> {
  const { knex } = core.database;
  const asked: { sql: string; bindings: unknown[] }[] = [];
  const hear = (query: { sql: string; bindings: unknown[] }) => void asked.push(query);
  knex.on('query', hear);
  await ask();
  knex.removeListener('query', hear);
  const plans: string[] = [];
  for (const { sql, bindings } of asked.filter((one) => /_v\d+\b/.test(one.sql))) {
    const { rows } = await knex.raw<{ rows: { 'QUERY PLAN': string }[] }>(
      `explain (analyze, costs off, timing off) ${sql.replace(/\$\d+/g, '?')}`,
      bindings as string[],
    );
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
  }
  return plans;
}

const early = new Date('2026-01-01T00:30:00.000Z');
const late = new Date('2026-01-01T01:00:00.000Z');
const idle = { before: late, asked: late };
const touched = { updated_at: '2026-01-01T00:30:00Z', session_id: 'x9' };
const someDay = '2026-01-06T00:00:00.000Z';
const nextDay = '2026-01-07T00:00:00.000Z';
const page = { tenant_id: 'x7', limit: 20 };
const retained = { until: late, limit: 20, except: ['x1000'] };
const big = { tenant_id: 'big', limit: 20 };
const types = ({ readModels }: Pick<Core, 'readModels'>) => createDocumentTypeQueries(readModels);
const parked = ({ readModels }: Pick<Core, 'readModels'>) => createParkedWorkQueries(readModels);
const told = ({ readModels }: Pick<Core, 'readModels'>) => createEndpointDeliveryQueries(readModels);

const trail = ({ readModels }: Pick<Core, 'readModels'>) => createAuditQueries(readModels, auditProjection);

const queries: [string, (core: Core) => Promise<unknown>][] = [
  ['an agent', ({ readModels }) => createAgentQueries(readModels).find('x7')],
  ['the agents of a tenant', ({ readModels }) => createAgentQueries(readModels).list({ tenant_id: 'x7' })],
  ['the versions of an agent', ({ readModels }) => createAgentVersionQueries(readModels).list('x7')],
  ['the keys of a tenant', ({ readModels }) => createApiKeyQueries(readModels).list({ tenant_id: 'x7' })],
  ['a case', ({ readModels }) => createCaseQueries(readModels).find('x7')],
  ['a case with its documents', ({ readModels }) => createCaseQueries(readModels).findWithDocuments('x7')],
  ['what was said in a case', ({ readModels }) => createCaseQueries(readModels).findConversation('x7')],
  ['the cases of a tenant', ({ readModels }) => createCaseQueries(readModels).list(page)],
  [
    'the cases of a tenant that stand so',
    ({ readModels }) => createCaseQueries(readModels).list({ ...page, status: 'review' }),
  ],
  ['the cases of a goal', ({ readModels }) => createCaseQueries(readModels).list({ ...page, goal: 'x9' })],
  [
    'the newest cases that stand so',
    ({ readModels }) => createCaseQueries(readModels).list({ limit: 20, status: 'review' }),
  ],
  [
    'the cases behind another one',
    ({ readModels }) =>
      createCaseQueries(readModels).list({ ...page, after: { created_at: '2026-01-02', session_id: 'x8' } }),
  ],
  ['the newest cases of a goal', ({ readModels }) => createCaseQueries(readModels).list({ limit: 20, goal: 'x9' })],
  [
    'the cases of a tenant with a document of a type that is seldom',
    ({ readModels }) => createCaseQueries(readModels).list({ ...big, document_type: 'seldom' }),
  ],
  [
    'the cases with a document of a type that nearly all have',
    ({ readModels }) => createCaseQueries(readModels).list({ limit: 20, document_type: 'mostly' }),
  ],
  [
    'the cases with a reason that is seldom',
    ({ readModels }) => createCaseQueries(readModels).list({ limit: 20, reason: 'seldom' }),
  ],
  [
    'the cases with some metadata',
    ({ readModels }) => createCaseQueries(readModels).list({ ...big, metadata: { order: '7000' } }),
  ],
  [
    'the cases of a tenant that were opened in a while',
    ({ readModels }) => createCaseQueries(readModels).list({ ...big, created_from: someDay, created_to: nextDay }),
  ],
  ['cases that are meant', ({ readModels }) => createCaseQueries(readModels).list({ ...page, mode: 'live' })],
  ['the trials of a tenant', ({ readModels }) => createCaseQueries(readModels).list({ ...big, mode: 'test' })],
  ['the newest trials', ({ readModels }) => createCaseQueries(readModels).list({ limit: 20, mode: 'test' })],
  ['the newest cases', ({ readModels }) => createCaseQueries(readModels).list({ limit: 20 })],
  ['cases nobody touches', ({ readModels }) => createCaseQueries(readModels).inactiveSince(idle, 20)],
  ['cases kept for long enough', ({ readModels }) => createCaseQueries(readModels).retained(retained)],
  ['runs kept for long enough', ({ readModels }) => createExecutionQueries(readModels).retained(retained)],
  [
    'cases that nobody touches behind another one',
    ({ readModels }) => createCaseQueries(readModels).inactiveSince(idle, 20, touched),
  ],
  [
    'cases with unread documents',
    ({ readModels }) =>
      createCaseQueries(readModels).withUnreadDocuments([
        { tenant_id: 'big', session_id: 'x9', created_at: '2026-01-05' },
      ]),
  ],
  ['how many replays are not finished', ({ readModels }) => createCaseQueries(readModels).unfinished()],
  ['replays that are not finished', ({ readModels }) => createCaseQueries(readModels).unfinishedReplays(late, 20)],
  ['a document type', (of) => types(of).resolve({ tenant_id: 'x7', context_id: 'x7' })],
  ['the types of a tenant', (of) => types(of).list({ tenant_id: 'x7', include_global: true })],
  [
    'the versions of a type',
    ({ readModels }) => createDocumentTypeVersionQueries(readModels).list({ tenant_id: 'x7', context_id: 'x7' }),
  ],
  ['an execution', ({ readModels }) => createExecutionQueries(readModels).find('x7')],
  [
    'the executions of a tenant',
    ({ readModels }) => createExecutionQueries(readModels).list({ ...page, pipeline_only: true }),
  ],
  [
    'the pipeline runs of a tenant that has hardly any',
    ({ readModels }) => createExecutionQueries(readModels).list({ ...big, pipeline_only: true }),
  ],
  [
    'the newest pipeline runs',
    ({ readModels }) => createExecutionQueries(readModels).list({ limit: 10, pipeline_only: true }),
  ],
  [
    'the executions of a tenant that stand so',
    ({ readModels }) => createExecutionQueries(readModels).list({ ...big, limit: 5, status: 'failed' }),
  ],
  [
    'the newest executions that stand so',
    ({ readModels }) => createExecutionQueries(readModels).list({ limit: 5, status: 'failed' }),
  ],
  [
    'the runs of an agent of a tenant',
    ({ readModels }) => createExecutionQueries(readModels).list({ ...big, goal: 'x' }),
  ],
  [
    'the runs of agents of a goal',
    ({ readModels }) => createExecutionQueries(readModels).list({ limit: 20, goal: 'x' }),
  ],
  [
    'the executions behind another one',
    ({ readModels }) =>
      createExecutionQueries(readModels).list({ ...big, after: { started_at: nextDay, execution_id: 'x8' } }),
  ],
  [
    'the executions of a type that is seldom',
    ({ readModels }) => createExecutionQueries(readModels).list({ ...big, document_type: 'seldom' }),
  ],
  [
    'the executions with some metadata',
    ({ readModels }) => createExecutionQueries(readModels).list({ limit: 20, metadata: { order: '7' } }),
  ],
  [
    'the executions of a tenant that were started in a while',
    ({ readModels }) => createExecutionQueries(readModels).list({ ...big, created_from: someDay, created_to: nextDay }),
  ],
  [
    'the executions of trials',
    ({ readModels }) => createExecutionQueries(readModels).list({ limit: 20, mode: 'test' }),
  ],
  ['the newest executions', ({ readModels }) => createExecutionQueries(readModels).list({ limit: 20 })],
  ['executions that wait', ({ readModels }) => createExecutionQueries(readModels).waitingSince(late, 20)],
  ['how many executions run', ({ readModels }) => createExecutionQueries(readModels).unfinished()],
  ['executions that were left', ({ readModels }) => createExecutionQueries(readModels).abandonedSince(late, 20)],
  ['parked work', ({ readModels }) => createParkedWorkQueries(readModels).find('x7')],
  ['keys with parked work', ({ readModels }) => createParkedWorkQueries(readModels).keysParked(['x7', 'x8'])],
  ['the parked work of a tenant', (of) => parked(of).list({ ...page, status: 'parked' })],
  [
    'the parked work of a tenant whose work is mostly done',
    (of) => parked(of).list({ ...big, limit: 10, status: 'dropped' }),
  ],
  ['the newest parked work', (of) => parked(of).list({ limit: 10, status: 'parked' })],
  [
    'the failed deliveries of a tenant',
    ({ readModels }) => createWebhookDeliveryQueries(readModels).list({ ...big, limit: 10, status: 'failed' }),
  ],
  [
    'the newest failed deliveries',
    ({ readModels }) => createWebhookDeliveryQueries(readModels).list({ limit: 10, status: 'failed' }),
  ],
  ['a delivery', ({ readModels }) => createWebhookDeliveryQueries(readModels).find('x7')],
  ['the deliveries of a tenant', ({ readModels }) => createWebhookDeliveryQueries(readModels).list(page)],
  [
    'the deliveries of an execution',
    ({ readModels }) => createWebhookDeliveryQueries(readModels).list({ execution_id: 'x7', limit: 20 }),
  ],
  ['how many deliveries are pending', ({ readModels }) => createWebhookDeliveryQueries(readModels).unfinished()],
  [
    'deliveries that are due',
    ({ readModels }) =>
      createWebhookDeliveryQueries(readModels).due({
        ...{ limit: 20, turns: { tenant: 'x5', receivers: new Map([['big', 'https://a']]) } },
        ...{ except: ['x500'], full: ['x1000'], notTriedIn: { from: early, until: late } },
      }),
  ],
  ['which deliveries were queued', ({ readModels }) => createWebhookDeliveryQueries(readModels).queued(['x7'])],
  [
    'which of some deliveries are due',
    ({ readModels }) => createWebhookDeliveryQueries(readModels).dueAmong(['x500'], { from: early, until: late }),
  ],
  ['an entry of a blocklist', ({ readModels }) => createBlocklistQueries(readModels).find('x7')],
  ['the blocklist of a tenant', ({ readModels }) => createBlocklistQueries(readModels).list(page)],
  ['a kind of it', ({ readModels }) => createBlocklistQueries(readModels).list({ ...page, kind: 'person' })],
  ['a saved search', ({ readModels }) => createSavedSearchQueries(readModels).find('x7')],
  // prettier-ignore
  ['saved searches of a tenant', ({ readModels }) => createSavedSearchQueries(readModels).list({ ...page, seen_by: 'x7' })],
  ...asksOfGovernance,
  ['how many a tenant saved', ({ readModels }) => createSavedSearchQueries(readModels).count('x7', 500)],
  [
    'the faces of a register',
    ({ readModels }) => createFaceQueries(readModels).list({ ...page, mode: 'live', database: 'custom' }),
  ],
  ['faces by their numbers', ({ readModels }) => createFaceQueries(readModels).byVectors(['x7'])],
  ['an endpoint', ({ readModels }) => createWebhookEndpointQueries(readModels).find('x7')],
  ['the endpoints of a tenant', ({ readModels }) => createWebhookEndpointQueries(readModels).list(page)],
  ['the newest endpoints', ({ readModels }) => createWebhookEndpointQueries(readModels).list({ limit: 20 })],
  ['what an endpoint is told', (of) => told(of).find('x7')],
  ['what an endpoint is told, newest first', (of) => told(of).list({ endpoint_id: 'x7', limit: 20 })],
  ['what an endpoint did not take', (of) => told(of).list({ endpoint_id: 'x7', status: 'failed', limit: 20 })],
  [
    'what is due to be told to endpoints',
    (of) =>
      told(of).due({
        ...{ limit: 20, turns: { tenant: 'x5', receivers: new Map([['big', 'x900']]) }, inHand: new Map() },
        ...{ except: ['x500'], full: ['x1000'], notTriedIn: { from: early, until: late }, now: late },
      }),
  ],
  ['which of what is told to endpoints is pending', (of) => told(of).dueAmong(['x500'])],
  ...searchesByIndex,
  [
    'figures of a tenant',
    ({ readModels }) => createAnalyticsQueries(readModels).webhooks({ tenant_id: 'x7', first: 'x7', last: 'x7' }),
  ],
  [
    'the use of a tenant that has many agents and types',
    ({ readModels }) => createAnalyticsQueries(readModels).usage({ tenant_id: 'big', first: 'x70', last: 'x71' }),
  ],
  ['the newest audit entries', (of) => trail(of).list({ limit: 20 })],
  ['the audit entries of a tenant', (of) => trail(of).list({ ...page, after: { at: 'x7', position: '7' } })],
  ['the audit entries of an aggregate', (of) => trail(of).list({ limit: 20, aggregate: 'x7' })],
  ['what somebody did in a tenant', (of) => trail(of).list({ ...big, actor: 'x7000' })],
  ['what somebody did in all tenants', (of) => trail(of).list({ limit: 20, actor: 'x7000' })],
  ['what was done of a kind in all tenants', (of) => trail(of).list({ limit: 20, action: 'x7000', from: 'x' })],
  ['what was done of a kind in a tenant', (of) => trail(of).list({ ...big, action: 'x7000', from: 'x' })],
  [
    'to what something of a kind was done in a tenant',
    (of) => trail(of).doneTo({ action: 'x7000', tenants: ['big'], asOf: { time: 'x' } }),
  ],
  [
    'to what something of a kind was done in all tenants',
    (of) => trail(of).doneTo({ action: 'x7000', tenants: undefined, asOf: { position: toPosition(7) } }),
  ],
];

describe('what is asked of a read model is found by an index', () => {
  it.each(queries)('%s', async (_what, ask) => {
    const plans = await plansOf(() => ask(core));
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) {
      expect(plan).not.toMatch(/Seq Scan on \w+_v\d+/);
      expect(plan).toMatch(/Index/);
      for (const [, rows] of plan.matchAll(/Rows Removed by Filter: (\d+)/g))
        expect(Number(rows)).toBeLessThan(MOST_IN_VAIN);
    }
  });
});
