import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { card, defineMembership, upload } from './support/cases.js';
import type { Client } from './support/client.js';
import { sharedService, type SharedService } from './support/sharedService.js';

let service: SharedService;
let acme: Client;
let session: string;
let pages: string;

beforeAll(async () => {
  service = await sharedService();
  acme = await service.withKey(service.tenant('acme'));
  await defineMembership(acme);
  session = String((await acme.post('/v1/cases', { goal: 'membership' })).body['session_id']);
  const document = await upload(acme, session, await twoPages());
  pages = `/v1/cases/${session}/documents/${String(document.body['doc_id'])}/pages`;
});

async function twoPages(): Promise<Buffer> {
  const pdf = await PDFDocument.load(await card('Ana Lopez'));
  pdf.addPage([842, 595]).drawText('Second page', { x: 60, y: 300 });
  return Buffer.from(await pdf.save());
}

test('a page is a picture of its own at two sizes, private, and says how many pages there are', async () => {
  const large = await acme.get(`${pages}/1`);
  expect(large.status).toBe(200);
  expect(Object.fromEntries(large.headers)).toMatchObject({
    ...{ 'content-type': 'image/jpeg', 'cache-control': 'private, max-age=3600', 'attest-pages': '2' },
    'x-content-type-options': 'nosniff',
  });
  expect(await sharp(large.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1413, height: 2000 });
  const small = await acme.get(`${pages}/2?size=small`);
  expect(await sharp(small.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 400, height: 283 });
  expect(large.bytes.includes('PDF')).toBe(false);
});

test('one that a browser has already is not sent again', async () => {
  const first = await acme.get(`${pages}/1?size=small`);
  const again = await acme.get(`${pages}/1?size=small`, { 'If-None-Match': first.headers.get('etag') ?? '' });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
});

test('what is not there is 404, and another size or number 422', async () => {
  const missing = await acme.get(`${pages}/3`);
  expect([missing.status, missing.detail]).toEqual([404, 'The document has no page 3, or it cannot be shown']);
  const unknown = `/v1/cases/${session}/documents/3f2504e0-4f89-41d3-9a0c-0305e82c3301/pages/1`;
  expect((await acme.get(unknown)).status).toBe(404);
  for (const path of [`${pages}/0`, `${pages}/x`, `${pages}/1?size=huge`]) {
    expect((await acme.get(path)).status).toBe(422);
  }
});

test('nobody sees a page of another tenant', async () => {
  expect((await (await service.withKey(service.tenant('other'))).get(`${pages}/1`)).status).toBe(404);
});

test('a page of a case that was erased is shown no more, also where it was before', async () => {
  const other = String((await acme.post('/v1/cases', { goal: 'membership' })).body['session_id']);
  const document = await upload(acme, other, await card('Ana Lopez'));
  const page = `/v1/cases/${other}/documents/${String(document.body['doc_id'])}/pages/1?size=small`;
  expect((await acme.get(page)).status).toBe(200);
  await acme.post(`/v1/cases/${other}/cancel`, {});
  const erased = await service.platform.post(`/v1/cases/${other}/erase`, { reason: 'person_asked' });
  expect(erased.status).toBe(200);
  expect((await acme.get(page)).status).toBe(404);
});

test('where on a page a corrected value stands is kept as a person says, for fields among the values alone', async () => {
  const path = pages.replace(/\/pages$/, '');
  const place = { page: 2, box: [0.1, 0.2, 0.3, 0.05] };
  const values = { full_name: 'Anna Marked' };
  const marked = await acme.patch(path, { values, places: { full_name: place } });
  expect([marked.status, marked.body]).toMatchObject([200, { coordinates: { full_name: place } }]);
  const wrong: object[] = [
    { full_name: { page: 0, box: [0, 0, 1, 1] } },
    { full_name: { page: 1, box: [0, 0, 1] } },
    { full_name: { page: 1, box: [0, 0, 1, 1.5] } },
    { full_name: { page: 1 } },
    { membership_number: place },
  ];
  for (const places of wrong) {
    const answer = await acme.patch(path, { values: { full_name: 'B' }, places });
    expect([places, answer.status]).toEqual([places, 422]);
  }
});
