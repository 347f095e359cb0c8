import { afterAll, beforeAll, expect, it } from 'vitest';
import { facetsFor } from '../../../../src/projections/core/facets.js';
import { openCore, type Core } from '../../../support/core.js';

let core: Core;
beforeAll(async () => void (core = await openCore()));
afterAll(() => core.close());

it('what a row is found by is the same text before it is written and when it is read', async () => {
  const metadata = {
    zone: 'a',
    é: 'two bytes',
    b: 'one',
    '10': 'x',
    '9': 'y',
    Z: 'z',
    '': 'no name',
    '😀': 'four',
    aa: 'q',
  };
  const facets = facetsFor({ metadata, reason: ['b', 'a', 'b'], document_type: ['passport', 'passport'] });
  const { rows } = await core.database.knex.raw<{ rows: { read: unknown }[] }>('select ?::jsonb as read', [
    JSON.stringify(facets),
  ]);
  expect(JSON.stringify(rows[0]?.read)).toBe(JSON.stringify(facets));
  expect(facets).toMatchObject({ reason: ['b', 'a'], document_type: ['passport'] });
});
