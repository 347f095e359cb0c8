import { EventEmitter, once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { boundConnections, connectionBounds } from '../../../src/start/connections.js';
import { listen } from '../../../src/start/httpServer.js';
import { until } from '../../support/until.js';

const HALF = 'GET / HTTP/1.1\r\nHost: x\r\nX-Half:';

it('connections of one address that say nothing are bounded, and keep nobody out at another one', async () => {
  const bounded = { host: '127.0.0.1', port: 0, bodyTimeout: 120, connections: { all: 60, each: 40 } };
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
  const bounded = { host: '127.0.0.1', port: 0, bodyTimeout: 120, connections: { all: 8, each: 4 } };
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

/** Connections to a server that bounds them, without a network, and the names of those that it closed. */
function connectionsTo(all: number) {
  const server = new EventEmitter();
  const closed: string[] = [];
  let nowMs = 0;
  boundConnections(server as Server, { all, each: all }, () => nowMs);
  return {
    closed,
    pass: (ms: number) => (nowMs += ms),
    open(name: string, remoteAddress: string) {
      const socket: EventEmitter = Object.assign(new EventEmitter(), {
        remoteAddress,
        destroy() {
          closed.push(name);
          socket.emit('close');
        },
      });
      server.emit('connection', socket);
      return {
        /** Asks something; gives back what answers it. */
        ask() {
          const response = new EventEmitter();
          server.emit('request', { socket }, response);
          return () => response.emit('close');
        },
      };
    },
  };
}

const addressOf = (n: number): string => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;

/** Members of sets and maps that are come to while something is done. */
function stepsOf(work: () => void): number {
  let steps = 0;
  const restores = [new Set(), new Map()].map((many) => {
    const iterator = Object.getPrototypeOf(many.values()) as { next(): unknown };
    const next = Object.getOwnPropertyDescriptor(iterator, 'next')!;
    const counted = function (this: unknown): unknown {
      steps++;
      return (next.value as () => unknown).call(this);
    };
    Object.defineProperty(iterator, 'next', { ...next, value: counted });
    return () => Object.defineProperty(iterator, 'next', next);
  });
  try {
    work();
  } finally {
    for (const restore of restores) restore();
  }
  return steps;
}

describe('room for who comes where all connections are taken', () => {
  it.each([
    ['twenty thousand addresses have one each', Array.from({ length: 20_000 }, () => 1)],
    ['two hundred have from one to two hundred', Array.from({ length: 200 }, (_, n) => n + 1)],
  ])('is found without looking at each of them: %s', (_what, numbers) => {
    const connections = connectionsTo(numbers.reduce((sum, number) => sum + number));
    for (const [n, number] of numbers.entries())
      for (let one = 0; one < number; one++) connections.open(`${n}.${one}`, addressOf(n));
    const steps = stepsOf(() => connections.open('new', '192.0.2.1'));
    expect(connections.closed).toEqual([numbers.length > 200 ? '0.0' : '199.0']);
    expect(steps).toBeLessThan(250);
  });

  it('is no steady caller’s, who rests, while somebody has said nothing from the beginning', () => {
    const connections = connectionsTo(4);
    connections.open('steady', '192.0.2.1').ask()();
    for (const n of [1, 2, 3]) connections.open(`silent ${n}`, addressOf(n));
    connections.pass(2_000);
    for (const n of [4, 5]) connections.open(`silent ${n}`, addressOf(n));
    expect(connections.closed).toEqual(['silent 1', 'silent 2']);
  });

  it('is not that of the last one who came, who gets the time to ask, but of the one that rests longest', () => {
    const connections = connectionsTo(3);
    for (const n of [1, 2, 3]) connections.open(`resting ${n}`, addressOf(n)).ask()();
    connections.pass(60_000);
    for (const n of [4, 5]) connections.open(`new ${n}`, addressOf(n));
    expect(connections.closed).toEqual(['resting 1', 'resting 2']);
    connections.pass(2_000);
    connections.open('new 6', addressOf(6));
    expect(connections.closed).toEqual(['resting 1', 'resting 2', 'new 4']);
  });

  it('is none where something is asked on each of them', () => {
    const connections = connectionsTo(2);
    const answers = [1, 2].map((n) => connections.open(`busy ${n}`, addressOf(n)).ask());
    connections.open('refused', addressOf(3));
    for (const answer of answers) answer();
    connections.open('new', addressOf(4));
    expect(connections.closed).toEqual(['refused', 'busy 1']);
  });
});

it.each([
  ['are twenty thousand', { all: 1_000, each: 250 }, [], 1_048_576, { all: 20_000, each: 1_000 }],
  ['grow with the requests that may be open', { all: 50_000, each: 250 }, [], 1_048_576, { all: 50_000, each: 25_000 }],
  ['leave half of the files to others', { all: 1_000, each: 250 }, [], 1_024, { all: 512, each: 256 }],
  ['of a proxy can be all there are', { all: 1_000, each: 250 }, ['10.0.0.1'], 1_024, { all: 512, each: 512 }],
])('connections %s', (_what, openRequests, trustedProxies, files, bounds) => {
  expect(connectionBounds({ openRequests, trustedProxies }, files)).toEqual(bounds);
});
