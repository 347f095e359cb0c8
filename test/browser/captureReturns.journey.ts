import { expect, test } from 'vitest';
import { card, defineMembership, letter, upload } from '../acceptance/support/cases.js';
import { photographedCard } from '../acceptance/support/photographedCard.js';
import { assertAccessible, keepPicture } from './support/browser.js';
import { handIn, jpeg, pdf } from './support/customer.js';
import { journeys } from './support/journeys.js';

const { acme, open, review } = journeys();

const PHONE = { width: 360 };

async function linkOf(id: string, uses = 1): Promise<string> {
  return String((await acme().post(`/v1/cases/${id}/links`, { uses })).body['url']);
}
async function newCase(more: { goal?: string; language?: string } = { language: 'en' }): Promise<string> {
  return String((await acme().post('/v1/cases', { goal: 'membership', ...more })).body['session_id']);
}
const documentsOf = async (id: string): Promise<unknown> => (await acme().get(`/v1/cases/${id}`)).body['documents'];

test('the browser’s way back leads from what is looked at to where the step begins, and the page’s own leaves nothing of it behind', async () => {
  const id = await newCase();
  const page = await open(await linkOf(id), PHONE);
  await page.getByLabel('Choose a file').setInputFiles(pdf(await card('Anna Maria Eriksson')));
  await page.getByText('What will be sent: page.pdf').waitFor();
  await assertAccessible(page);
  await keepPicture(page, 'capture-file');
  await page.reload();
  await page.getByText('What will be sent: page.pdf').waitFor();
  await page.goBack();
  await handIn(page, pdf(await card('Anna Maria Eriksson')));
  await page.getByRole('heading', { name: /letter of welcome/ }).waitFor();
  expect(await documentsOf(id)).toHaveLength(1);
  await page.getByLabel('Choose a file').setInputFiles(pdf(await letter('Anna Maria Eriksson')));
  await page.getByRole('button', { name: 'Take another' }).click();
  await page.getByText('Choose a file').waitFor();
  await page.goBack();
  expect(page.url()).toBe('about:blank');
});

test('what is looked at is still there when the page is loaded again, is sent once, and is kept for no other tab', async () => {
  const id = await newCase();
  const url = await linkOf(id);
  const page = await open(url, PHONE);
  await page.getByLabel('Choose a file').setInputFiles(jpeg(await photographedCard()));
  await page.getByRole('img', { name: 'What will be sent' }).waitFor();
  await page.reload();
  await page.getByRole('img', { name: 'What will be sent' }).waitFor();
  const other = await page.context().newPage();
  await other.goto(url);
  await other.getByLabel('Choose a file').waitFor({ state: 'attached' });
  expect(await other.evaluate('[sessionStorage.length, localStorage.length]')).toEqual([0, 0]);
  expect(await other.evaluate('indexedDB.databases()')).toEqual([]);
  await page.getByRole('button', { name: 'Use this picture' }).click();
  await page.getByText('Received: Harbour Rowing Club membership card.').waitFor();
  expect(await page.evaluate('Object.keys(sessionStorage).filter((name) => name.includes("picture"))')).toEqual([]);
  expect(await documentsOf(id)).toHaveLength(1);
});

test.each([1, 2])(
  'all that was sent with a link of %i submissions is still sent when the page is loaded again',
  async (uses) => {
    const id = await newCase();
    const page = await open(await linkOf(id, uses), PHONE);
    await handIn(page, pdf(await card('Anna Maria Eriksson')));
    await page.getByRole('heading', { name: /letter of welcome/ }).waitFor();
    await handIn(page, pdf(await letter('Anna Maria Eriksson')));
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Thank you. It is sent.').waitFor();
    await page.reload();
    await page.getByText('Thank you. It is sent.').waitFor();
    await page.getByText('Membership looks at it now').waitFor();
    await assertAccessible(page);
    expect((await acme().get(`/v1/cases/${id}/links`)).list).toMatchObject([{ used: 1 }]);
  },
);

test('what a customer sent without all of it is said to be sent when the page is loaded again, and the rest can still be added', async () => {
  const id = await newCase();
  const page = await open(await linkOf(id, 3), PHONE);
  await handIn(page, pdf(await card('Anna Maria Eriksson')));
  await page.getByRole('button', { name: 'I do not have this' }).click();
  await page.getByRole('button', { name: 'Send what is here' }).click();
  await page.getByText('Thank you. It is sent.').waitFor();
  await page.reload();
  await page.getByText('What was here has been sent. You can still add what is missing.').waitFor();
  await assertAccessible(page);
  await keepPicture(page, 'capture-sent-so-far');
  await handIn(page, pdf(await letter('Anna Maria Eriksson')));
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Thank you. It is sent.').waitFor();
  expect((await acme().get(`/v1/cases/${id}/links`)).list).toMatchObject([{ used: 2 }]);
});

test('the stop of a sentence behind a link is no part of it, and whatever else stands there says so in words', async () => {
  const url = await linkOf(await newCase());
  const page = await open(`${url}.`, PHONE);
  await page.getByText('Choose a file').waitFor();
  await page.goto(`/capture/nonsense`);
  await page.getByText('This link is not valid any more').waitFor();
});

test('a picture that is taken and could be better says how, and another takes its place', async () => {
  const pipeline_per_type = { club_card: ['quality', 'classify', 'extract', 'validate'] };
  await defineMembership(acme(), 'looked', { pipeline_per_type });
  const id = await newCase({ goal: 'looked', language: 'en' });
  const page = await open(await linkOf(id), PHONE);
  await handIn(page, jpeg(await photographedCard(0.35)));
  await page.getByText('Harbour Rowing Club membership card: the picture could be better.').waitFor();
  await page.getByText('It is too dark: take it in daylight or under a lamp.').waitFor();
  await assertAccessible(page);
  await keepPicture(page, 'capture-better');
  await page.getByRole('button', { name: 'Take another' }).click();
  await page.getByRole('button', { name: 'Cancel' }).waitFor();
  expect(await page.getByRole('button', { name: 'I do not have this' }).count()).toBe(0);
  await handIn(page, pdf(Buffer.from('%PDF-1.7 no page'), 'broken.pdf'));
  await page.getByRole('alert').waitFor();
  await handIn(page, jpeg(await photographedCard()));
  await page.getByText('the picture could be better').waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: /letter of welcome/ }).waitFor();
  const read = (await documentsOf(id)) as { status: string }[];
  expect(read.filter(({ status }) => status === 'done')).toHaveLength(2);
});

test('another document can take the place of one that is in order, by its name', async () => {
  const id = await newCase();
  const page = await open(await linkOf(id), PHONE);
  await handIn(page, pdf(await card('Berta Lindqvist')));
  await page.getByRole('button', { name: 'Take another: Harbour Rowing Club membership card' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('heading', { name: /letter of welcome/ }).waitFor();
  await page.getByRole('button', { name: 'Take another: Harbour Rowing Club membership card' }).click();
  await assertAccessible(page);
  await keepPicture(page, 'capture-another');
  await handIn(page, pdf(await card('Anna Maria Eriksson')));
  await page.getByRole('heading', { name: /letter of welcome/ }).waitFor();
  const documents = (await documentsOf(id)) as { extracted: { full_name: string } }[];
  expect(documents.map(({ extracted }) => extracted.full_name)).toEqual(['Berta Lindqvist', 'Anna Maria Eriksson']);
});

test('a link that is over while a file is on its way says so, in place of asking for another file', async () => {
  const id = await newCase({ goal: 'membership', language: 'de' });
  const page = await open(await linkOf(id), PHONE);
  await page.getByLabel('Datei wählen').setInputFiles(pdf(await card('Anna Maria Eriksson')));
  const [link] = (await acme().get(`/v1/cases/${id}/links`)).list;
  await acme().delete(`/v1/cases/${id}/links/${String(link?.['id'])}`);
  await page.getByRole('button', { name: 'Diese Datei verwenden' }).click();
  await page.getByText('Dieser Link gilt nicht mehr').waitFor();
  expect(await page.evaluate('sessionStorage.length')).toBe(0);
});

test('what a proxy gave up on and the service took is sent, though its link is over by that', async () => {
  const id = await newCase();
  for (const bytes of [await card('Anna Maria Eriksson'), await letter('Anna Maria Eriksson')])
    await upload(acme(), id, bytes);
  const page = await open(await linkOf(id), PHONE);
  let tries = 0;
  await page.route('**/capture/submissions', async (route) => {
    tries++;
    if (tries === 1) await route.fetch();
    const status = [504, 429][tries - 1];
    return status === undefined ? route.continue() : route.fulfill({ status, json: { detail: 'Not now' } });
  });
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Thank you. It is sent.').waitFor();
  expect(tries).toBe(3);
  expect((await acme().get(`/v1/cases/${id}/links`)).list).toMatchObject([{ used: 1 }]);
});

test('what is asked for again says why, in a sentence, beside what the reviewer wrote', async () => {
  const id = await review('asked again');
  const items = [{ document_type: 'club_letter', code: 'glare', text: 'Without the flash, please.' }];
  const asked = await acme().post(`/v1/cases/${id}/request-documents`, { items });
  expect(asked.status).toBe(200);
  const page = await open(await linkOf(id), PHONE);
  await page.getByText('light is reflected on it').waitFor();
  await page.getByText('Without the flash, please.').waitFor();
  await assertAccessible(page);
  await keepPicture(page, 'capture-asked-again');
});

test('it speaks the language of the browser where the case says none', async () => {
  const page = await open(await linkOf(await newCase({})), { ...PHONE, language: 'fr-FR' });
  await page.getByText('Choisir un fichier').waitFor();
  expect(await page.evaluate('document.documentElement.lang')).toBe('fr');
  expect(await page.title()).toContain('Membership');
});

test('a link has more time while its page is in front of somebody', async () => {
  const id = await newCase();
  const { body } = await acme().post(`/v1/cases/${id}/links`, { ttl_minutes: 5 });
  const page = await open(String(body['url']), PHONE);
  await page.getByText('Choose a file').waitFor();
  const end = async () => (await acme().get(`/v1/cases/${id}/links`)).list[0]?.['expires_at'];
  const later = new Date(Date.parse(String(body['expires_at'])) + 20 * 60_000).toISOString();
  await expect.poll(end).toBe(later);
});

test('a page asks for more time every few minutes, and not while nobody sees it', async () => {
  const url = await linkOf(await newCase());
  const page = await open('about:blank', PHONE);
  await page.clock.install();
  let asked = 0;
  page.on('request', (request) => (asked += request.url().endsWith('/capture/extensions') ? 1 : 0));
  await page.goto(url);
  await page.getByText('Choose a file').waitFor();
  await expect.poll(() => asked).toBe(1);
  await page.clock.runFor('05:00');
  await expect.poll(() => asked).toBe(2);
  await page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })`);
  await page.clock.runFor('11:00');
  await page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })`);
  await page.clock.runFor('05:00');
  await expect.poll(() => asked).toBe(3);
});

test('by keyboard alone a customer is led from step to step: each begins where the focus is', async () => {
  const consent = { version: '1', text: 'We compare your documents with each other.' };
  await defineMembership(acme(), 'agreed', { capture: { consent } });
  const page = await open(await linkOf(await newCase({ goal: 'agreed', language: 'en' })), PHONE);
  const focused = () => page.evaluate<string>('document.activeElement.textContent');
  const isOnBody = 'document.activeElement === document.body';
  await page.getByRole('heading', { name: 'Before we begin' }).waitFor();
  expect(await page.evaluate(isOnBody)).toBe(true);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(focused).toBe('Harbour Rowing Club membership card');
  await page.getByLabel('Choose a file').setInputFiles(pdf(await card('Anna Maria Eriksson')));
  await page.getByText('What will be sent: page.pdf').waitFor();
  expect(await focused()).toBe('Harbour Rowing Club membership card');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(focused).toBe('Harbour Rowing Club letter of welcome');
  await handIn(page, pdf(await letter('Anna Maria Eriksson')));
  await expect.poll(focused).toBe('All that is needed is here.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(focused).toBe('Thank you. It is sent.');
});
