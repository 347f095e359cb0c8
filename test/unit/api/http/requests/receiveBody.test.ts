import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANONYMOUS_PLATFORM, type Caller } from '../../../../../src/api/http/access/caller.js';
import { receiveBody } from '../../../../../src/api/http/requests/receiveBody.js';
import type { Operation } from '../../../../../src/api/http/requests/operation.js';
import { beginState, stateOf } from '../../../../../src/api/http/requestState.js';
import { onBehalfOf, whoAsks } from '../../../../../src/platform/database/onBehalfOf.js';

const TENANT: Caller = { ...ANONYMOUS_PLATFORM, tenant_id: 'acme' };
const anyCheck = () => undefined;

/** Both read one thing, with a body or without. */
const operationOf = (method: string): Operation => ({
  ...{
    id: 'x',
    method,
    path: '/',
    scope: 'read',
    open: false,
    queryParameters: [],
    pathParameters: [],
    idParameters: [],
    neverStored: [],
  },
  ...{ checkPath: anyCheck, checkQuery: anyCheck },
  ...(method === 'POST' && { body: { mediaType: 'application/json', required: true, check: anyCheck } }),
});

let caller: Caller;
const app = express()
  .use((request, _response, next) => {
    beginState(request, 'r');
    Object.assign(stateOf(request), { caller, operation: operationOf(request.method) });
    onBehalfOf(caller.tenant_id, next);
  })
  .use(receiveBody({ bytesPerSecond: 1 }))
  .use((_request, response) => void response.json(whoAsks()));
const server = createServer(app);
let url: string;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
});
afterAll(() => void server.close());

/** On whose behalf a request is answered. */
async function askedFor(as: Caller, query: string, body?: object): Promise<unknown> {
  caller = as;
  const json = { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
  return (await fetch(url + query, body && json)).json();
}

describe('a request', () => {
  it('with a key of the platform takes the turns of the tenant that it is for: a gateway asks for many', async () => {
    expect(await askedFor(ANONYMOUS_PLATFORM, '?tenant_id=beta')).toBe('beta');
    expect(await askedFor(ANONYMOUS_PLATFORM, '')).toBe('');
    expect(await askedFor(ANONYMOUS_PLATFORM, '?tenant_id=no tenant')).toBe('');
    expect(await askedFor(ANONYMOUS_PLATFORM, '', { tenant_id: 'beta' })).toBe('beta');
    expect(await askedFor(ANONYMOUS_PLATFORM, '', {})).toBe('');
  });

  it("with a tenant's own key takes that tenant's", async () => {
    expect(await askedFor(TENANT, '?tenant_id=')).toBe('acme');
    expect(await askedFor(TENANT, '')).toBe('acme');
  });
});
