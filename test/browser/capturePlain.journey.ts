import { expect, test } from 'vitest';
import { card, defineMembership, letter } from '../acceptance/support/cases.js';
import { assertAccessible, keepPicture } from './support/browser.js';
import { journeys } from './support/journeys.js';

const { acme, open } = journeys();

const pdf = (buffer: Buffer) => ({ name: 'page.pdf', mimeType: 'application/pdf', buffer });

test('a browser without scripts is led to a form for each step', async () => {
  const capture = { consent: { version: '1', text: 'We compare your documents.' }, accent: '#7a1f5e' };
  await defineMembership(acme(), 'agreed', { capture });
  const opened = await acme().post('/v1/cases', { goal: 'agreed', language: 'en' });
  const { body } = await acme().post(`/v1/cases/${String(opened.body['session_id'])}/links`, {});
  const page = await open(String(body['url']), { width: 360, scripts: false });
  await page.getByRole('button', { name: 'I agree' }).click();
  await page.getByRole('heading', { name: /membership card/ }).waitFor();
  await keepPicture(page, 'capture-plain');
  await page.getByLabel('Choose a file').setInputFiles(pdf(await card('Anna Maria Eriksson')));
  await page.getByRole('button', { name: 'Hand it in' }).click();
  await page.getByText('Received: Harbour Rowing Club membership card.').waitFor();
  await page.getByLabel('Choose a file').setInputFiles(pdf(await letter('Anna Maria Eriksson')));
  await page.getByRole('button', { name: 'Hand it in' }).click();
  await page.getByText('All that is needed is here.').waitFor();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Thank you. It is sent.').waitFor();
  expect(await page.getByRole('button').count()).toBe(0);
});

test('the forms are for everybody', async () => {
  const opened = await acme().post('/v1/cases', { goal: 'membership', language: 'de' });
  const { body } = await acme().post(`/v1/cases/${String(opened.body['session_id'])}/links`, {});
  for (const dark of [false, true]) {
    // By rules that are scripts, which the browser runs here.
    const page = await open(`${String(body['url'])}?plain=page`, { width: 360, dark });
    await page.getByRole('button', { name: 'Einreichen' }).waitFor();
    await assertAccessible(page);
  }
});
