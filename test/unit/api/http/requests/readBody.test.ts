import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import express, { type Express, type Request } from 'express';
import { afterEach, expect, test } from 'vitest';
import { discard, readBody } from '../../../../../src/api/http/requests/readBody.js';
import { readForm } from '../../../../../src/api/http/requests/readForm.js';
import { assignRequestId } from '../../../../../src/api/http/requests/requestId.js';
import type { Pace } from '../../../../../src/api/http/requests/pace.js';
import { handleErrors } from '../../../../../src/api/http/responses/sendError.js';
import { createLog } from '../../../../../src/platform/log.js';
import { until } from '../../../../support/until.js';

/** So short that a test waits for no more than a moment; so few that whoever sends at all is fast enough. */
const PACE: Pace = { bytesPerSecond: 1, windowMs: 300 };

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

async function listen(read: (request: Request) => Promise<unknown>): Promise<() => Socket> {
  const app: Express = express();
  app.use(assignRequestId);
  app.post('/', async (request, response) => void response.json(await read(request)));
  app.use(handleErrors(createLog('silent')));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return () => connect((server.address() as AddressInfo).port, '127.0.0.1');
}

/** Sends some of a request and reads until the other side ends the connection. */
async function answerTo(socket: Socket, text: string): Promise<string> {
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString())).write(text);
  await once(socket, 'close');
  return received;
}

const head = (...lines: string[]): string => ['POST / HTTP/1.1', 'Host: x', ...lines, '', ''].join('\r\n');
const FORM = 'Content-Type: multipart/form-data; boundary=b';
const PART = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n%PDF';
const readAll = (request: Request): Promise<number> => readBody(request, PACE).then(({ length }) => length);
const SLOW =
  /^HTTP\/1\.1 408 [^]*Connection: close[^]*\{"detail":"The request body came too slowly: at least 1 KiB a second must arrive"\}$/;

test.each([
  ['says nothing more', head('Content-Length: 100') + '{"half":'],
  ['says nothing at all', head('Content-Length: 100')],
  ['stops in the middle of a chunk', head('Transfer-Encoding: chunked') + '5\r\nab'],
])('a body whose sender %s is not waited for', async (_what, sent) => {
  const open = await listen(readAll);
  expect(await answerTo(open(), sent)).toMatch(SLOW);
});

test.each([
  ['a body', head('Content-Length: 2') + '{}', readAll],
  [
    'a form',
    head(FORM, `Content-Length: ${PART.length + 9}`) + PART + '\r\n--b--\r\n',
    (request: Request) => readForm(request, PACE, () => Promise.reject(new Error('nothing to store'))),
  ],
])('%s that came whole, whose sender was gone before it was read, is not waited for', async (_what, sent, read) => {
  let failed: unknown;
  const open = await listen(async (request) => {
    await new Promise((resolve) => request.once('close', resolve));
    if (!request.complete) throw new Error('It did not come whole');
    return read(request).catch((error: unknown) => (failed = error));
  });
  const socket = open();
  socket.write(sent, () => socket.destroy());
  await until(() => failed);
  expect(failed).toMatchObject({ status: 400 });
});

test('nor is a form, and what was stored of its file is given up', async () => {
  let failed: unknown;
  const open = await listen((request) =>
    readForm(request, PACE, async (content) => {
      try {
        for await (const chunk of content) void chunk;
      } catch (error) {
        failed = error;
        throw error;
      }
      return { key: 'a', sha256: '', size: 0 };
    }),
  );
  expect(await answerTo(open(), head(FORM, 'Content-Length: 9000') + PART)).toMatch(SLOW);
  expect(failed).toMatchObject({ message: 'The form is refused' });
});

test('the time in which the service itself is slow is not the sender’s', async () => {
  const windows = 4;
  const open = await listen((request) =>
    readForm(request, PACE, async (content) => {
      // Much has come by then, and waits to be taken.
      await new Promise((resolve) => setTimeout(resolve, windows * 300));
      let size = 0;
      for await (const chunk of content) size += (chunk as Buffer).length;
      return { key: 'a', sha256: '', size };
    }),
  );
  const body = `${PART}${'x'.repeat(2_000_000)}\r\n--b--\r\n`;
  const answer = await answerTo(open(), head(FORM, 'Connection: close', `Content-Length: ${body.length}`) + body);
  expect(answer).toMatch(/^HTTP\/1\.1 200 [^]*"size":2000004/);
});

test.each([
  ['of a length that is told', head('Connection: close', 'Content-Length: 70000') + 'x'.repeat(70_000), 70_000],
  [
    'in chunks of a byte',
    head('Connection: close', 'Transfer-Encoding: chunked') + '1\r\nx\r\n'.repeat(70_000) + '0\r\n\r\n',
    70_000,
  ],
  ['that is empty', head('Connection: close', 'Content-Length: 0'), 0],
])('a body %s is read whole', async (_what, sent, length) => {
  const open = await listen(readAll);
  expect(await answerTo(open(), sent)).toMatch(new RegExp(`^HTTP/1\\.1 200 [^]*\\r\\n${length}$`));
});

test('parts of a byte take no more memory than they have bytes', async () => {
  let held = 0;
  const open = await listen(async (request) => {
    const body = await readBody(request, PACE);
    held = body.buffer.byteLength;
    return body.length;
  });
  await answerTo(
    open(),
    head('Connection: close', 'Transfer-Encoding: chunked') + '1\r\nx\r\n'.repeat(1_000) + '0\r\n\r\n',
  );
  expect(held).toBeLessThanOrEqual(64 * 1024);
});

test.each([
  ['a body', head('Content-Length: 100') + '{', (request: Request) => readBody(request, PACE)],
  [
    'a form',
    head(FORM, 'Content-Length: 100') + '--b',
    (request: Request) => readForm(request, PACE, () => Promise.reject(new Error('nothing to store'))),
  ],
])('%s whose sender has hung up before it is read ends at once', async (_what, sent, read) => {
  let outcome: unknown;
  const ended = new Promise<void>((resolve) => {
    void listen(async (request) => {
      await new Promise((closed) => request.once('close', closed));
      outcome = await read(request).catch((error: unknown) => error);
      resolve();
    }).then((open) => {
      const socket = open();
      socket.write(sent, () => socket.destroy());
    });
  });
  await ended;
  expect(outcome).toMatchObject({ status: 400, detail: 'The request body was cut off' });
});

test('a body that is refused is not read for ever', async () => {
  const open = await listen((request) => {
    discard(request, 200);
    return Promise.resolve('refused');
  });
  let received = '';
  // What is still on its way when the connection is closed is answered by a reset.
  const socket = open().on('error', () => undefined);
  socket.on('data', (chunk) => (received += chunk.toString())).write(head('Content-Length: 1000000'));
  // Sends on and on, however much is asked for.
  const sending = setInterval(() => socket.write('x'), 20);
  await new Promise((closed) => socket.once('close', closed));
  clearInterval(sending);
  expect(received).toMatch(/^HTTP\/1\.1 200 [^]*"refused"$/);
});
