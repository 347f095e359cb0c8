import { expect, it } from 'vitest';
import type { Located } from '../../../../../src/api/http/access/callerAddress.js';
import { createCaptureAccess } from '../../../../../src/api/http/access/captureAccess.js';
import type { CaptureLink } from '../../../../../src/domain/capture/index.js';

const LINK: CaptureLink = {
  ...{ link_id: 'l1', session_id: 's1', tenant_id: 'acme', token_hash: '', uses: 1, created_by: 'key' },
  ...{
    expires_at: '2026-03-03',
    created_at: '2026-03-02',
    used: 0,
    sent: null,
    extended: 0,
    opened: 0,
    consent: null,
    ended_at: null,
  },
};
const [HERE, THERE] = ['192.0.2.1', '192.0.2.2'].map((ip) => ({ ip, socket: {} })) as [Located, Located];

/** Knows the tokens that begin with `good`, and counts how often one is looked up. */
function open() {
  const clock = { ms: 0 };
  const read = { times: 0 };
  const find = (token: string) => {
    read.times++;
    return Promise.resolve(token.startsWith('good') ? LINK : undefined);
  };
  return { clock, read, access: createCaptureAccess({ capture: { find }, now: () => clock.ms }) };
}
const tooMany = expect.objectContaining({ status: 429 }) as Error;
/** Tries tokens that are good for nothing, all at once. */
const flood = (access: ReturnType<typeof open>['access'], count: number) =>
  Promise.allSettled(Array.from({ length: count }, (_, at) => access.linkOf(`wrong ${at}`, HERE)));

it('tokens that are good for nothing cost a bounded number of reads, however many come at once', async () => {
  const { access, read } = open();
  await flood(access, 5_000);
  expect(read.times).toBe(300);
});

it('who has a link that was opened before is let in while others behind the same address try tokens', async () => {
  const { access, clock } = open();
  expect(await access.linkOf('good', HERE)).toBe(LINK);
  await flood(access, 5_000);
  expect(await access.linkOf('good', HERE)).toBe(LINK);
  await expect(access.linkOf('good, and never seen', HERE)).rejects.toEqual(tooMany);
  expect(await access.linkOf('good, and never seen', THERE)).toBe(LINK);
  clock.ms = 20;
  expect(await access.linkOf('good, and never seen', HERE)).toBe(LINK);
});

it('good tokens use up nothing of what an address may try', async () => {
  const { access } = open();
  for (let at = 0; at < 1_000; at++) expect(await access.linkOf(`good ${at}`, HERE)).toBe(LINK);
  expect(await access.linkOf('wrong', HERE)).toBeUndefined();
});

it('the page of one link is fetched so often in a row, then once a second, and those of others as before', async () => {
  const { access, clock } = open();
  for (let at = 0; at < 60; at++) expect(await access.linkOfPage('good', HERE)).toBe(LINK);
  await expect(access.linkOfPage('good', THERE)).rejects.toEqual(tooMany);
  expect(await access.linkOf('good', HERE)).toBe(LINK);
  clock.ms = 1_000;
  expect(await access.linkOfPage('good', HERE)).toBe(LINK);
  await expect(access.linkOfPage('good', HERE)).rejects.toEqual(tooMany);
});
