import { readFile, readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../support/until.js';
import { card, defineMembership, form, upload } from './support/cases.js';
import type { Client } from './support/client.js';
import { startService, type Service } from './support/service.js';

const MIB = 1024 * 1024;
const TYPES = '/v1/document-types';

let service: Service;
let acme: Client;
let globex: Client;
let initech: Client;

beforeAll(async () => {
  service = await startService({
    ...{ OPEN_REQUESTS: '30', OPEN_REQUESTS_SHARE: '20', BODY_MEMORY: '128', BODY_MEMORY_SHARE: '64' },
  });
  acme = await service.withKey('acme');
  globex = await service.withKey('globex');
  initech = await service.withKey('initech');
  expect((await defineMembership(acme)).status).toBe(201);
});

afterAll(() => service.stop());

/** A request of which some has been sent; `answer` is what came back so far. */
interface Sent {
  socket: Socket;
  answer(): string;
}

/** Sends the head of a request on a connection of its own, and some bytes behind it. */
function begin(client: Client, path: string, headers: Record<string, string | number>, bytes: Buffer): Promise<Sent> {
  const { hostname, port } = new URL(service.url);
  const lines = Object.entries({ Host: 'x', 'X-Api-Key': client.key ?? '', ...headers });
  const head = [`POST ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n');
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname);
    socket.on('data', (chunk) => (received += chunk.toString())).once('error', reject);
    socket.write(head);
    socket.write(bytes, () => resolve({ socket, answer: () => received }));
  });
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const halfSent = (client: Client, declared: number, sent = 1): Promise<Sent> =>
  begin(client, TYPES, { ...JSON_TYPE, 'Content-Length': declared }, Buffer.alloc(sent, ' '));

/** Sends them one after the other: each when the one before has found its place, or was refused. */
async function sendAll(clients: readonly Client[], declared: number, sent?: number): Promise<Sent[]> {
  const all: Sent[] = [];
  for (const client of clients) {
    const before = await taken('requests');
    const one = await halfSent(client, declared, sent);
    await until(async () => (statusOf(one) || (await taken('requests')) > before ? true : undefined));
    all.push(one);
  }
  return all;
}
const hangUp = (all: readonly Sent[]): void => all.forEach(({ socket }) => void socket.destroy());
const statusOf = ({ answer }: Sent): number | undefined => {
  const status = /^HTTP\/1\.1 (\d+) [^]*"detail"/.exec(answer())?.[1];
  return status === undefined ? undefined : Number(status);
};
const taken = async (of: string): Promise<number> => {
  const text = (await service.as(undefined).get('/metrics')).bytes.toString();
  return Number(new RegExp(`^attest_http_room_taken_ratio\\{of="${of}"\\} (.*)$`, 'm').exec(text)?.[1]);
};
const resident = async (): Promise<number> => {
  const status = await readFile(`/proc/${service.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
};
const nothingTaken = (): Promise<unknown> =>
  until(async () => {
    for (const of of ['bodies', 'requests', 'strangers', 'newcomers']) if ((await taken(of)) !== 0) return undefined;
    return true;
  });

describe('bodies that are on their way', () => {
  test('of one tenant take no more than its share of memory, and of all no more than there is', async () => {
    const first: Sent[] = [];
    for (const client of [acme, acme, globex, initech]) {
      const before = await taken('bodies');
      const one = await halfSent(client, 60 * MIB, 50 * MIB);
      await until(async () => (statusOf(one) || (await taken('bodies')) > before + 0.38 ? true : undefined));
      first.push(one);
    }
    const [, over, , full] = first as [Sent, Sent, Sent, Sent];
    expect(first.map(statusOf)).toEqual([undefined, 429, undefined, 503]);
    expect(over.answer()).toMatch(/\r\nRetry-After: 5\r\n/);
    expect(over.answer()).toContain('More than 64 MiB of request bodies of yours would be under way at once');
    expect(full.answer()).toMatch(/\r\nRetry-After: 5\r\n/);
    // What fits is taken all the same.
    for (const client of [acme, initech]) expect((await client.post(TYPES, {})).status).toBe(422);
    hangUp(first);
    await nothingTaken();
    expect((await acme.send('POST', TYPES, { raw: Buffer.alloc(60 * MIB, ' ') })).status).toBe(400);
    await nothingTaken();
  });

  test('that do not say how long they are count as they come', async () => {
    const head = { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' };
    const chunk = Buffer.from(`${(40 * MIB).toString(16)}\r\n${' '.repeat(40 * MIB)}\r\n`);
    const one = await begin(acme, TYPES, head, chunk);
    await until(async () => ((await taken('bodies')) > 0.3 ? true : undefined));
    const other = await begin(acme, TYPES, head, chunk);
    await until(() => statusOf(other));
    expect([statusOf(one), statusOf(other)]).toEqual([undefined, 429]);
    hangUp([one, other]);
    await nothingTaken();
  });

  test('take what has come of them: who announces much and sends little keeps out neither others nor his own', async () => {
    const slow = await sendAll([acme, acme, acme, acme, globex, globex, globex, globex], 64 * MIB, 1_000);
    expect(slow.flatMap((one) => statusOf(one) ?? [])).toEqual([]);
    expect(await taken('bodies')).toBe(0);
    const large = { raw: Buffer.alloc(60 * MIB, ' ') };
    for (const client of [acme, initech]) expect((await client.send('POST', TYPES, large)).status).toBe(400);
    hangUp(slow);
    await nothingTaken();
  });

  test('to the blob store take little, however long they are: 12 uploads of one tenant at once', async () => {
    const id = String((await acme.post('/v1/cases', { goal: 'membership' })).body['session_id']);
    const bytes = Buffer.concat([await card('Anna Maria Eriksson'), Buffer.alloc(15 * MIB, ' ')]);
    const { raw, headers } = await form({ bytes });
    const head = { ...headers, 'Content-Length': raw.length };
    const before = await resident();
    const all = await Promise.all(
      Array.from({ length: 12 }, () => begin(acme, `/v1/cases/${id}/documents`, head, raw.subarray(0, 8 * MIB))),
    );
    await until(async () => ((await taken('bodies')) >= (12 - 1) / 128 ? true : undefined));
    expect(all.flatMap((one) => statusOf(one) ?? [])).toEqual([]);
    expect((await resident()) - before).toBeLessThan(60);
    for (const client of [acme, globex]) expect((await client.post(TYPES, {})).status).toBe(422);
    const [finished, ...others] = all as [Sent, ...Sent[]];
    hangUp(others);
    finished.socket.write(raw.subarray(8 * MIB));
    await until(() => (finished.answer() === '' ? undefined : true), 60_000);
    expect(finished.answer()).toMatch(/^HTTP\/1\.1 200 /);
    finished.socket.destroy();
    await nothingTaken();
  });

  test('leave the memory of the process alone: 24 of them, half-sent', async () => {
    const before = await resident();
    const all = await sendAll(Array<Client>(24).fill(acme), 60 * MIB, 30 * MIB);
    // Two of 30 MiB have room in the share of 64.
    await until(() => (all.filter((one) => statusOf(one) === 429).length === 22 ? true : undefined));
    // 720 MiB were sent.
    expect((await resident()) - before).toBeLessThan(360);
    hangUp(all);
    await nothingTaken();
  });
});

test('one tenant has its share of open requests and no more, all together what there is, and probes are answered', async () => {
  const mine = await sendAll(Array<Client>(21).fill(acme), 100);
  const others = await sendAll(Array<Client>(11).fill(globex), 100);
  const refused = [...mine, ...others].flatMap((one) => statusOf(one) ?? []);
  expect(refused).toEqual([429, 503]);
  expect(mine[20]!.answer()).toContain('More than 20 requests of yours would be under way at once');
  for (const one of [mine[20]!, others[10]!]) expect(one.answer()).toMatch(/\r\nRetry-After: 5\r\n/);
  expect((await initech.get(TYPES)).status).toBe(503);
  for (const path of ['/livez', '/readyz', '/metrics'])
    expect((await service.as(undefined).get(path)).status).toBe(200);
  hangUp([...mine, ...others]);
  await nothingTaken();
  expect((await acme.get(TYPES)).status).toBe(200);
});

describe('strangers', () => {
  /** Asks without a key from an address of this machine, and reads nothing of what comes. */
  const ask = (path: string, localAddress: string): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(service.url);
      const socket = connect({ port: Number(port), host: hostname, localAddress }).pause();
      socket.once('error', reject);
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`, () => resolve(socket));
    });
  const places = (count: number): string[] => Array.from({ length: count }, (_, n) => `127.0.0.${10 + (n % 20)}`);

  test.each(['/metrics', '/openapi.json'])(
    'who read nothing of %s hold little memory, and keep nobody out',
    async (path) => {
      expect((await acme.get(TYPES)).status).toBe(200);
      const before = await resident();
      const silent = await Promise.all(places(300).map((address) => ask(path, address)));
      for (const probe of ['/livez', '/readyz']) expect((await service.as(undefined).get(probe)).status).toBe(200);
      expect((await acme.get(TYPES)).status).toBe(200);
      expect((await resident()) - before).toBeLessThan(40);
      silent.forEach((socket) => void socket.destroy());
      await until(async () => ((await service.as(undefined).get('/metrics')).status === 200 ? true : undefined));
      await nothingTaken();
    },
  );
});

describe('who waits to be asked for a body', () => {
  const WAITING = { ...JSON_TYPE, Expect: '100-continue', 'Content-Length': 2 };
  const none = Buffer.alloc(0);

  test('is asked for it once the key is known, and answered without where that is none', async () => {
    const stranger = await begin(service.as('nonsensenonsense'), TYPES, WAITING, none);
    await until(() => statusOf(stranger));
    expect(stranger.answer()).toMatch(/^HTTP\/1\.1 401 /);
    expect(stranger.answer()).toMatch(/\r\nConnection: close\r\n/);
    const known = await begin(acme, TYPES, WAITING, none);
    await until(() => (known.answer() === '' ? undefined : true));
    expect(known.answer()).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    known.socket.write('{}');
    await until(() => (known.answer().includes('"detail"') ? true : undefined));
    expect(known.answer()).toMatch(/\r\nHTTP\/1\.1 422 /);
    hangUp([stranger, known]);
    await nothingTaken();
  });
});

describe('who hangs up', () => {
  test('while the key is looked at leaves no place and no room taken', async () => {
    for (let n = 0; n < 5; n++) {
      const newcomer = await service.withKey('hooli');
      const all = await Promise.all([1, 2, 3].map(() => halfSent(newcomer, 20 * MIB)));
      hangUp(all);
    }
    await nothingTaken();
    expect((await acme.send('POST', TYPES, { raw: Buffer.alloc(60 * MIB, ' ') })).status).toBe(400);
    await nothingTaken();
  });

  test('with requests that stand behind another leaves none of their places taken', async () => {
    for (let n = 0; n < 5; n++) {
      const { hostname, port } = new URL(service.url);
      const socket = connect(Number(port), hostname);
      const get = `GET ${TYPES} HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${initech.key}\r\n\r\n`;
      await new Promise<void>((sent) => void socket.write(get.repeat(10), () => sent()));
      socket.resetAndDestroy();
    }
    await nothingTaken();
  });
});

describe('an upload whose caller hangs up', () => {
  test('leaves no file that no case has, wherever it stood', async () => {
    const id = String((await acme.post('/v1/cases', { goal: 'membership' })).body['session_id']);
    const bytes = Buffer.concat([await card('Anna Maria Eriksson'), Buffer.alloc(MIB, ' ')]);
    const { raw, headers } = await form({ bytes });
    const path = `/v1/cases/${id}/documents`;
    const incoming = join(service.dataDir, 'blobs', '.incoming');
    const files = async (): Promise<string[]> => {
      const folder = join(service.dataDir, 'blobs', 'cases', id, 'documents');
      return (await readdir(folder).catch(() => [])).map((name) => `cases/${id}/documents/${name.slice(0, -1)}`).sort();
    };
    const named = async (): Promise<unknown[]> =>
      ((await acme.get(`/v1/cases/${id}`)).body['documents'] as { object_key: string }[])
        .map(({ object_key }) => object_key)
        .sort();
    const settled = async (): Promise<true | undefined> => {
      const [kept, known] = [await files(), await named()];
      return (await readdir(incoming)).length === 0 && JSON.stringify(kept) === JSON.stringify(known)
        ? true
        : undefined;
    };
    for (let turn = 0; turn < 30; turn++) {
      // Those who hung up have their places until the service hears of it, and a tenant has 20 of the 30.
      await until(async () => ((await taken('requests')) < 0.4 ? true : undefined));
      const length = turn % 3 === 0 ? raw.length : Math.ceil((raw.length * (turn + 1)) / 31);
      const sent = await begin(acme, path, { ...headers, 'Content-Length': raw.length }, raw.subarray(0, length));
      if (turn % 3 === 1) await until(async () => ((await readdir(incoming)).length > 0 ? true : undefined));
      sent.socket.destroy();
    }
    await nothingTaken();
    await until(settled, 90_000);
    // By the time that this one is read, what is under way with the others has come to an end.
    expect((await upload(acme, id, await card('Bo Ek'))).status).toBe(200);
    await until(settled);
    await nothingTaken();
  });
});
