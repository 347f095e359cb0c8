import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from './support/client.js';
import { startService, type Service } from './support/service.js';

let service: Service;
/** A small page with nothing on it, which is quick to read. */
let page: Buffer;
let acme: Client;
/** Executions of acme, oldest first. */
const runs: string[] = [];

const EXECUTIONS = '/v1/pipeline/executions';

async function run(client: Client, filename = 'page.png', bytes = page): Promise<string> {
  const input = { data: bytes.toString('base64'), mime_type: 'image/png', filename };
  const { body } = await client.post('/v1/pipeline/run', { context_id: 'receipt', input });
  return String(body['execution_id']);
}

beforeAll(async () => {
  service = await startService();
  page = await sharp({ create: { width: 200, height: 100, channels: 3, background: 'white' } })
    .png()
    .toBuffer();
  acme = await service.withKey('acme');
  for (let count = 0; count < 3; count += 1) runs.push(await run(acme));
});

afterAll(() => service.stop());

const ids = (list: readonly { [field: string]: unknown }[]): unknown[] => list.map((one) => one['execution_id']);

describe('GET /v1/pipeline/executions', () => {
  test('is newest first and takes a limit', async () => {
    expect(ids((await acme.get(EXECUTIONS)).list)).toEqual([...runs].reverse());
    expect(ids((await acme.get(`${EXECUTIONS}?limit=2`)).list)).toEqual([...runs].reverse().slice(0, 2));
    expect(ids((await acme.get(`${EXECUTIONS}?limit=200&pipeline_only=true`)).list)).toHaveLength(3);
  });

  test('shows a tenant its own, the platform everyone or whom it names', async () => {
    const other = await service.withKey('globex');
    expect((await other.get(EXECUTIONS)).list).toEqual([]);
    const [everyone, same] = [
      await service.platform.get(EXECUTIONS),
      await service.platform.get(`${EXECUTIONS}?tenant_id=`),
    ];
    expect(ids(everyone.list)).toEqual(expect.arrayContaining(runs));
    expect(same.list).toEqual(everyone.list);
    expect((await service.platform.get(`${EXECUTIONS}?tenant_id=globex`)).list).toEqual([]);
    expect((await service.platform.get(`${EXECUTIONS}?tenant_id=acme`)).list).toHaveLength(3);
  });

  test.each([
    'limit=0',
    'limit=201',
    'limit=-1',
    'limit=',
    'limit=1e1',
    'limit=5.0',
    'limit=0x5',
    'limit=%205',
    'limit=5&limit=5',
    'limit=99999999999999999999',
    'limit[]=5&limit=a',
    'pipeline_only=1',
    'pipeline_only=',
    'pipeline_only=TRUE',
  ])('?%s is 422 and named', async (query) => {
    const answer = await acme.get(`${EXECUTIONS}?${query}`);
    expect([answer.status, /limit|pipeline_only/.test(String(answer.detail))]).toEqual([422, true]);
  });

  test.each(['0', '201', '-1', '-99999999999999999999', '99999999999999999999'])(
    'the number %s is told the bounds, like any number out of them',
    async (limit) => {
      const { detail } = await acme.get(`${EXECUTIONS}?limit=${limit}`);
      expect(detail).toBe('The field `limit` must be between 1 and 200');
    },
  );

  test('an unknown parameter is 422, named beside those that there are', async () => {
    const { status, detail } = await acme.get(`${EXECUTIONS}?nonsense=1&nonsense=2&limit=1`);
    expect([status, detail]).toEqual([422, expect.stringMatching(/`nonsense` is not known.*`pipeline_only`/)]);
  });
});

describe('GET /v1/pipeline/executions/{execution_id}', () => {
  test("is 404 for an unknown execution and for another tenant's, 422 for what is no UUID", async () => {
    const other = await service.withKey('globex');
    for (const path of ['', '/file']) {
      const foreign = await other.get(`${EXECUTIONS}/${runs[0]}${path}`);
      const unknown = await other.get(`${EXECUTIONS}/3f2504e0-4f89-41d3-9a0c-0305e82c3301${path}`);
      expect([foreign.status, unknown.status]).toEqual([404, 404]);
      expect(foreign.detail).toBe(unknown.detail);
      const malformed = await other.get(`${EXECUTIONS}/nonsense${path}`);
      expect([malformed.status, String(malformed.detail).includes('execution_id')]).toEqual([422, true]);
    }
  });

  test('takes the id in capitals too, as every UUID', async () => {
    expect((await acme.get(`${EXECUTIONS}/${runs[0]?.toUpperCase()}`)).status).toBe(200);
  });
});

describe('GET /v1/pipeline/executions/{execution_id}/file', () => {
  test('streams the original with what it is and what it is called', async () => {
    const { status, headers, bytes } = await acme.get(`${EXECUTIONS}/${runs[0]}/file`);
    expect(status).toBe(200);
    expect(bytes.equals(page)).toBe(true);
    expect(headers.get('content-type')).toBe('image/png');
    expect(headers.get('content-length')).toBe(String(page.length));
    expect(headers.get('cache-control')).toBe('private, max-age=3600');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-disposition')).toBe(`inline; filename="page.png"; filename*=UTF-8''page.png`);
  });

  test('HEAD says the same without the file', async () => {
    const path = `${EXECUTIONS}/${runs[0]}/file`;
    const [got, head] = [await acme.get(path), await acme.send('HEAD', path)];
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    for (const name of ['content-type', 'content-length', 'content-disposition', 'cache-control', 'etag']) {
      expect(head.headers.get(name)).toBe(got.headers.get(name));
    }
    expect((await acme.send('HEAD', `${EXECUTIONS}/3f2504e0-4f89-41d3-9a0c-0305e82c3301/file`)).status).toBe(404);
  });

  test('gives a part of the file where one is asked for', async () => {
    const path = `${EXECUTIONS}/${runs[0]}/file`;
    const size = page.length;
    const part = await acme.get(path, { Range: 'bytes=10-19' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${size}`]);
    expect(part.bytes.equals(page.subarray(10, 20))).toBe(true);
    const end = await acme.get(path, { Range: 'bytes=-5' });
    expect(end.bytes.equals(page.subarray(-5))).toBe(true);
    const outside = await acme.get(path, { Range: `bytes=${size}-` });
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
    const tag = part.headers.get('etag') ?? '';
    expect((await acme.get(path, { Range: 'bytes=0-1', 'If-Range': tag })).status).toBe(206);
    expect((await acme.get(path, { Range: 'bytes=0-1', 'If-Range': '"other"' })).status).toBe(200);
    expect((await acme.get(path, { Range: 'bytes=0-1,5-6' })).status).toBe(200);
  });

  test.each([
    ['a quote and a backslash', 'a"b\\c.png', 'c.png'],
    ['a folder', '../../etc/passwd', 'passwd'],
    ['line ends', 'a\r\nSet-Cookie: x=1.png', 'aSet-Cookie: x=1.png'],
    ['letters beyond ASCII', 'Über größe €.png', 'Über größe €.png'],
    ['another script', '旅券.png', '旅券.png'],
    ['marks of RFC 8187', "it's (one) 100%*.png", "it's (one) 100%*.png"],
    ['nothing', '', 'document'],
  ])('a file name with %s harms no one', async (_what, filename, kept) => {
    const id = await run(acme, filename);
    const { headers } = await acme.get(`${EXECUTIONS}/${id}/file`);
    const disposition = headers.get('content-disposition') ?? '';
    const [, ascii, extended] =
      /^inline; filename="([ -!#-[\]-~]*)"; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]+)$/.exec(disposition) ?? [];
    expect(ascii).toBeTruthy();
    expect(decodeURIComponent(extended ?? '')).toBe(kept);
    expect(headers.has('set-cookie')).toBe(false);
  });

  test('a file that could not be read can be had again all the same', async () => {
    const broken = Buffer.from('%PDF-1.7 nonsense');
    const id = await run(acme, 'broken.pdf', broken);
    const { headers, bytes } = await acme.get(`${EXECUTIONS}/${id}/file`);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(bytes.equals(broken)).toBe(true);
  });
});
