import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignRequestId } from '../../../../../src/api/http/requests/requestId.js';
import { handleErrors } from '../../../../../src/api/http/responses/sendError.js';
import { createRoom } from '../../../../../src/api/http/room/room.js';
import { createLog } from '../../../../../src/platform/log.js';
import { registry } from '../../../../../src/platform/metrics.js';
import { until } from '../../../../support/until.js';

const KNOWN = 'a key that is known';
const NO_SESSIONS = { knows: () => false };
const bounds = { openRequests: { all: 200, each: 44 }, bodyMemory: { all: 64, each: 64 } };
/** Of one link. */
const PLACES_OF_LINK = 20;

let port: number;
let held = 0;
let served = 0;
let close: () => void;

/** What asks for `/held` or `/v1/held` is under way until it hangs up; all else is answered at once. */
beforeAll(async () => {
  const room = createRoom(bounds, { memoryOfPut: 0 }, { knows: (key) => key === KNOWN }, NO_SESSIONS);
  const app = express().use(assignRequestId, room.arrive);
  app.get('/held', () => void held++);
  app.get('/v1/things', (_request, response) => {
    served++;
    response.json('served');
  });
  app.get('/v1/held', () => void held++);
  app.get('/of/:link', (request, response) => {
    const { link } = request.params;
    const capture = link === 'none' ? undefined : { link_id: link, case_id: 'case' };
    room.admit(request, response, { tenant_id: 'acme', scopes: [], ...(capture && { capture }) });
    held++;
    if (request.query['answered']) response.json('served');
  });
  app.use(handleErrors(createLog('silent')));
  const server = app.listen(0);
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
  close = () => server.close();
});
afterAll(() => close());

function ask(path: string, { from = '127.0.0.1', key }: { from?: string; key?: string } = {}): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  const names = key === undefined ? '' : `X-Api-Key: ${key}\r\n`;
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${path === '/held' ? '' : 'Connection: close\r\n'}${names}\r\n`);
  return socket;
}

async function statusOf(path: string, asked?: Parameters<typeof ask>[1]): Promise<number> {
  let received = '';
  const socket = ask(path, asked).on('data', (chunk) => (received += chunk.toString()));
  await once(socket, 'close');
  return Number(received.split(' ')[1]);
}

async function taken(of: string): Promise<number> {
  const told = await registry.metrics();
  return Number(new RegExp(`^attest_http_room_taken_ratio\\{of="${of}"\\} (.*)$`, 'm').exec(told)?.[1]);
}

const PLACES = bounds.openRequests.each;

test('strangers who have used up the places of an address keep out nobody there who names a key, known or not, and nobody elsewhere', async () => {
  const sockets = Array.from({ length: PLACES }, () => ask('/held'));
  await until(() => Promise.resolve(held === sockets.length || undefined));
  expect(await statusOf('/v1/things')).toBe(429);
  expect(await statusOf('/v1/things', { key: KNOWN })).toBe(200);
  expect(await statusOf('/v1/things', { key: 'not looked at yet' })).toBe(200);
  expect(await statusOf('/v1/things', { from: '127.0.0.2' })).toBe(200);
  sockets.forEach((socket) => socket.destroy());
  await until(async () => ((await statusOf('/v1/things')) === 200 ? true : undefined));
});

test('a request whose key was looked at has its place no longer, though its answer waits behind one that does not come', async () => {
  const before = held;
  const socket = ask('/held');
  await until(() => Promise.resolve(held > before || undefined));
  const get = `GET /v1/things HTTP/1.1\r\nHost: x\r\nX-Api-Key: not looked at yet\r\n\r\n`;
  socket.write(get.repeat(PLACES));
  await until(() => Promise.resolve(served >= PLACES || undefined));
  expect(await statusOf('/v1/things', { key: 'another' })).toBe(200);
  socket.destroy();
});

test('the metrics tell what strangers have taken, and those whose key is to be looked at, and that it is nothing once it is given back', async () => {
  await until(async () => ((await taken('strangers')) === 0 ? true : undefined));
  const before = held;
  const sockets = [ask('/held'), ask('/held'), ask('/v1/held', { key: 'not looked at yet' })];
  await until(() => Promise.resolve(held === before + 3 || undefined));
  expect([await taken('strangers'), await taken('newcomers'), await taken('requests')]).toEqual([2 / 200, 1 / 200, 0]);
  sockets.forEach((socket) => socket.destroy());
  await until(async () => ((await taken('strangers')) === 0 && (await taken('newcomers')) === 0 ? true : undefined));
});

test('who has a link takes neither what others with links of the same tenant need nor what its keys do', async () => {
  const before = held;
  const hold = (link: string, length = PLACES_OF_LINK) => Array.from({ length }, () => ask(`/of/${link}`));
  const sockets = hold('one');
  await until(() => Promise.resolve(held === before + PLACES_OF_LINK || undefined));
  expect(await statusOf('/of/one?answered=1')).toBe(429);
  expect(await statusOf('/of/two?answered=1')).toBe(200);
  // All links of a tenant have half of what is the tenant's: 22 of 44.
  sockets.push(...hold('two', 2));
  await until(() => Promise.resolve(held >= before + PLACES_OF_LINK + 3 || undefined));
  expect(await statusOf('/of/three?answered=1')).toBe(429);
  expect(await statusOf('/of/none?answered=1')).toBe(200);
  sockets.forEach((socket) => socket.destroy());
});
