import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpServer } from '../../../src/api/http/brokenHttp.js';
import { until } from '../../support/until.js';
import { createProbes } from '../../../src/platform/health.js';
import { listen, type HttpServer } from '../../../src/start/httpServer.js';
import { answerProbes } from '../../../src/start/probeAnswers.js';

/** Any free port, and time enough for any request. */
const ANYWHERE = { host: '127.0.0.1', port: 0, bodyTimeout: 120 };

const STARTING = { status: 503, detail: 'The service is starting.' };

let server: HttpServer;

beforeAll(async () => {
  server = await listen(ANYWHERE, answerProbes(createProbes(), STARTING));
});

afterAll(() => server.drain());

/** Sends lines as a request, and reads the answer until its JSON is there or the connection ends. */
function exchange(...lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () =>
      socket.write([...lines, '', ''].join('\r\n')),
    );
    socket.on('data', (chunk) => {
      received += chunk.toString();
      if (/\r\n\r\n.*\}/s.test(received)) socket.destroy();
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}

const POST = ['POST /livez HTTP/1.1', 'Host: x'];

describe('every answer is an envelope with a request id', () => {
  it.each([
    ['an address without a host', 400, ['GET http:// HTTP/1.1', 'Host: x']],
    ['an address that cannot be read', 400, ['GET http://[ HTTP/1.1', 'Host: x']],
    ['an address of another scheme', 400, ['GET foo://a HTTP/1.1', 'Host: x']],
    ['a path without a slash', 400, ['GET livez HTTP/1.1', 'Host: x']],
    ['no host', 400, ['GET /livez HTTP/1.1']],
    ['two hosts', 400, ['GET /livez HTTP/1.1', 'Host: x', 'Host: y']],
    ['a tunnel', 405, ['CONNECT example.com:443 HTTP/1.1', 'Host: example.com:443']],
    ['an encoding that changes nothing', 400, [...POST, 'Transfer-Encoding: identity']],
    ['an encoding that nobody undoes', 400, [...POST, 'Transfer-Encoding: gzip, chunked', '', '0']],
    ['chunks of chunks', 400, [...POST, 'Transfer-Encoding: chunked, chunked', '', '0']],
    ['chunks in two headers', 400, [...POST, 'Transfer-Encoding: chunked', 'Transfer-Encoding: chunked', '', '0']],
    ['chunks and a length', 400, [...POST, 'Transfer-Encoding: chunked', 'Content-Length: 5', '', '0']],
    ['chunks in HTTP/1.0', 400, ['POST /livez HTTP/1.0', 'Host: x', 'Transfer-Encoding: chunked', '', '0']],
    ['two lengths', 400, [...POST, 'Content-Length: 0', 'Content-Length: 0']],
    [
      'two content types',
      400,
      [...POST, 'Content-Type: application/json', 'Content-Type: text/plain', 'Content-Length: 0'],
    ],
    ['an expectation that nobody knows', 417, ['GET /livez HTTP/1.1', 'Host: x', 'Expect: banana']],
    ['a request while the service starts', 503, ['GET /v1/cases HTTP/1.1', 'Host: x']],
  ])('%s is %i', async (_what, status, lines) => {
    const answer = await exchange(...lines);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/\r\nContent-Type: application\/json; charset=utf-8\r\n/);
    expect(answer).toMatch(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n/);
    expect(answer).toMatch(/\r\n\r\n(?:[0-9a-f]+\r\n)?\{"detail":"[^"]+"\}/);
  });

  it('is told which methods there are instead of a tunnel', async () => {
    const answer = await exchange('CONNECT example.com:443 HTTP/1.1', 'Host: x', 'X-Request-Id: mine-1');
    expect(answer).toContain('\r\nAllow: GET, HEAD, POST, PUT, PATCH, DELETE\r\n');
    expect(answer).toContain('\r\nX-Request-Id: mine-1\r\n');
  });

  it('which is the one that came with the request', async () => {
    for (const more of ['Expect: banana', 'Host: y']) {
      const answer = await exchange('GET /v1 HTTP/1.1', 'Host: x', 'X-Request-Id: mine-1', more);
      expect(answer).toContain('\r\nX-Request-Id: mine-1\r\n');
    }
  });
});

it('nothing that stands behind a request that is refused is served, and its connection ends', async () => {
  const served: string[] = [];
  const plain = createHttpServer(({ url = '' }, response) => {
    served.push(url);
    response.end('{}');
  });
  await once(plain.listen(0, '127.0.0.1'), 'listening');
  const { port } = plain.address() as AddressInfo;
  const refused = ['GET /first HTTP/1.1', 'Host: x', 'Host: y', '', ''];
  const behind = ['GET /second HTTP/1.1', 'Host: x', '', ''];
  const socket = connect(port, '127.0.0.1', () => socket.write([...refused, ...behind].join('\r\n')));
  socket.resume();
  await once(socket, 'close');
  plain.close();
  expect(served).toEqual([]);
});

it.each([
  ['a path', ['GET /livez HTTP/1.1', 'Host: x']],
  ['an address', ['GET http://x/livez HTTP/1.1', 'Host: x']],
  ['HTTP/1.0, which names no host', ['GET /livez HTTP/1.0']],
  ['a body in chunks', ['GET /livez HTTP/1.1', 'Host: x', 'Transfer-Encoding: Chunked', '', '0']],
  ['an expectation to be told to go on', ['GET /livez HTTP/1.1', 'Host: x', 'Expect: 100-continue']],
])('%s is answered', async (_what, lines) => {
  expect(await exchange(...lines)).toContain('{"status":"ok","checks":{}}');
});

it('every answer is told of the end of its connection, whatever stands before it', async () => {
  const open = new Set<ServerResponse>();
  let seen = 0;
  const plain = createHttpServer((_request, response) => {
    seen += 1;
    open.add(response);
    response.once('close', () => open.delete(response));
    if (seen === 3) response.end('{}');
  });
  await once(plain.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((plain.address() as AddressInfo).port, '127.0.0.1', () =>
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(5)),
  );
  await until(() => (seen === 5 ? true : undefined));
  socket.resetAndDestroy();
  await until(() => (open.size === 0 ? true : undefined));
  plain.close();
});

it('an answer that nobody reads is given up, and one that is read slowly is not', async () => {
  let over = 0;
  const serve: RequestListener = (_request, response) => {
    response.once('close', () => (over += 1));
    response.end(Buffer.alloc(32 * 1024 * 1024));
  };
  const impatient = await listen({ ...ANYWHERE, unreadMs: 2_000 }, serve);
  const open = () => {
    const socket = connect(Number(new URL(impatient.url).port), '127.0.0.1');
    socket.on('error', () => undefined).write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    return socket;
  };
  const [silent, slow] = [open().pause(), open()];
  let [read, pauses] = [0, 0];
  for await (const chunk of slow as AsyncIterable<Buffer>) {
    read += chunk.length;
    if (read / (8 * 1024 * 1024) < pauses + 1) continue;
    pauses += 1;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(read).toBeGreaterThan(32 * 1024 * 1024);
  await until(() => (over === 2 ? true : undefined));
  silent.destroy();
  await impatient.drain();
});

it('an answer that is read a little at a time is given up, though its reader is never idle', async () => {
  let over = 0;
  const MIB = 1024 * 1024;
  const serve: RequestListener = (_request, response) => {
    response.once('close', () => (over += 1));
    response.end(Buffer.alloc(48 * MIB));
  };
  const strict = await listen({ ...ANYWHERE, unreadMs: 3_000, bodyMinRate: 32 * 1024 }, serve);
  const socket = connect(Number(new URL(strict.url).port), '127.0.0.1');
  socket.on('error', () => undefined).write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  let read = 0;
  socket.on('data', (chunk) => {
    read += chunk.length;
    if (over === 1) return; // what is left of it is on the way already, or never comes
    socket.pause();
    setTimeout(() => socket.resume(), 20);
  });
  await once(socket, 'close');
  expect(read).toBeLessThan(48 * MIB);
  await strict.drain();
});

it('a body that comes for longer than it may is 408, however fast it comes, and one that has come in time is answered', async () => {
  const serve: RequestListener = (request, response) => void request.resume().once('end', () => response.end('all'));
  /** What is answered to a body that is sent bit by bit. */
  const answerTo = async (bits: Iterable<string>, bodyTimeout: number): Promise<string> => {
    const asked = await listen({ ...ANYWHERE, bodyTimeout }, serve);
    const socket = connect(Number(new URL(asked.url).port), '127.0.0.1').on('error', () => undefined);
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n');
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    for (const bit of bits) {
      if (answer !== '' || socket.destroyed) break;
      socket.write(bit);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    if (!socket.closed) await once(socket, 'close');
    await asked.drain();
    return answer;
  };
  const kibibyte = `400\r\n${'x'.repeat(1024)}\r\n`;
  const endless = function* () {
    for (;;) yield kibibyte;
  };
  expect(await answerTo([kibibyte, '0\r\n\r\n'], 120)).toMatch(/^HTTP\/1\.1 200 [^]*all/);
  expect(await answerTo(endless(), 1)).toMatch(
    /^HTTP\/1\.1 408 [^]*\{"detail":"The request took too long to arrive"\}$/,
  );
});

describe('what is broken on a connection', () => {
  type Serve = (response: ServerResponse, broken: Promise<unknown>) => void;
  /** All that comes back for `first` and, once something has come, for `then`. */
  async function received(serve: Serve, first: string, then = ''): Promise<string> {
    const plain = createHttpServer((_request, response) => serve(response, broken));
    const broken = once(plain, 'clientError');
    await once(plain.listen(0, '127.0.0.1'), 'listening');
    const socket = connect((plain.address() as AddressInfo).port, '127.0.0.1', () => socket.write(first));
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString())).once('data', () => socket.write(then));
    await once(socket, 'close');
    plain.close();
    return text;
  }
  const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
  const CHUNKED = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
  const NONSENSE = 'NONSENSE\r\n\r\n';
  const inTheEnd: Serve = (response, broken) => void broken.then(() => response.end('answer'));

  it('is not said in the middle of an answer, which comes to its end', async () => {
    const text = await received(
      (response, broken) => {
        response.writeHead(200, { 'Content-Length': 8 }).write('half');
        void broken.then(() => response.end('more'));
      },
      GET,
      NONSENSE,
    );
    expect(text).toMatch(/^HTTP\/1\.1 200 [^]*\r\n\r\nhalfmore$/);
  });

  it('is not taken for the answer to the request before it, which comes', async () => {
    expect(await received(inTheEnd, GET + NONSENSE)).toMatch(/^HTTP\/1\.1 200 [^]*\r\n\r\nanswer$/);
    expect(await received(inTheEnd, `${GET}${GET}${NONSENSE}`)).toMatch(
      /^HTTP\/1\.1 200 [^]*answerHTTP\/1\.1 200 [^]*answer$/,
    );
  });

  it('is not a second answer to a request that was answered before it had come', async () => {
    const text = await received((response) => void response.writeHead(413).end('early'), CHUNKED, 'no length\r\n');
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413']);
  });

  it('is told where nothing else is', async () => {
    expect(await received(() => undefined, `${CHUNKED}no length\r\n`)).toMatch(/^HTTP\/1\.1 400 [^]*\{"detail":/);
  });
});
