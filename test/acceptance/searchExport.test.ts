import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../support/until.js';
import { card, defineMembership, letter, upload } from './support/cases.js';
import type { Client } from './support/client.js';
import { startService, type Service } from './support/service.js';

let service: Service;
let acme: Client;
let other: Client;
let session_id: string;
let documents: { card: string; letter: string };

const open = async (client: Client): Promise<string> =>
  String((await client.post('/v1/cases', { goal: 'membership' })).body['session_id']);
const put = async (client: Client, session: string, bytes: Buffer, filename = 'page.pdf'): Promise<string> =>
  String((await upload(client, session, bytes, { filename })).body['doc_id']);
const ask = (body: object, client = acme) => client.post('/v1/search/export', { kind: 'documents', ...body });
const csv = async (body: object, client = acme) => {
  const answer = await ask({ format: 'csv', ...body }, client);
  return { answer, lines: answer.bytes.toString().split('\r\n') };
};
const jsonl = async (body: object = {}, client = acme): Promise<{ [field: string]: unknown }[]> => {
  const { bytes } = await ask({ format: 'jsonl', ...body }, client);
  const lines = bytes.toString().split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => JSON.parse(line) as { [field: string]: unknown });
};

beforeAll(async () => {
  service = await startService();
  [acme, other] = [await service.withKey('acme'), await service.withKey('other')];
  for (const client of [acme, other]) expect((await defineMembership(client)).status).toBe(201);
  session_id = await open(acme);
  documents = {
    card: await put(acme, session_id, await card('Søren Müller'), '=cmd.pdf'),
    letter: await put(acme, session_id, await letter('Ana Lopez')),
  };
  await put(other, await open(other), await card('Of Another'));
});
afterAll(() => service.stop());

describe('the export of a search', () => {
  test('is CSV with a column for each field, values as they are shown, and no formula in a cell', async () => {
    const { answer, lines } = await csv({});
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
      ...[200, 'text/csv; charset=utf-8', 'attachment; filename=search_export.csv'],
    ]);
    const shown = await jsonl();
    const [letterAt, cardAt] = shown.map(({ created_at }) => String(created_at));
    const [letterSure, cardSure] = shown.map(({ confidence }) => String(confidence));
    expect(lines).toEqual([
      'doc_id,session_id,session_goal,filename,document_type,confidence,status,created_at,extracted.full_name,extracted.letter_number,extracted.membership_number',
      `${documents.letter},${session_id},membership,page.pdf,club_letter,${letterSure},done,${letterAt},Ana Lopez,********0-31,`,
      `${documents.card},${session_id},membership,'=cmd.pdf,club_card,${cardSure},done,${cardAt},Søren Müller,,********3-77`,
      '',
    ]);
  });

  test('is JSON Lines of the things as a search shows them', async () => {
    const answer = await ask({ format: 'jsonl' });
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
      ...[200, 'application/x-ndjson', 'attachment; filename=search_export.jsonl'],
    ]);
    const { body } = await acme.post('/v1/search', { kind: 'documents' });
    expect(await jsonl()).toEqual((body['hits'] as { source: object }[]).map(({ source }) => source));
  });

  test('has what the query, the filters and the time let through, in the order and the columns that are asked for', async () => {
    const columns = ['doc_id', 'extracted.full_name'];
    const sorted = { sort: [{ field: 'extracted.full_name', order: 'desc' }], columns };
    expect((await csv(sorted)).lines).toEqual([
      ...['doc_id,extracted.full_name', `${documents.card},Søren Müller`, `${documents.letter},Ana Lopez`, ''],
    ]);
    const time = { field: 'created_at', from: 'now-1d/d', to: 'now' };
    expect(await jsonl({ query: 'extracted.full_name: mull*', filters: ['status: done'], time, columns })).toEqual([
      { doc_id: documents.card, extracted: { full_name: 'Søren Müller' } },
    ]);
    expect((await csv({ query: 'nothing_like_it', columns })).lines).toEqual(['doc_id,extracted.full_name', '']);
    expect(await jsonl({ query: 'nothing_like_it' })).toEqual([]);
  });

  test('leaves out what came after the point in time of an earlier answer', async () => {
    const { pit } = (await acme.post('/v1/search', { kind: 'documents', pit: true })).body;
    const later = await put(acme, await open(acme), await card('Came Later'));
    expect((await jsonl({ pit })).map(({ doc_id }) => doc_id)).toEqual([documents.letter, documents.card]);
    expect((await jsonl()).map(({ doc_id }) => doc_id)).toContain(later);
  });

  test('has nothing that a mask hides, nothing of another tenant, and nothing that was erased', async () => {
    const session = await open(acme);
    const forgotten = await put(acme, session, await card('Soon Forgotten'));
    expect((await ask({ format: 'csv' })).bytes.toString()).toContain(forgotten);
    expect((await acme.post(`/v1/cases/${session}/erase`)).status).toBe(200);
    for (const format of ['csv', 'jsonl']) {
      const text = (await ask({ format })).bytes.toString();
      expect(text).toContain(documents.card);
      for (const none of ['48213', '99120', 'Of Another', 'Forgotten', forgotten]) expect(text).not.toContain(none);
    }
    expect((await jsonl({ tenant_id: 'other' }, service.platform)).map((one) => one['extracted'])).toEqual([
      { full_name: 'Of Another', membership_number: '********3-77' },
    ]);
    expect((await jsonl({ query: 'membership' }, service.platform)).length).toBeGreaterThan(2);
    expect((await ask({ format: 'csv', tenant_id: 'other' })).status).toBe(403);
  });

  test.each([
    [{}, /`format`/],
    [{ format: 'xml' }, /`format`/],
    [{ format: 'csv', kind: 'people' }, /`kind`/],
    [{ format: 'csv', query: 'a: b status: c' }, /`query` cannot be read at character 12 \(from 1\)/],
    [{ format: 'jsonl', filters: ['b:'] }, /`filters`, entry 1, cannot be read at character 3/],
    [{ format: 'jsonl', pit: 'bm90aGluZw' }, /`pit` must be true/],
    [{ format: 'csv', columns: [] }, /`columns`/],
    [{ format: 'csv', query: `${'*a'.repeat(40)}*` }, /asks for more than 500 values/],
  ])('that is wrong is 422 and says what is: %j', async (body, sentence) => {
    const { status, detail } = await ask(body);
    expect([status, detail]).toEqual([422, expect.stringMatching(sentence)]);
  });

  test('needs the scope read alone, and is not kept for a replay', async () => {
    const [reader, writer] = [await service.withKey('acme', ['read']), await service.withKey('acme', ['write'])];
    const statuses = [];
    for (const client of [reader, writer, service.as(undefined)])
      statuses.push((await ask({ format: 'jsonl' }, client)).status);
    expect(statuses).toEqual([200, 403, 401]);
    const key = { 'Idempotency-Key': 'the same' };
    for (const format of ['csv', 'jsonl']) {
      const answer = await acme.post('/v1/search/export', { kind: 'documents', format }, key);
      expect(answer.headers.get('content-disposition')).toContain(`.${format}`);
      expect(answer.headers.get('idempotency-replayed')).toBeNull();
    }
  });
});

describe('exports that nobody reads', () => {
  /** Puts so many documents of a tenant into the read model, each of some 20 KB. */
  async function fill(tenant: string, count: number): Promise<void> {
    const client = new pg.Client(service.databaseUrl);
    await client.connect();
    await client.query(
      `insert into searched_documents_v1 (row_key, revision, id, tenant_id, at, source, text, terms, fields, nested, document_type, status)
       select $1::text || '/' || n, 0, 'x' || n, $1::text, '2026-01-01T00:00:00.000Z',
         json_build_object('doc_id', 'x' || n, 'extracted', json_build_object('text', repeat(md5(n::text), 600))),
         '', '[]', '{}', '{}', '', 'done' from generate_series(1, $2::int) n`,
      [tenant, count],
    );
    await client.end();
  }

  /** Begins an export of which no more is read than that it has begun. */
  async function beginUnread({ key }: Client): Promise<IncomingMessage> {
    const headers = { 'X-Api-Key': key, 'Content-Type': 'application/json' };
    const sent = request(`${service.url}/v1/search/export`, { method: 'POST', headers });
    sent.end(JSON.stringify({ kind: 'documents', format: 'jsonl' }));
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.on('error', () => undefined);
    return answer;
  }

  test('take a tenant its two places, nobody else theirs, and give them back when their connection ends', async () => {
    const slow = await service.withKey('slow');
    await fill('slow', 1_500);
    const unread = [await beginUnread(slow), await beginUnread(slow)];
    expect(unread.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const refused = await ask({ format: 'csv' }, slow);
    expect([refused.status, refused.detail, refused.headers.get('retry-after')]).toEqual([
      429,
      'More than 2 exports of yours would be under way at once; wait until one has ended',
      '30',
    ]);
    expect((await ask({ format: 'csv', query: 'müller' })).status).toBe(200);
    for (const answer of unread) answer.destroy();
    const columns = ['doc_id'];
    const answered = await until(async () => {
      const answer = await ask({ format: 'csv', columns }, slow);
      return answer.status === 200 ? answer : undefined;
    });
    expect(answered.bytes.toString().split('\r\n')).toHaveLength(1_502);
  });

  test('are cut off once their key is revoked', async () => {
    const named = { tenant_id: 'leaver', name: 'Key that is revoked', scopes: ['read'] };
    const { body } = await service.platform.post('/v1/admin/keys', named);
    await fill('leaver', 3_000);
    const unread = await beginUnread(service.as(String(body['raw_key'])));
    expect(unread.statusCode).toBe(200);
    expect((await service.platform.delete(`/v1/admin/keys/${String(body['id'])}`)).status).toBe(204);
    await new Promise((resolve) => unread.once('close', resolve).resume());
    expect(unread.complete).toBe(false);
  });
});
