import bcrypt from 'bcrypt';
import { expect, test } from 'vitest';
import { toApiError } from '../../../../src/api/http/responses/apiError.js';
import { isKeyOf, makeRawKey } from '../../../../src/commands/apiKeys/apiKeySecret.js';

test('more keys than can be compared in a few seconds are a 503 that says when to come again, and then they are compared', async () => {
  const key = makeRawKey();
  // The least cost there is: the test is of the queue.
  const hash = { kind: 'bcrypt', value: await bcrypt.hash(key, 4) } as const;
  const compared = await Promise.allSettled(Array.from({ length: 110 }, () => isKeyOf(key, hash)));
  const refused = compared.flatMap((one) => (one.status === 'rejected' ? [toApiError(one.reason)] : []));
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]).toMatchObject({ status: 503, headers: { 'Retry-After': '5' } });
  expect(compared.filter((one) => one.status === 'fulfilled' && one.value).length).toBeGreaterThanOrEqual(100);
  expect(await isKeyOf(key, hash)).toBe(true);
});
