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

const HELD = 'GET /held HTTP/1.1\r\nHost: x\r\n\r\n';

it.each([
  [
    'the oldest on which nothing is asked, of the address that has most',
    [['1', HELD], ...['1', '1', '1', '2', '2', '2', '2'].map((n) => [n, HALF])],
    1,
  ],
  [
    'that of another address, where the one that has most is asked on all of its own',
    [...['1', '1', '1', '1'].map((n) => [n, HELD]), ...['2', '3', '2', '3'].map((n) => [n, HALF])],
    4,
  ],
])('who comes where all connections are taken has the place of one: %s', async (_which, taken, first) => {
  const bounded = { host: '127.0.0.1', port: 0, connections: { all: 8, each: 4 } };
  let held = 0;
  const server = await listen(bounded, (request, response) => {
    if (request.url === '/held') held++;
    else response.end('served');
  });
  const open = (host: string, text: string): Socket => {
    const socket = connect({
      port: Number(new URL(server.url).port),
      host: '127.0.0.1',
      localAddress: `127.0.0.${host}`,
    });
    socket
      .on('error', () => undefined)
      .resume()
      .write(text);
    return socket;
  };
  const sockets = taken.map(([host, text]) => open(host!, text!));
  const ended: Socket[] = [];
  for (const socket of sockets) socket.once('close', () => ended.push(socket));
  await until(() => (held === taken.filter(([, text]) => text === HELD).length ? true : undefined));
  for (const host of ['4', '5', '6']) {
    let received = '';
    const socket = open(host, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    socket.on('data', (chunk) => (received += chunk.toString()));
    await once(socket, 'close');
    expect(received).toContain('served');
  }
  expect(ended).toEqual([sockets[first]]); // those that were served have left a place each
  for (const socket of sockets) socket.destroy();
  await server.drain();
});

it.each([
  ['are twenty thousand', { all: 1_000, each: 250 }, [], 1_048_576, { all: 20_000, each: 1_000 }],
  ['grow with the requests that may be open', { all: 50_000, each: 250 }, [], 1_048_576, { all: 50_000, each: 25_000 }],
  ['leave half of the files to others', { all: 1_000, each: 250 }, [], 1_024, { all: 512, each: 256 }],
  ['of a proxy can be all there are', { all: 1_000, each: 250 }, ['10.0.0.1'], 1_024, { all: 512, each: 512 }],
])('connections %s', (_what, openRequests, trustedProxies, files, bounds) => {
  expect(connectionBounds({ openRequests, trustedProxies }, files)).toEqual(bounds);
});
