import { beforeAll, describe, expect, test } from 'vitest';
import { card, defineMembership, upload } from './support/cases.js';
import type { Answer, Client } from './support/client.js';
import { sharedService, type SharedService } from './support/sharedService.js';

const MIB = 1024 * 1024;

let service: SharedService;
let acme: Client;
let page: Buffer;
let one: string;
let file: string;

beforeAll(async () => {
  service = await sharedService();
  acme = await service.withKey(service.tenant('acme'));
  expect((await defineMembership(acme)).status).toBe(201);
  page = await card('Anna Maria Eriksson');
  one = String((await acme.post('/v1/cases', { goal: 'membership' })).body['session_id']);
  await upload(acme, one, page);
  file = await newestFile();
});

const documents = async () => (await acme.get(`/v1/cases/${one}`)).body['documents'] as { [field: string]: unknown }[];
const newestFile = async (): Promise<string> => String((await documents()).at(-1)?.['file_url']);

/** Sends a form that is written out: browsers escape what may stand in a name. */
function sendForm(disposition: string, bytes = page, more = ''): Promise<Answer> {
  const raw = Buffer.concat([
    Buffer.from(`--b\r\nContent-Disposition: ${disposition}\r\nContent-Type: text/plain\r\n\r\n`),
    bytes,
    Buffer.from(`\r\n${more}--b--\r\n`),
  ]);
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
  return acme.send('POST', `/v1/cases/${one}/documents`, { raw, headers });
}

describe('the file of a document', () => {
  test('is what was uploaded, as what it is, not to be guessed at, run or shared', async () => {
    const { status, headers, bytes } = await acme.get(file);
    expect([status, bytes.equals(page)]).toEqual([200, true]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(page.length),
      'content-disposition': `inline; filename="page.pdf"; filename*=UTF-8''page.pdf`,
      'cache-control': 'private, max-age=3600',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'accept-ranges': 'bytes',
    });
  });

  test.each([
    ['bytes=0-4', 206, 0, 5],
    ['bytes=10-', 206, 10, undefined],
    ['bytes=-7', 206, -7, undefined],
    ['bytes=5-99999999', 206, 5, undefined],
    ['bytes=-99999999', 206, 0, undefined],
  ])('sends the range %s', async (Range, status, from, to) => {
    const answer = await acme.get(file, { Range });
    const part = page.subarray(from, to);
    const start = from < 0 ? page.length + from : from;
    expect([answer.status, answer.bytes.equals(part)]).toEqual([status, true]);
    const end = start + part.length - 1;
    expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end}/${page.length}`);
    expect(answer.headers.get('content-length')).toBe(String(part.length));
  });

  test.each(['bytes=0-1,8-9', 'items=0-1', 'bytes=a-b', 'bytes=', 'nonsense'])(
    'is sent whole for %s, which is a valid answer',
    async (Range) => {
      const answer = await acme.get(file, { Range });
      expect([answer.status, answer.bytes.equals(page)]).toEqual([200, true]);
    },
  );

  test.each(['bytes=99999999-', 'bytes=-0'])('is 416 for %s, and says how long it is', async (Range) => {
    const answer = await acme.get(file, { Range });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, `bytes */${page.length}`]);
    expect(answer.detail).toBe(`The range lies outside the file of ${page.length} bytes`);
  });

  test('is described by HEAD, which knows no ranges', async () => {
    for (const Range of ['bytes=0-4', 'bytes=99999999-', 'bytes=0-1,8-9']) {
      const answer = await acme.send('HEAD', file, { headers: { Range } });
      expect([answer.status, answer.bytes.length, answer.headers.get('content-length')]).toEqual([
        ...[200, 0, String(page.length)],
      ]);
    }
  });

  test('is 404 for another tenant, and where there is no such document', async () => {
    const globex = await service.withKey(service.tenant('globex'));
    expect((await globex.get(file)).status).toBe(404);
    expect((await acme.get(file.replace(/documents\/[^/]+/, `documents/${one}`))).status).toBe(404);
  });
});

describe('the name of a file', () => {
  test.each([
    ['quotes', String.raw`filename="my \"card\".pdf"`, 'my "card".pdf', 'my _card_.pdf'],
    ['letters of the world', 'filename="Größe – 証明書.pdf"', 'Größe – 証明書.pdf', 'Gro_e _ ___.pdf'],
    ['an extended form', "filename*=UTF-8''Gr%C3%B6%C3%9Fe.pdf", 'Größe.pdf', 'Gro_e.pdf'],
    [
      'escapes for a line break',
      'filename="a%0D%0ASet-Cookie: x.pdf"',
      'a%0D%0ASet-Cookie: x.pdf',
      'a_0D_0ASet-Cookie: x.pdf',
    ],
    ['folders', 'filename="../../etc/passwd.pdf"', 'passwd.pdf', 'passwd.pdf'],
    ['semicolons and markup', 'filename="a;b=<script>.pdf"', 'a;b=<script>.pdf', 'a;b=<script>.pdf'],
  ])('may hold %s, and harms no header', async (_what, filename, stored, ascii) => {
    const answer = await sendForm(`form-data; name="file"; ${filename}`);
    expect(answer.status).toBe(200);
    const kept = (await documents()).at(-1);
    expect(kept?.['filename']).toBe(stored);
    const { headers, status } = await acme.get(String(kept?.['file_url']));
    expect([status, headers.get('set-cookie')]).toEqual([200, null]);
    const disposition = headers.get('content-disposition') ?? '';
    expect(disposition).toMatch(/^inline; filename="[ !#-[\]-~]+"; filename\*=UTF-8''[\w!#$&+.^`|~%-]+$/);
    expect(disposition).toContain(`filename="${ascii}"`);
  });
});

describe('the limits of a form', () => {
  const fields = (count: number): string =>
    Array.from(
      { length: count },
      (_, index) => `Content-Disposition: form-data; name="f${index}"\r\n\r\nx\r\n--b\r\n`,
    ).join('');
  const withFile = async (filename: string, before = ''): Promise<Answer> => {
    const raw = `--b\r\n${before}Content-Disposition: form-data; name="file"; filename="${filename}"\r\n\r\n`;
    return acme.send('POST', `/v1/cases/${one}/documents`, {
      raw: Buffer.concat([Buffer.from(raw), page, Buffer.from('\r\n--b--\r\n')]),
      headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
    });
  };

  test.each([51, 70])('%i fields before the file are too many, which is what is said', async (count) => {
    const answer = await withFile('page.pdf', fields(count));
    expect([answer.status, answer.detail]).toEqual([
      422,
      'The form has too many parts: at most 50 fields and 10 files',
    ]);
  });

  test('50 fields before the file are none too many', async () => {
    expect((await withFile('page.pdf', fields(50))).status).toBe(200);
  });

  test('a file name has at most 255 characters, whatever they take in bytes', async () => {
    expect((await withFile('ö😀'.repeat(125) + 'x.pdf')).status).toBe(200);
    const answer = await withFile('ö😀'.repeat(125) + 'xx.pdf');
    expect([answer.status, answer.detail]).toEqual([
      ...[422, 'The file name of the field `file` must have at most 255 characters'],
    ]);
  });
});

describe('an upload', () => {
  test('of 20 MiB is taken, and of one byte more refused, also where its length is not told', async () => {
    const padded = (size: number): Buffer => Buffer.concat([page, Buffer.alloc(size - page.length, '\n')]);
    expect((await upload(acme, one, padded(20 * MIB))).status).toBe(200);
    const before = (await documents()).length;
    const large = await sendForm('form-data; name="file"; filename="large.pdf"', padded(20 * MIB + 1));
    expect([large.status, large.detail]).toEqual([413, 'The field `file` holds a file of more than 20 MiB']);
    const chunked = await fetch(`${service.url}/v1/cases/${one}/documents`, {
      ...{ method: 'POST', duplex: 'half' },
      headers: { 'X-Api-Key': acme.key ?? '', 'Content-Type': 'multipart/form-data; boundary=b' },
      body: new Blob([
        '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n',
        new Uint8Array(padded(20 * MIB + 1)),
        '\r\n--b--\r\n',
      ]).stream(),
    });
    expect([chunked.status, await chunked.json()]).toEqual([413, { detail: large.detail }]);
    expect(await documents()).toHaveLength(before);
  });

  test.each([
    [422, '`file` is missing', 'form-data; name="other"; filename="a.pdf"', ''],
    [422, '`file` must hold a file', 'form-data; name="file"', ''],
    [422, '`file` is missing', `form-data; name="file"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x.pdf`, ''],
    [
      ...[422, '`file` must be given only once', 'form-data; name="file"; filename="a.pdf"'],
      '--b\r\nContent-Disposition: form-data; name="file"; filename="b.pdf"\r\n\r\n%PDF-1.7\r\n',
    ],
  ] as [number, string, string, string][])('is %i where %s', async (status, detail, disposition, more) => {
    const before = (await documents()).length;
    const answer = await sendForm(disposition, page, more);
    expect([answer.status, answer.detail]).toEqual([status, expect.stringContaining(detail)]);
    expect(await documents()).toHaveLength(before);
  });
});

test('sending a file warns of no leak', async () => {
  expect((await acme.get(file)).status).toBe(200);
  expect(service.output()).not.toContain('MaxListenersExceededWarning');
});
