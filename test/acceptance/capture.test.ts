import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { groupPhoto, onePerson } from '../support/facePhotos.js';
import { card, defineMembership, form, letter } from './support/cases.js';
import type { Answer, Client } from './support/client.js';
import { sentInTwo } from './support/sentInTwo.js';
import { startService, type Service } from './support/service.js';

let service: Service;
let acme: Client;
let annasCard: Buffer;

const consent = { version: '2026-03', text: 'We compare your documents with each other.' };

beforeAll(async () => {
  service = await startService();
  acme = await service.withKey('acme');
  await defineMembership(acme);
  await defineMembership(acme, 'agreed', { capture: { name: 'Harbour Rowing Club', consent } });
  annasCard = await card('Anna Maria Eriksson');
});
afterAll(() => service.stop());

interface Opened {
  id: string;
  link: string;
  headers: Record<string, string>;
}

async function opened(goal = 'membership', body: object = {}): Promise<Opened> {
  const id = String((await acme.post('/v1/cases', { goal, language: 'en' })).body['session_id']);
  const made = await acme.post(`/v1/cases/${id}/links`, body);
  expect(made.status).toBe(201);
  const link = `/v1/cases/${id}/links/${String(made.body['id'])}`;
  return { id, link, headers: { 'X-Capture-Token': String(made.body['token']) } };
}
const customer = () => service.as(undefined);
const seen = (headers: Record<string, string>): Promise<Answer> => customer().get('/capture/case', headers);
async function handIn(headers: Record<string, string>, bytes: Buffer, fields = {}): Promise<Answer> {
  const sent = await form({ bytes }, fields);
  return customer().send('POST', '/capture/documents', { raw: sent.raw, headers: { ...sent.headers, ...headers } });
}
const post = (path: string, headers: Record<string, string>, body?: object): Promise<Answer> =>
  customer().post(path, body, headers);

describe('who comes with the link of a case', () => {
  test('sees what it needs, hands it in, is told what came of it, and sends it', async () => {
    const { id, link, headers } = await opened();
    const first = await seen(headers);
    const choice = (document_type: string, name: string) => ({
      kind: 'document',
      choices: [{ document_type, name, side: null }],
    });
    const [wantsCard, wantsLetter] = [
      choice('club_card', 'Harbour Rowing Club membership card'),
      choice('club_letter', 'Harbour Rowing Club letter of welcome'),
    ];
    const missing = { state: 'missing', asked_again: null, here: [], advice: null };
    expect([first.status, first.body]).toEqual([
      200,
      {
        ...{ name: 'Membership', language: 'en', consent: null, complete: false, begun: false, sent: false },
        look: { intro: null, accent: null, logo: null, return_url: null, framed_by: [] },
        needs: [
          { ...wantsCard, ...missing },
          { ...wantsLetter, ...missing },
        ],
        expires_at: expect.any(String) as string,
      },
    ]);
    expect((await post('/capture/openings', headers)).status).toBe(204);
    const came = await handIn(headers, annasCard);
    expect([came.status, came.body]).toMatchObject([
      200,
      { status: 'done', read_as: { document_type: 'club_card' }, advice: null, complete: false },
    ]);
    expect(came.bytes.toString()).not.toMatch(/Eriksson|48213/);
    const bad = await handIn(headers, await card(''));
    expect(bad.status).toBe(200);
    expect((await handIn(headers, await letter('Anna Maria Eriksson'))).body).toMatchObject({ complete: true });
    const sent = await post('/capture/submissions', headers);
    expect([sent.status, sent.body]).toEqual([201, { status: 'collecting' }]);
    const [shown] = (await acme.get(`/v1/cases/${id}/links`)).list;
    expect(shown).toMatchObject({ used: 1, opened: 1 });
    const history = (await acme.get(`/v1/audit/${link.split('/').at(-1)}`)).list;
    expect(history.map(({ action, words }) => [action, words])).toEqual([
      ['CaptureSubmitted', 'The customer sent what was handed in'],
      ['CaptureOpened', 'The customer opened the page of the link'],
      ['CaptureLinkMade', expect.stringMatching(/^The API key .* made a link/)],
    ]);
  });

  test('can add to that one case, and do nothing else', async () => {
    const { id, headers } = await opened();
    for (const path of [`/v1/cases/${id}`, '/v1/cases', '/v1/document-types', `/v1/cases/${id}/messages`]) {
      expect([path, (await customer().get(path, headers)).status]).toEqual([path, 401]);
    }
    expect((await post(`/v1/cases/${id}/complete`, headers)).status).toBe(401);
    const withoutToken = await customer().get('/capture/case', { 'X-Api-Key': acme.key ?? '' });
    expect([withoutToken.status, withoutToken.detail]).toEqual([401, 'Missing X-Capture-Token header']);
  });

  test('is as one who comes with none once it is ended, used up, over, or its case decided', async () => {
    const wrong = await seen({ 'X-Capture-Token': 'A'.repeat(64) });
    const refusal = [404, 'There is no such link, or it is good for nothing any more'];
    expect([wrong.status, wrong.detail]).toEqual(refusal);
    const [ended, used, closed] = [await opened(), await opened(), await opened()];
    await acme.delete(ended.link);
    expect((await handIn(used.headers, annasCard)).status).toBe(200);
    expect((await post('/capture/submissions', used.headers)).status).toBe(201);
    await acme.post(`/v1/cases/${closed.id}/complete`);
    for (const { headers } of [ended, used, closed]) {
      const answers = [
        await seen(headers),
        await handIn(headers, annasCard),
        await post('/capture/submissions', headers),
      ];
      expect(answers.map(({ status, detail }) => [status, detail])).toEqual([refusal, refusal, refusal]);
    }
  });

  test('hands in nothing any more where the link was ended while the file was on its way', async () => {
    const { id, link, headers } = await opened();
    const sent = await form({ bytes: annasCard });
    const { status } = await sentInTwo(
      `${service.url}/capture/documents`,
      { ...sent, headers: { ...sent.headers, ...headers } },
      async () => {
        // It has begun to come: what is asked behind it is answered.
        expect((await acme.get(link.replace(/\/[^/]+$/, ''))).status).toBe(200);
        expect((await acme.delete(link)).status).toBe(204);
      },
    );
    expect(status).toBe(404);
    expect((await acme.get(`/v1/cases/${id}`)).body['documents']).toEqual([]);
  });

  test('sends what is there, though it is not what was needed, and nothing before anything was handed in', async () => {
    const { id, headers } = await opened();
    expect((await seen(headers)).body).toMatchObject({ begun: false });
    const empty = await post('/capture/submissions', headers);
    expect([empty.status, empty.detail]).toEqual([409, expect.stringContaining('hand one in first')]);
    expect((await acme.get(`/v1/cases/${id}/links`)).list).toMatchObject([{ used: 0 }]);
    expect((await handIn(headers, await card('Anna Maria Eriksson'))).status).toBe(200);
    expect((await seen(headers)).body).toMatchObject({ begun: true, complete: false });
  });

  test('sends once where two send at the same moment, and once where a request is repeated', async () => {
    const { id, headers } = await opened();
    await handIn(headers, annasCard);
    const answers = await Promise.all([1, 2, 3].map(() => post('/capture/submissions', headers)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 404, 404]);
    expect((await acme.get(`/v1/cases/${id}/links`)).list).toMatchObject([{ used: 1 }]);
  });

  test('hands in a file once where it is sent again with the same key, which says nothing to who has another link', async () => {
    const [anna, other] = [await opened('membership', { uses: 2 }), await opened('membership', { uses: 2 })];
    const key = { 'Idempotency-Key': 'first' };
    const [once, again] = [
      await handIn({ ...anna.headers, ...key }, annasCard),
      await handIn({ ...anna.headers, ...key }, annasCard),
    ];
    expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([200, once.body, 'true']);
    expect((await acme.get(`/v1/cases/${anna.id}`)).body['documents']).toHaveLength(1);
    const theirs = await handIn({ ...other.headers, ...key }, annasCard);
    expect([theirs.status, theirs.headers.get('idempotency-replayed')]).toEqual([200, null]);
    const send = () => post('/capture/submissions', { ...anna.headers, ...key });
    expect([(await send()).status, (await send()).status]).toEqual([201, 201]);
    expect((await acme.get(`/v1/cases/${anna.id}/links`)).list).toMatchObject([{ used: 1 }]);
  });

  test('agrees to the text of the agent before anything is taken, with its version and time kept', async () => {
    const { id, headers } = await opened('agreed');
    expect((await seen(headers)).body).toMatchObject({
      name: 'Harbour Rowing Club',
      consent: { ...consent, given: false },
    });
    const early = await handIn(headers, annasCard);
    expect([early.status, early.detail]).toEqual([
      403,
      'Nothing is taken before the customer has agreed to the text of the agent',
    ]);
    expect((await post('/capture/consent', headers, { version: '2025-01' })).status).toBe(409);
    expect((await post('/capture/consent', headers, {})).status).toBe(422);
    expect((await post('/capture/consent', headers, { version: '2026-03' })).status).toBe(204);
    expect((await seen(headers)).body).toMatchObject({ consent: { given: true } });
    expect((await handIn(headers, annasCard)).status).toBe(200);
    const [link] = (await acme.get(`/v1/cases/${id}/links`)).list;
    expect(link).toMatchObject({ consent: { version: '2026-03', at: expect.any(String) as string } });
  });

  test('hands in a picture of their face, where the agent compares faces: one that shows no face, or several, is not taken', async () => {
    await defineMembership(acme, 'faces', { face_match: true });
    const { id, headers } = await opened('faces');
    const last = async () => ((await seen(headers)).body['needs'] as object[]).at(-1);
    expect(await last()).toEqual({
      kind: 'selfie',
      choices: [],
      state: 'missing',
      asked_again: null,
      here: [],
      advice: null,
    });
    const send = async (bytes: Buffer) => {
      const sent = await form({ bytes, filename: 'me.png' }, { label: 'selfie' });
      const request = { raw: sent.raw, headers: { ...sent.headers, ...headers } };
      return customer().send('POST', '/capture/documents', request);
    };
    const nobody = sharp({ create: { width: 600, height: 700, channels: 3, background: '#caa890' } });
    const without = await send(await nobody.png().toBuffer());
    const oneFace = /^A picture of the face of the customer must show one face; this one shows/;
    expect([without.status, without.detail]).toEqual([422, expect.stringMatching(oneFace)]);
    const several = await send(groupPhoto(5));
    expect([several.status, several.detail]).toEqual([422, expect.stringMatching(oneFace)]);
    expect(await last()).toMatchObject({ state: 'missing' });
    const came = await send(await onePerson());
    expect([came.status, came.body['complete']]).toEqual([200, false]);
    expect(await last()).toMatchObject({ kind: 'selfie', state: 'received' });
    expect((await acme.get(`/v1/cases/${id}`)).body['documents']).toHaveLength(1);
  });

  test('is held back where one picture without a face comes after the other: each would take the engine', async () => {
    await defineMembership(acme, 'many_faces', { face_match: true });
    const { headers } = await opened('many_faces');
    const nobody = sharp({ create: { width: 300, height: 300, channels: 3, background: '#caa890' } });
    const bytes = await nobody.png().toBuffer();
    const answers = await Promise.all(Array.from({ length: 15 }, () => handIn(headers, bytes, { label: 'selfie' })));
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([422, 429]));
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(3);
  });

  test('hands in both sides of a card, one after the other, where the agent wants both', async () => {
    await defineMembership(acme, 'sided', { sides: { club_card: 'front_and_back' } });
    const { headers } = await opened('sided');
    const first = async () => ((await seen(headers)).body['needs'] as object[])[0];
    expect(await first()).toMatchObject({ choices: [{ document_type: 'club_card', side: 'front' }], state: 'missing' });
    await handIn(headers, annasCard, { label: 'club_card front' });
    expect(await first()).toMatchObject({ choices: [{ side: 'back' }], state: 'missing' });
    await handIn(headers, await card('Anna Maria  Eriksson'), { label: 'club_card back' });
    // The front again, whatever it is called.
    expect(await first()).toMatchObject({ choices: [{ side: 'back' }], state: 'missing' });
    await handIn(headers, await card('Anna Eriksson'), { label: 'club_card back' });
    expect(await first()).toMatchObject({ choices: [{ side: null }], state: 'received' });
  });

  test('sees the page as its tenant has made it, and what would break it is refused when it is saved', async () => {
    const pixel = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#1a5f9e' } })
      .png()
      .toBuffer();
    const look = {
      ...{ intro: 'To open your account.', accent: '#1a5f9e', return_url: 'https://bank.example/welcome' },
      framed_by: ['https://bank.example', 'http://localhost:8080'],
      logo: `data:image/png;base64,${pixel.toString('base64')}`,
    };
    await defineMembership(acme, 'own', { capture: look });
    expect((await seen((await opened('own')).headers)).body['look']).toEqual(look);
    const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>').toString('base64');
    const wrong: [object, RegExp][] = [
      [{ accent: '#ffee88' }, /contrast of at least 4.5/],
      [{ accent: 'red; background: url(//x)' }, /colour/],
      [{ logo: `data:image/svg+xml;base64,${script}` }, /PNG, JPEG or WebP/],
      [{ logo: `data:image/png;base64,${script}` }, /PNG, JPEG or WebP/],
      [{ logo: 'https://elsewhere.example/logo.png' }, /PNG, JPEG or WebP/],
      [{ return_url: 'javascript:alert(1)' }, /https/],
      ...[
        ...["https://bank.example; script-src 'unsafe-inline'", 'https://bank.example/page', 'http://bank.example'],
        ...['*', 'https://a.example;sandbox', 'https://a,b', "https://'self'"],
      ].map((origin): [object, RegExp] => [{ framed_by: [origin] }, /origin/]),
    ];
    for (const [capture, why] of wrong) {
      const definition = { required_types: ['passport'], capture };
      const answer = await acme.post('/v1/agents', { goal: 'wrong', name: 'Wrong', definition });
      expect([answer.status, answer.detail]).toEqual([422, expect.stringMatching(why)]);
    }
  });

  test('who is asked for more sees that alone, with why', async () => {
    const { id, headers } = await opened('membership', { uses: 2 });
    await handIn(headers, annasCard);
    const robertsLetter = await letter('Robert Smith');
    await handIn(headers, robertsLetter);
    await post('/capture/submissions', headers);
    expect((await acme.post(`/v1/cases/${id}/complete`)).body['status']).toBe('review');
    expect((await seen(headers)).status).toBe(404);
    const items = [{ document_type: 'club_letter', code: 'mismatch', text: 'Your own letter, please' }];
    await acme.post(`/v1/cases/${id}/request-documents`, { items });
    expect((await seen(headers)).body['needs']).toMatchObject([
      {
        choices: [{ document_type: 'club_letter' }],
        ...{ state: 'missing', asked_again: { code: 'mismatch', text: 'Your own letter, please' } },
      },
    ]);
    // The letter that was asked for again, once more, is told to be that; another one answers.
    expect((await handIn(headers, robertsLetter)).body).toMatchObject({ sent_before: true, complete: false });
    expect((await seen(headers)).body['needs']).toMatchObject([{ state: 'missing' }]);
    const own = await handIn(headers, await letter('ERIKSSON Anna Maria'));
    expect(own.body).toMatchObject({ sent_before: false, complete: true });
  });

  test('takes what any upload takes, and refuses a hostile file', async () => {
    const { headers } = await opened();
    const svg = await handIn(headers, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'));
    expect(svg.status).toBe(415);
    expect((await post('/capture/documents', headers, { file: 'x' })).status).toBe(415);
  });
});

test('a customer has a minute of requests of their own, which is not that of the tenant', async () => {
  const { id, headers } = await opened();
  const statuses: number[] = [];
  for (let time = 0; time < 121; time++) statuses.push((await seen(headers)).status);
  expect([statuses.slice(0, 120).every((status) => status === 200), statuses[120]]).toEqual([true, 429]);
  expect((await acme.get(`/v1/cases/${id}`)).status).toBe(200);
});

test('wrong tokens are held back after a while, and a good one from the same address is not', async () => {
  const { headers } = await opened();
  const statuses = new Set<number>();
  for (let time = 0; time < 40; time++) statuses.add((await seen({ 'X-Capture-Token': randomUUID() })).status);
  expect(statuses).toEqual(new Set([404, 429]));
  expect((await seen(headers)).status).toBe(200);
});
