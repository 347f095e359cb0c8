import { createServer, type RequestListener } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { createCallers } from '../../chaos/callers.js';
import { emptyLedger, type Ledger } from '../../chaos/ledger.js';
import { createRandom } from '../../../specimens/random.js';

let close: () => void = () => undefined;
afterEach(() => close());

test('a request whose connection breaks is noted with why, and how long it was waited for', async () => {
  const { unanswered, answers } = await askOnce((request) => request.socket.destroy());
  expect(unanswered).toEqual([
    expect.stringMatching(
      /^GET \/v1\/cases had no answer in \d+ ms, at .*Z: TypeError: fetch failed <- SocketError UND_ERR_SOCKET: other side closed, 0 bytes had come/,
    ),
  ]);
  expect([...answers]).toEqual([['none', 1]]);
});

test('a body that does not come is told from a connection that breaks at once', async () => {
  const { unanswered } = await askOnce((_, response) => {
    response.writeHead(200, { 'Content-Length': 100 }).write('{');
    setImmediate(() => response.destroy());
  });
  expect(unanswered).toEqual([expect.stringMatching(/had no body after the status 200 in \d+ ms.*SocketError/)]);
});

test('an answer that is no JSON is no answer, and counts once', async () => {
  const { unanswered, answers } = await askOnce((_, response) => response.end('<html>'));
  expect(unanswered).toEqual([expect.stringMatching(/after the status 200 .*SyntaxError/)]);
  expect([...answers]).toEqual([['none', 1]]);
});

async function askOnce(listener: RequestListener): Promise<Ledger> {
  const server = createServer(listener);
  close = () => server.close();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  const ledger = emptyLedger();
  const callers = createCallers({ apis: () => [`http://127.0.0.1:${port}`], random: createRandom(1), ledger });
  expect(await callers.once({ method: 'GET', path: '/v1/cases', as: 'a key' })).toBeUndefined();
  return ledger;
}
