import { randomUUID } from 'node:crypto';
import knex, { type Knex } from 'knex';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createGovernanceResults,
  governanceMigrations,
  type GovernanceResult,
} from '../../../../src/commands/governance/governanceResults.js';
import { createTestDatabase, type TestDatabase } from '../../../support/testDatabase.js';

let database: TestDatabase;
let connection: Knex;

beforeAll(async () => {
  database = await createTestDatabase();
  connection = knex({ client: 'pg', connection: database.url });
  for (const { up } of governanceMigrations) await up(connection);
});
afterAll(async () => {
  await connection.destroy();
  await database.drop();
});

const found = (received_at: string, more: Partial<GovernanceResult> = {}): GovernanceResult => ({
  ...{ doc_id: randomUUID(), session_id: randomUUID(), received_at, valid_before: true, decision: null },
  ...{ status: 'pass', field_results: {}, measures: { number: { confidence: 0.9, form: 'short, digits' } } },
  ...more,
});

it('adds up the documents of one run that came in a time, from its beginning on and before its end', async () => {
  const results = createGovernanceResults({ knex: connection });
  const [run, other] = [randomUUID(), randomUUID()];
  const [monday, tuesday, wednesday] = [
    '2026-03-02T00:00:00.000Z',
    '2026-03-03T00:00:00.000Z',
    '2026-03-04T00:00:00.000Z',
  ];
  const broken = { rules: ['regex'], rules_before: [] };
  await results.keep(run, [
    found(monday),
    found(monday, { measures: { number: { confidence: null, form: 'short, letters' } } }),
    found(monday, { status: 'fail', field_results: { number: broken, name: broken }, measures: {} }),
    found(tuesday),
    found('2026-03-01T23:59:59.999Z'),
    // Of a run of before there were measures.
    found(monday, { measures: undefined }),
  ]);
  await results.keep(other, [found(monday)]);
  const count = await results.driftCount(run, monday, tuesday);
  expect({ ...count, fields: count.fields.toSorted((one, two) => one.field.localeCompare(two.field)) }).toEqual({
    ...{ documents: 4, valid: 3 },
    fields: [
      { field: 'name', filled: 0, broken: 1, confidence_sum: 0, confidence_count: 0, forms: {} },
      {
        ...{ field: 'number', filled: 2, broken: 1, confidence_sum: 0.9, confidence_count: 1 },
        forms: { 'short, digits': 1, 'short, letters': 1 },
      },
    ],
  });
  expect(await results.driftCount(run, tuesday, wednesday)).toMatchObject({ documents: 1, valid: 1 });
  expect(await results.driftCount(run, wednesday, wednesday)).toEqual({ documents: 0, valid: 0, fields: [] });
});
