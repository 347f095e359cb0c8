import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, expect, it } from 'vitest';
import type { Admission } from '../../../../../src/api/http/access/admission.js';
import { authenticate } from '../../../../../src/api/http/access/authenticate.js';
import { createKeyVerifier } from '../../../../../src/api/http/access/verifyKey.js';
import type { ApiKey } from '../../../../../src/domain/apiKeys/apiKey.js';
import { assignRequestId } from '../../../../../src/api/http/requests/requestId.js';
import { handleErrors } from '../../../../../src/api/http/responses/sendError.js';
import { createLog } from '../../../../../src/platform/log.js';

const RAW = 'zk_0123456789ab_0123456789abcdef0123456789abcdef';
const KEY: ApiKey = {
  ...{ id: 'leaked', tenant_id: 'acme', name: 'x', scopes: ['read'], revoked: false, created_at: '' },
  ...{ mode: 'live', expires_at: null, replaced_by: null },
};
const REVOKED: Admission = { revoked: true, expired: false, admitted: false, limit: 200, remaining: 0, reset: 60 };

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

it('a key that was revoked since takes a place of its tenant once, and none from then on', async () => {
  let places = 0;
  let asked = 0;
  const app = express();
  app.use(
    assignRequestId,
    authenticate({
      config: { authEnabled: true },
      keys: createKeyVerifier(() => Promise.resolve(KEY)),
      captureAccess: { callerOf: () => Promise.reject(new Error('nobody comes with a link')) },
      sessions: { find: () => Promise.resolve(undefined) },
      admit: () => Promise.resolve(REVOKED).finally(() => (asked += 1)),
      room: { admit: () => void (places += 1) },
      lastUsed: { note: () => undefined, flush: () => Promise.resolve() },
      clock: () => new Date(),
    }),
    handleErrors(createLog('silent')),
  );
  const server = app.listen(0, '127.0.0.1');
  closing.push(() => server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  for (let time = 0; time < 5; time++) {
    const answer = await fetch(url, { headers: { 'X-Api-Key': RAW } });
    expect([answer.status, await answer.json()]).toEqual([401, { detail: 'API key revoked' }]);
  }
  expect({ places, asked }).toEqual({ places: 1, asked: 1 });
});
