import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, it } from 'vitest';
import { callerAddress } from '../../../../../src/api/http/access/callerAddress.js';

const ours = { socket: { remoteAddress: '10.0.0.1' } } as never;

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2::1', '20010db800010002'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '20010db800010002'],
  ['2001:db8:1:3::1', '20010db800010003'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['[2001:db8:1:2::1]:443', '20010db800010002'],
  ['"[2001:db8:1:2::1]"', '20010db800010002'],
  ['fe80::1%eth0', 'fe80000000000000'],
  ['unknown', 'named unknown'],
  ['x'.repeat(1_000), `named ${'x'.repeat(64)}`],
  ['', '10.0.0.1'],
  [undefined, '10.0.0.1'],
])('a caller at %s is counted as %s', (ip, counted) => {
  expect(callerAddress({ ...(ours as object), ip } as never)).toBe(counted);
});

it.each([
  ['is not believed by itself', [], '127.0.0.1'],
  [
    'is believed of a proxy that is trusted, up to the first address that is not',
    ['loopback', '10.0.0.0/8'],
    '192.0.2.9',
  ],
])('X-Forwarded-For %s', async (_what, trusted, counted) => {
  const app = express().set('trust proxy', trusted);
  app.get('/', (request, response) => void response.send(callerAddress(request)));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}`, {
    headers: { 'X-Forwarded-For': '198.51.100.1, 192.0.2.9, 10.1.2.3' },
  });
  expect(await answer.text()).toBe(counted);
  server.close();
});
