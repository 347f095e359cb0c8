import { beforeAll, expect, test } from 'vitest';
import { onePerson } from '../support/facePhotos.js';
import { until } from '../support/until.js';
import { card, defineMembership, form, letter, upload } from './support/cases.js';
import type { Answer, Client } from './support/client.js';
import { photographedCard } from './support/photographedCard.js';
import { sharedService, type SharedService } from './support/sharedService.js';

let service: SharedService;
let acme: Client;
let tenant: string;

beforeAll(async () => {
  service = await sharedService();
  tenant = service.tenant('acme');
  acme = await service.withKey(tenant);
  await defineMembership(acme);
  const pipeline_per_type = { club_card: ['quality', 'classify', 'extract', 'validate'] };
  await defineMembership(acme, 'looked', {
    pipeline_per_type,
    policy: { too_dark: 'deny', duplicate_person: 'ignore' },
  });
});

interface Opened {
  id: string;
  headers: Record<string, string>;
}

/** A case, and who comes with a link of it. */
async function opened(goal = 'membership', link: object = {}, more: object = { language: 'en' }): Promise<Opened> {
  const id = String((await acme.post('/v1/cases', { goal, ...more })).body['session_id']);
  return { id, headers: await linkTo(id, link) };
}
async function linkTo(id: string, link: object = {}): Promise<Record<string, string>> {
  const made = await acme.post(`/v1/cases/${id}/links`, link);
  expect(made.status).toBe(201);
  return { 'X-Capture-Token': String(made.body['token']) };
}
const seen = (headers: Record<string, string>): Promise<Answer> => service.as(undefined).get('/capture/case', headers);
const post = (path: string, headers: Record<string, string>): Promise<Answer> =>
  service.as(undefined).post(`/capture/${path}`, undefined, headers);
async function handIn(headers: Record<string, string>, bytes: Buffer, filename = 'page.pdf'): Promise<Answer> {
  const sent = await form({ bytes, filename });
  return service.as(undefined).send('POST', '/capture/documents', {
    raw: sent.raw,
    headers: { ...sent.headers, ...headers },
  });
}

test('a picture that is poor is taken, with what would be better; another takes its place, and how the first was taken counts no more', async () => {
  const { id, headers } = await opened('looked');
  const dark = await handIn(headers, await photographedCard(0.35), 'photo.jpg');
  const picture = { document_type: 'club_card', name: 'Harbour Rowing Club membership card', side: null };
  expect(dark.body).toMatchObject({ status: 'done', better: ['dark'] });
  expect(dark.body['needs']).toMatchObject([
    { state: 'received', here: [{ ...picture, advice: ['dark'] }] },
    { state: 'missing', here: [] },
  ]);
  expect((await handIn(headers, await photographedCard(), 'photo.jpg')).body).toMatchObject({
    status: 'done',
    better: [],
  });
  expect((await handIn(headers, await letter('Anna Maria Eriksson'))).body).toMatchObject({ complete: true });
  const { body } = await seen(headers);
  expect(body['needs']).toMatchObject([{ here: [{ ...picture, advice: [] }] }, { here: [{ advice: [] }] }]);
  expect((await acme.post(`/v1/cases/${id}/complete`)).body).toMatchObject({
    status: 'completed',
    result: { decision: 'approved' },
  });
});

test('a poor picture that nothing took the place of counts', async () => {
  const { id, headers } = await opened('looked');
  await handIn(headers, await photographedCard(0.35), 'photo.jpg');
  await handIn(headers, await letter('Anna Maria Eriksson'));
  expect((await acme.post(`/v1/cases/${id}/complete`)).body).toMatchObject({ result: { decision: 'denied' } });
});

test('why something is asked for again is said in a sentence, in the language of the case', async () => {
  const { id } = await opened('membership', {}, { language: 'de' });
  await upload(acme, id, await card('Anna Maria Eriksson'));
  await upload(acme, id, await letter('Robert Smith'));
  expect((await acme.post(`/v1/cases/${id}/complete`)).body['status']).toBe('review');
  const items = [{ document_type: 'club_letter', code: 'glare', text: 'Ohne Blitz, bitte.' }];
  expect((await acme.post(`/v1/cases/${id}/request-documents`, { items })).status).toBe(200);
  const asked_again = { code: 'glare', why: expect.stringContaining('Licht') as string, text: 'Ohne Blitz, bitte.' };
  expect((await seen(await linkTo(id))).body['needs']).toMatchObject([{ state: 'missing', asked_again }]);
});

test('what was sent is sent once, and once more is here it can be sent again', async () => {
  const { id, headers } = await opened('membership', { uses: 2 });
  await handIn(headers, await card('Anna Maria Eriksson'));
  expect((await seen(headers)).body).toMatchObject({ begun: true, sent: false });
  for (const again of [1, 2]) expect([again, (await post('submissions', headers)).status]).toEqual([again, 201]);
  expect((await seen(headers)).body).toMatchObject({ sent: true, complete: false });
  expect((await acme.get(`/v1/cases/${id}/links`)).list).toMatchObject([{ used: 1 }]);
  await handIn(headers, await letter('Anna Maria Eriksson'));
  expect((await seen(headers)).body).toMatchObject({ sent: false, complete: true });
  expect((await post('submissions', headers)).status).toBe(201);
  expect((await acme.get(`/v1/cases/${id}/links`)).list).toMatchObject([{ used: 2 }]);
  expect((await seen(headers)).status).toBe(404);
});

test('what is sent unchanged after more was asked for is a submission: its owner is told that nothing more comes', async () => {
  const { id, headers } = await opened('membership', { uses: 3 });
  await handIn(headers, await card('Anna Maria Eriksson'));
  await handIn(headers, await letter('Robert Smith'));
  await post('submissions', headers);
  expect((await acme.post(`/v1/cases/${id}/complete`)).body['status']).toBe('review');
  const items = [{ document_type: 'club_letter', code: 'mismatch' }];
  expect((await acme.post(`/v1/cases/${id}/request-documents`, { items })).status).toBe(200);
  expect((await seen(headers)).body).toMatchObject({ sent: false });
  expect((await post('submissions', headers)).status).toBe(201);
  expect((await acme.get(`/v1/cases/${id}/links`)).list).toMatchObject([{ used: 2 }]);
  expect((await seen(headers)).body).toMatchObject({ sent: true });
});

test('whoever is still at it has twenty minutes more where few are left, and no more where there is time', async () => {
  const short = await opened('membership', { ttl_minutes: 5 });
  const { expires_at } = (await seen(short.headers)).body;
  const later = new Date(Date.parse(String(expires_at)) + 20 * 60_000).toISOString();
  for (const again of [1, 2]) {
    const { status, body } = await post('extensions', short.headers);
    expect([again, status, body]).toEqual([again, 200, { expires_at: later }]);
  }
  expect((await seen(short.headers)).body['expires_at']).toBe(later);
  const long = await opened('membership', { ttl_minutes: 60 });
  const end = (await seen(long.headers)).body['expires_at'];
  expect((await post('extensions', long.headers)).body).toEqual({ expires_at: end });
});

test('more time is given to nobody whose token is none or over, and with no other credential', async () => {
  const { id, headers } = await opened();
  const [link] = (await acme.get(`/v1/cases/${id}/links`)).list;
  await acme.delete(`/v1/cases/${id}/links/${String(link?.['id'])}`);
  expect((await post('extensions', headers)).status).toBe(404);
  expect((await post('extensions', { 'X-Capture-Token': 'A'.repeat(64) })).status).toBe(404);
  expect((await acme.post('/capture/extensions')).status).toBe(401);
});

test('where the case says no language it speaks that of the browser, of those that there are words in', async () => {
  const unsaid = await opened('membership', {}, {});
  const spoken = async (headers: Record<string, string>, accepted: string) =>
    (await seen({ ...headers, 'Accept-Language': accepted })).body['language'];
  expect(await spoken(unsaid.headers, 'fr-CA,fr;q=0.9,en;q=0.5')).toBe('fr');
  expect(await spoken(unsaid.headers, 'ja,pt-BR;q=0.8')).toBe('pt');
  expect(await spoken(unsaid.headers, 'ja')).toBe('en');
  const said = await opened('membership', {}, { language: 'en' });
  expect(await spoken(said.headers, 'fr')).toBe('en');
  // What the case says to its owner stays English where nobody chose.
  expect((await acme.get(`/v1/cases/${unsaid.id}`)).body['language']).toBe('en');
});

test('a page that many open at the same moment is opened for each of them', async () => {
  const { headers } = await opened();
  const answers = await Promise.all(Array.from({ length: 15 }, () => post('openings', headers)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
});

test('of pictures of a face that came with a link none is taken whose face was looked for until after it was deleted', async () => {
  await defineMembership(acme, 'faces', { face_match: true });
  const { id, headers } = await opened('faces');
  const sent = await form({ bytes: await onePerson(), filename: 'me.jpg' }, { label: 'selfie' });
  // One process looks at one after the other; the link is deleted once the first was taken.
  const handing = Array.from({ length: 8 }, () =>
    service.as(undefined).send('POST', '/capture/documents', {
      raw: sent.raw,
      headers: { ...sent.headers, ...headers },
    }),
  );
  const documents = async () => (await acme.get(`/v1/cases/${id}`)).body['documents'] as object[];
  await until(async () => (await documents()).length > 0 || undefined);
  const [link] = (await acme.get(`/v1/cases/${id}/links`)).list;
  await acme.delete(`/v1/cases/${id}/links/${String(link?.['id'])}`);
  const statuses = (await Promise.all(handing)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 404]));
  expect(await documents()).toHaveLength(statuses.filter((status) => status === 200).length);
});

test('auditors are told what a customer did with a link, by the name of the link, and who ended it', async () => {
  const { id, headers } = await opened('membership', { uses: 2, ttl_minutes: 5 });
  const [link] = (await acme.get(`/v1/cases/${id}/links`)).list;
  const link_id = String(link?.['id']);
  await post('openings', headers);
  await post('extensions', headers);
  await handIn(headers, await card('Anna Maria Eriksson'));
  await post('submissions', headers);
  await acme.delete(`/v1/cases/${id}/links/${link_id}`);
  const told = (list: readonly Record<string, unknown>[]) =>
    list.map(({ action, actor }) => [action, actor]).toReversed();
  const owner = expect.stringMatching(/^key:/) as string;
  const customer = `link:${link_id}`;
  expect(told((await acme.get(`/v1/audit?aggregate=captureLink-${link_id}`)).list)).toEqual([
    ['CaptureLinkMade', owner],
    ['CaptureOpened', customer],
    ['CaptureExtended', customer],
    ['CaptureSubmitted', customer],
    ['CaptureLinkEnded', owner],
  ]);
  expect(told((await acme.get(`/v1/audit?aggregate=${id}&action=DocumentReceived`)).list)).toEqual([
    ['DocumentReceived', customer],
  ]);
});
