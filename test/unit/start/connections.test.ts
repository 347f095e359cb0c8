import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { connectionBounds } from '../../../src/start/connections.js';
import { listen } from '../../../src/start/httpServer.js';
import { until } from '../../support/until.js';

const HALF = 'GET / HTTP/1.1\r\nHost: x\r\nX-Half:';

it('connections of one address that say nothing are bounded, and keep nobody out at another one', async () => {
  const bounded = { host: '127.0.0.1', port: 0, connections: { all: 60, each: 40 } };
  const server = await listen(bounded, (_request, response) => void response.end('served'));
  const open = (localAddress: string, text: string): Socket => {
    const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', localAddress });
    socket.on('error', () => undefined).write(text);
    return socket;
  };
  const ended = new Set<Socket>();
  const silent = Array.from({ length: 45 }, () => open('127.0.0.1', HALF));
  for (const socket of silent) socket.resume().once('close', () => ended.add(socket));
  await until(() => (ended.size === 5 ? true : undefined));

  const answered = async (localAddress: string): Promise<string> => {
    let received = '';
    const socket = open(localAddress, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    socket.on('data', (chunk) => (received += chunk.toString()));
    await once(socket, 'close');
    return received;
  };
  expect(await answered('127.0.0.2')).toContain('served');
  expect(ended.size).toBe(5);

  for (const socket of silent) socket.destroy();
  await until(async () => ((await answered('127.0.0.1')).includes('served') ? true : undefined));
  await server.drain();
});

it.each([
  ['are a thousand of one address', { all: 1_000, each: 250 }, [], 1_048_576, { all: 4_000, each: 1_000 }],
  ['grow with the requests that may be open', { all: 5_000, each: 250 }, [], 1_048_576, { all: 20_000, each: 5_000 }],
  ['leave half of the files to others', { all: 1_000, each: 250 }, [], 1_024, { all: 512, each: 256 }],
  ['of a proxy can be all there are', { all: 1_000, each: 250 }, ['10.0.0.1'], 1_024, { all: 512, each: 512 }],
])('connections %s', (_what, openRequests, trustedProxies, files, bounds) => {
  expect(connectionBounds({ openRequests, trustedProxies }, files)).toEqual(bounds);
});
