import { expect, test } from 'vitest';
import { card, defineMembership, letter } from '../acceptance/support/cases.js';
import { assertAccessible, keepPicture } from './support/browser.js';
import { journeys } from './support/journeys.js';

const { acme, open } = journeys();

const PHONE = { width: 360 };
const pdf = (buffer: Buffer, name = 'page.pdf') => ({ name, mimeType: 'application/pdf', buffer });

async function linkOf(goal: string, more: object = {}): Promise<{ id: string; url: string }> {
  const id = String((await acme().post('/v1/cases', { goal, ...more })).body['session_id']);
  const { body } = await acme().post(`/v1/cases/${id}/links`, {});
  return { id, url: String(body['url']) };
}

test('on a phone a customer agrees, hands in what is needed, and sends it', async () => {
  const consent = { version: '1', text: 'We compare your documents with each other.' };
  await defineMembership(acme(), 'agreed', { capture: { name: 'Harbour Rowing Club', consent } });
  const { id, url } = await linkOf('agreed', { language: 'en' });
  const page = await open(url, PHONE);
  await page.getByRole('heading', { name: 'Harbour Rowing Club asks you for documents' }).waitFor();
  await assertAccessible(page);
  await keepPicture(page, 'capture-consent');
  await page.getByRole('button', { name: 'I agree' }).click();
  await page.getByRole('heading', { name: /membership card/ }).waitFor();
  await assertAccessible(page);
  await keepPicture(page, 'capture-take');
  await page.getByLabel('Choose a file').setInputFiles(pdf(await card('Anna Maria Eriksson')));
  await page.getByRole('heading', { name: /letter of welcome/ }).waitFor();
  await page.getByLabel('Choose a file').setInputFiles(pdf(await letter('Anna Maria Eriksson')));
  await page.getByText('All that is needed is here.').waitFor();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Thank you. It is sent.').waitFor();
  await keepPicture(page, 'capture-sent');
  const links = (await acme().get(`/v1/cases/${id}/links`)).list;
  expect(links).toMatchObject([{ used: 1, consent: { version: '1' } }]);
  expect((await acme().get(`/v1/cases/${id}`)).body['progress']).toMatchObject({ complete: true });
});

test('it speaks the language of the case, and goes on where it was when it is loaded again', async () => {
  const { url } = await linkOf('membership', { language: 'de' });
  const page = await open(url, PHONE);
  await page.getByText('Membership bittet Sie um Dokumente').waitFor();
  expect(await page.evaluate<string>('document.documentElement.lang')).toBe('de');
  await page.getByLabel('Datei wählen').setInputFiles(pdf(await card('Anna Maria Eriksson')));
  await page.getByText('ist da').waitFor();
  await page.reload();
  await page.getByText('ist da').waitFor();
  await page.getByText('fehlt noch').waitFor();
});

test('a link that is good for nothing says so, whatever is wrong with it', async () => {
  const page = await open(`/capture/${'A'.repeat(64)}`, PHONE);
  await page.getByText('This link is not valid any more').waitFor();
  await assertAccessible(page);
});

test('what is no document is refused with words, and another can be taken', async () => {
  const { url } = await linkOf('membership', { language: 'en' });
  const page = await open(url, PHONE);
  await page.getByLabel('Choose a file').setInputFiles(pdf(Buffer.from('<svg/>'), 'x.pdf'));
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Choose a file').setInputFiles(pdf(await card('Anna Maria Eriksson')));
  await page.getByText('here', { exact: true }).waitFor();
});
