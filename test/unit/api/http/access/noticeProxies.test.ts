import { expect, it, vi } from 'vitest';
import { noticeProxies } from '../../../../../src/api/http/access/noticeProxies.js';

const BEHIND = { 'x-forwarded-for': '203.0.113.7' };

it.each([
  ['a proxy in a private network, once', 1, '172.18.0.1', BEHIND],
  ['a proxy on this machine', 1, '127.0.0.1', BEHIND],
  ['a proxy that is heard on a socket of IPv6', 1, '::ffff:172.18.0.1', BEHIND],
  ['no caller from the internet, whatever he sends', 0, '8.8.8.8', BEHIND],
  ['nor one on a socket of IPv6', 0, '::ffff:8.8.8.8', BEHIND],
  ['no caller in a private network without a proxy', 0, '172.18.0.1', {}],
])('the log warns of %s', (_what, times, remoteAddress, headers) => {
  const log = { warn: vi.fn() };
  const notice = noticeProxies(log);
  const next = vi.fn();
  for (let n = 0; n < 3; n++) notice({ socket: { remoteAddress }, headers }, undefined, next);
  expect(log.warn).toHaveBeenCalledTimes(times);
  expect(next).toHaveBeenCalledTimes(3);
});
