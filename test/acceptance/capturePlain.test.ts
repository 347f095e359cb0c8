import escapeHtml from 'escape-html';
import { beforeAll, expect, test } from 'vitest';
import { WORDS } from '../../src/api/capture/words/index.js';
import { card, defineMembership, form, letter, upload } from './support/cases.js';
import type { Answer, Client } from './support/client.js';
import { photographedCard } from './support/photographedCard.js';
import { sentInTwo } from './support/sentInTwo.js';
import { sharedService, type SharedService } from './support/sharedService.js';

let service: SharedService;
let acme: Client;
let annasCard: Buffer;

beforeAll(async () => {
  service = await sharedService();
  acme = await service.withKey(service.tenant('acme'));
  await defineMembership(acme);
  annasCard = await card('Anna Maria Eriksson');
});

async function opened(
  goal = 'membership',
  more: object = {},
  link: object = {},
): Promise<{ id: string; link: string; page: string }> {
  const id = String((await acme.post('/v1/cases', { goal, language: 'en', ...more })).body['session_id']);
  const { body } = await acme.post(`/v1/cases/${id}/links`, link);
  return { id, link: `/v1/cases/${id}/links/${String(body['id'])}`, page: `${String(body['url'])}?plain=page` };
}

const textOf = ({ bytes }: Answer): string => bytes.toString();
/** What a browser without scripts loads: no address but that of the page itself. */
const get = (page: string, headers = {}): Promise<Answer> => service.as(undefined).get(page, headers);

/** Sends the one form of a page, as a browser does. */
async function send(page: string, shown: Answer, file?: Buffer): Promise<Answer> {
  const text = textOf(shown);
  const action = /<form method="post" action="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
  const address = new URL(action ?? '', new URL(page, 'http://localhost'));
  const body = new FormData();
  if (file) {
    const label = /name="label" value="([^"]+)"/.exec(text)?.[1] ?? '';
    body.append('label', label);
    body.append('file', new Blob([file]), 'page.pdf');
  }
  const request = new Request('http://localhost', { method: 'POST', body: file ? body : new URLSearchParams() });
  const headers = { 'Content-Type': request.headers.get('content-type') ?? '' };
  const raw = Buffer.from(await request.arrayBuffer());
  return service.as(undefined).send('POST', address.pathname + address.search, { raw, headers });
}

/** Sends the form that sends what is here, of a page that asks for more. */
async function sendRest(page: string, shown: Answer): Promise<Answer> {
  const [, key = ''] = /plain=submission&amp;key=([\w-]+)/.exec(textOf(shown)) ?? [];
  const address = page.replace('plain=page', `plain=submission&key=${key}`);
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  return service.as(undefined).send('POST', address, { raw: Buffer.from(''), headers });
}

test('without scripts a customer agrees, hands in what is needed, is told what came of it, and sends it', async () => {
  const consent = { version: '2026-03 "a&b"', text: 'We compare <all> of it.' };
  await defineMembership(acme, 'agreed', { capture: { name: 'Rowing & Co', consent } });
  const { id, page } = await opened('agreed');
  const first = await get(page);
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(textOf(first)).toContain('<h1>Rowing &amp; Co asks you for documents</h1>');
  expect(textOf(first)).toContain('We compare &lt;all&gt; of it.');
  const agreed = await send(page, first);
  expect([agreed.status, textOf(agreed)]).toEqual([200, expect.stringContaining('type="file"')]);
  const came = await send(page, agreed, annasCard);
  expect(textOf(came)).toContain('Received: Harbour Rowing Club membership card.');
  expect(textOf(came)).not.toMatch(/Eriksson|48213/);
  const all = await send(page, came, await letter('Anna Maria Eriksson'));
  expect(textOf(all)).toContain('All that is needed is here.');
  const sent = await send(page, all);
  expect([sent.status, textOf(sent)]).toEqual([200, expect.stringContaining('Thank you. It is sent.')]);
  expect((await acme.get(`/v1/cases/${id}/links`)).list).toMatchObject([
    { used: 1, opened: 1, consent: { version: consent.version } },
  ]);
  expect((await acme.get(`/v1/cases/${id}`)).body['documents']).toMatchObject([{ status: 'done' }, { status: 'done' }]);
});

test('a form that is sent twice, at once or after, is taken once, and with another file is taken again', async () => {
  const { id, page } = await opened();
  const first = await get(page);
  const answers = await Promise.all([send(page, first, annasCard), send(page, first, annasCard)]);
  expect(answers.map(({ status }) => status)).toContain(200);
  expect((await send(page, first, annasCard)).status).toBe(200);
  const documents = async () => (await acme.get(`/v1/cases/${id}`)).body['documents'];
  expect(await documents()).toHaveLength(1);
  expect((await send(page, first, await letter('Anna Maria Eriksson'))).status).toBe(200);
  expect(await documents()).toHaveLength(2);
});

test('a form that is sent again says the same again, and counts as one submission', async () => {
  const { id, page } = await opened('membership', {}, { uses: 3 });
  const first = await get(page);
  for (let time = 0; time < 2; time++) {
    expect(textOf(await send(page, first, annasCard))).toContain('Received: Harbour Rowing Club membership card.');
  }
  const all = await send(page, await get(page), await letter('Anna Maria Eriksson'));
  for (let time = 0; time < 2; time++) expect(textOf(await send(page, all))).toContain('Thank you. It is sent.');
  expect((await acme.get(`/v1/cases/${id}/links`)).list).toMatchObject([{ used: 1 }]);
});

test('who loads the page again that says that all is sent is told so again, and nobody else', async () => {
  const { id, page } = await opened();
  const [first, other] = [await send(page, await get(page), annasCard), await get(page)];
  const all = await send(page, first, await letter('Anna Maria Eriksson'));
  for (let time = 0; time < 2; time++) {
    const sent = await send(page, all);
    expect([sent.status, textOf(sent)]).toEqual([200, expect.stringContaining('Thank you. It is sent.')]);
  }
  expect((await acme.get(`/v1/cases/${id}/links`)).list).toMatchObject([{ used: 1 }]);
  for (const late of [
    await send(page, other, annasCard),
    await get(page),
    await send(page.replace(/.(?=\?)/, ''), all),
  ]) {
    expect([late.status, textOf(late)]).toEqual([404, expect.stringContaining('This link is not valid any more.')]);
  }
});

test('an address that lost its end on the way says in words that it is good for nothing', async () => {
  const { page } = await opened();
  const cut = await get(page.replace(/..(?=\?)/, ''));
  expect([cut.status, cut.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(textOf(cut)).toContain('This link is not valid any more.');
});

test('what is refused says why beside the form, which can be sent again', async () => {
  const { page } = await opened();
  const refused = await send(page, await get(page), Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  expect([refused.status, textOf(refused)]).toEqual([
    415,
    expect.stringMatching(/role="alert">That is no file that we can take: /),
  ]);
  expect(textOf(await send(page, refused, annasCard))).toContain('Received');
});

test.each([
  ['de', /role="alert">Die Datei ließ sich nicht lesen\./],
  ['en', /role="alert">The file is damaged: /],
] as const)('what cannot be read is said so in the language of the case: %s', async (language, sentence) => {
  const { page } = await opened('membership', { language });
  const failed = await send(page, await get(page), Buffer.from('%PDF-1.7\nnothing'));
  expect([failed.status, textOf(failed)]).toEqual([200, expect.stringMatching(sentence)]);
});

test('no text of a tenant or a caller becomes a part of the page, which runs nothing and loads nothing from elsewhere', async () => {
  const intro = '</p><script>alert(1)</script>';
  const capture = {
    intro,
    name: '"><img src=x onerror=alert(1)>',
    accent: '#1a5f9e',
    framed_by: ['https://bank.example'],
  };
  await defineMembership(acme, 'hostile', { capture });
  const { page } = await opened('hostile');
  const shown = await get(`${page}&key="><script>`);
  expect(textOf(shown)).not.toMatch(/<script|<img/);
  const policy = shown.headers.get('content-security-policy');
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'self' 'sha256-[^']+'; img-src data:; base-uri 'none'; form-action 'self'; /,
  );
  expect(policy).toContain('frame-ancestors https://bank.example');
  expect([shown.headers.get('referrer-policy'), shown.headers.get('cache-control')]).toEqual([
    'no-referrer',
    'no-store',
  ]);
});

test('a link that is good for nothing says so in the language of the browser, whatever is wrong with it', async () => {
  const { page, link } = await opened();
  await acme.delete(link);
  const [ended, wrong] = [await get(page), await get(`/capture/${'A'.repeat(64)}?plain=page`)];
  expect([ended.status, wrong.status]).toEqual([404, 404]);
  expect(textOf(ended)).toBe(textOf(wrong));
  expect(textOf(ended)).toContain('This link is not valid any more');
  expect(textOf(await get(page, { 'Accept-Language': 'de-CH,de' }))).toContain('Dieser Link gilt nicht mehr');
});

test('a method that the step does not have is 405', async () => {
  const { page } = await opened();
  const { status, headers } = await service.as(undefined).send('POST', page);
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

test('a picture that is poor says how it could be better, and the form beside it takes another in its place', async () => {
  const pipeline_per_type = { club_card: ['quality', 'classify', 'extract', 'validate'] };
  await defineMembership(acme, 'looked', { pipeline_per_type });
  const { page } = await opened('looked');
  const dark = await send(page, await get(page), await photographedCard(0.35));
  expect(textOf(dark)).toContain('Harbour Rowing Club membership card: the picture could be better.');
  expect(textOf(dark)).toContain('It is too dark: take it in daylight or under a lamp.');
  const good = await send(page, dark, await photographedCard());
  expect(textOf(good)).toContain('Received: Harbour Rowing Club membership card.');
  expect(textOf(good)).not.toContain('could be better');
});

test('a picture that was to take the place of a poor one, and cannot be read, is said so, and counts for nothing', async () => {
  await defineMembership(acme, 'looked_again', {
    pipeline_per_type: { club_card: ['quality', 'classify', 'extract', 'validate'] },
  });
  const { page } = await opened('looked_again');
  const dark = await send(page, await get(page), await photographedCard(0.35));
  const broken = textOf(await send(page, dark, Buffer.from('%PDF-1.7 no page')));
  expect(broken).toContain('the picture could be better');
  expect(broken).toContain('role="status">The file is damaged');
});

test('a form of before that is sent again does not say that what came since was sent', async () => {
  const { id, page } = await opened('membership', {}, { uses: 3 });
  await upload(acme, id, annasCard);
  const before = await get(page);
  expect(textOf(await sendRest(page, before))).toContain('Thank you. It is sent.');
  await upload(acme, id, await letter('Anna Maria Eriksson'));
  expect(textOf(await sendRest(page, before))).not.toContain('Thank you. It is sent.');
  expect(textOf(await send(page, await get(page)))).toContain('Thank you. It is sent.');
  expect((await acme.get(`/v1/cases/${id}/links`)).list).toMatchObject([{ used: 2 }]);
});

test('a link that is ended while a form is on its way shows nothing of its case', async () => {
  const { link, page } = await opened();
  const sent = await form({ bytes: annasCard }, { label: 'club_card' });
  const address = `${service.url}${page.replace('plain=page', 'plain=documents&key=1')}`;
  const { status, text } = await sentInTwo(address, sent, async () => {
    expect((await acme.get(link.replace(/\/[^/]+$/, ''))).status).toBe(200);
    expect((await acme.delete(link)).status).toBe(204);
  });
  expect([status, text]).toEqual([404, expect.stringContaining('This link is not valid any more')]);
  expect(text).not.toContain('Membership');
});

test('who goes on by forms has more time, as who loads the page has', async () => {
  const { page, id } = await opened('membership', {}, { ttl_minutes: 5 });
  const end = async () => Date.parse(String((await acme.get(`/v1/cases/${id}/links`)).list[0]?.['expires_at']));
  const before = await end();
  const shown = await get(page);
  expect(await end()).toBe(before + 20 * 60_000);
  await send(page, shown, annasCard);
  expect(await end()).toBe(before + 20 * 60_000);
});

test('what is asked for again says why', async () => {
  const { id } = await opened();
  await upload(acme, id, annasCard);
  await upload(acme, id, await letter('Robert Smith'));
  await acme.post(`/v1/cases/${id}/complete`);
  const items = [{ document_type: 'club_letter', code: 'glare', text: 'Without the flash, please.' }];
  await acme.post(`/v1/cases/${id}/request-documents`, { items });
  const { body } = await acme.post(`/v1/cases/${id}/links`, {});
  const shown = textOf(await get(`${String(body['url'])}?plain=page`));
  expect(shown).toContain('light is reflected on it');
  expect(shown).toContain('Without the flash, please.');
});

test('what was sent with a link of several submissions is still sent when the page is loaded again', async () => {
  const { id, page } = await opened('membership', {}, { uses: 2 });
  for (const bytes of [annasCard, await letter('Anna Maria Eriksson')]) await upload(acme, id, bytes);
  const sent = await send(page, await get(page));
  for (const shown of [sent, await get(page)]) expect(textOf(shown)).toContain('Thank you. It is sent.');
});

test.each(Object.entries(WORDS))('the forms speak the language of the case: %s', async (language, words) => {
  const { page } = await opened('membership', { language });
  const shown = textOf(await get(page));
  expect(shown).toContain(`<html lang="${language}" dir="${words.direction}">`);
  for (const text of [words.asks('Membership'), words.needed, words.states.missing, words.tips, words.handIn]) {
    expect(shown).toContain(escapeHtml(text));
  }
});
