import { afterAll, beforeAll, expect, test } from 'vitest';
import { card, defineMembership, letter } from './support/cases.js';
import type { Answer, Client } from './support/client.js';
import { startService, type Service } from './support/service.js';

let service: Service;
let acme: Client;
let annasCard: Buffer;

beforeAll(async () => {
  service = await startService();
  acme = await service.withKey('acme');
  await defineMembership(acme);
  annasCard = await card('Anna Maria Eriksson');
});
afterAll(() => service.stop());

async function opened(goal = 'membership', more: object = {}): Promise<{ id: string; link: string; page: string }> {
  const id = String((await acme.post('/v1/cases', { goal, language: 'en', ...more })).body['session_id']);
  const { body } = await acme.post(`/v1/cases/${id}/links`, {});
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

test('what is refused says why beside the form, which can be sent again', async () => {
  const { page } = await opened();
  const refused = await send(page, await get(page), Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  expect([refused.status, textOf(refused)]).toEqual([415, expect.stringMatching(/role="alert">That did not work: /)]);
  expect(textOf(await send(page, refused, annasCard))).toContain('Received');
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
