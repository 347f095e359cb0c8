import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { describeRun } from '../../../demo/accepted.js';
import { createAttestClient, must, ready, type RunAnswer } from '../../../demo/attestClient.js';
import { badDocuments, reasonsAgainst } from '../../../demo/rejected.js';

const servers: Server[] = [];

/** A service that answers everything with one status. */
async function serverAnswering(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

const answer = (status: number, body: object): RequestListener => {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(body));
  };
};

const RUN: RunAnswer = {
  kind: 'run',
  execution_id: '0',
  status: 'completed',
  steps: [],
  total_ms: 812.4,
  result: {
    document_type: 'passport',
    confidence: '0.98',
    extracted: { surname: 'LINDQVIST', height: null },
    confidences: { surname: 0.991, height: 0 },
    coordinates: { surname: { page: 1, box: [0.2, 0.8, 0.2, 0.1] } },
    raw: { surname: 'LINDQVIST' },
    sources: { surname: 'mrz' },
    valid: true,
    violations: [],
  },
};

test('what the service refused is never taken for done, and what has no body is no refusal', async () => {
  const params = { path: { agent_id: '5f0c1e7a-4f43-4a0e-8a53-0a6b7d1f9c35' } };
  const remove = async (listener: RequestListener): Promise<unknown> =>
    must(createAttestClient(await serverAnswering(listener), 'zk_1').DELETE('/v1/agents/{agent_id}', { params }));
  await expect(remove(answer(409, { detail: 'It has open cases' }))).rejects.toThrow('It has open cases');
  await expect(remove((_, response) => response.writeHead(204).end())).resolves.toBeUndefined();
});

describe('the demo without a service', () => {
  test('says how to start one when nothing answers', async () => {
    const url = await serverAnswering(answer(200, {}));
    await new Promise((resolve) => servers.pop()!.close(resolve));
    await expect(ready(createAttestClient(url, 'zk_1'), url, 'zk_1')).rejects.toThrow(/Nothing answers at .*npm start/);
  });

  test('says how to hand over the key when it is missing, and where it is from when it is wrong', async () => {
    const listener: RequestListener = (request, response) =>
      answer(request.url === '/healthz' ? 200 : 401, { detail: 'API key invalid' })(request, response);
    const url = await serverAnswering(listener);
    await expect(ready(createAttestClient(url, undefined), url, undefined)).rejects.toThrow(
      'ATTEST_API_KEY=zk_… npm run demo',
    );
    await expect(ready(createAttestClient(url, 'zk_wrong'), url, 'zk_wrong')).rejects.toThrow(
      /does not accept this key/,
    );
  });
});

describe('what the demo prints', () => {
  test('a row for each value with confidence, place and source, and what was not found', () => {
    const text = describeRun(RUN);
    expect(text).toContain('recognised as passport (confidence 0.98), 812 ms');
    expect(text).toMatch(/surname +LINDQVIST +0\.99 +page 1 at 30%, 85% +mrz/);
    expect(text).toContain('not on the page: height');
    expect(text).toContain('valid: every rule of the document type holds');
  });

  test('the reason of a refusal as the service gave it', () => {
    const refused: RunAnswer = { kind: 'refused', status: 415, detail: 'The file is a drawing' };
    expect(describeRun(refused)).toBe('  refused with 415: The file is a drawing');
    expect(reasonsAgainst(refused)).toEqual(['refused with 415: The file is a drawing']);
  });

  test('a document that passes has no reasons against it, one that breaks a rule has that rule', () => {
    expect(reasonsAgainst(RUN)).toBeNull();
    const violations = [{ field: 'expiry_date', rule: 'expired', message: 'It has expired.' }];
    const broken: RunAnswer = { ...RUN, result: { ...RUN.result!, valid: false, violations } };
    expect(reasonsAgainst(broken)).toEqual(['not valid: It has expired. (expired)']);
  });
});

test('the demo sends an expired, an altered, a cut-off, a broken, a foreign and an oversized document', async () => {
  const documents = await badDocuments();
  expect(documents.map(({ file }) => file.filename)).toEqual([
    'passport-expired.jpg',
    'passport-tampered.jpg',
    'cut-off.jpg',
    'broken.pdf',
    'drawing.svg',
    'huge.jpg',
  ]);
  expect(documents.at(-1)!.file.bytes.length).toBeGreaterThan(20 * 1024 * 1024);
});
