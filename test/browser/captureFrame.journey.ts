import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { card, defineMembership, letter, upload } from '../acceptance/support/cases.js';
import { keepPicture } from './support/browser.js';
import { pdf } from './support/customer.js';
import { journeys } from './support/journeys.js';

const { acme, open, origin } = journeys();

/** The page of a tenant, on an origin of its own, that shows the page of a link and lists what it is told. */
let bank: Server;
let bankOrigin: string;
let shown = '';

beforeAll(async () => {
  bank = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end(`<!doctype html><html lang="en"><title>Bank</title>
      <div id="place" style="height: 700px"></div><ol id="told"></ol>
      <iframe title="somebody else" srcdoc="<script>setInterval(() => parent.postMessage({ source: 'attest-capture', type: 'forged' }, '*'), 100)</script>"></iframe>
      <script src="${origin()}/capture/attest-capture.js"></script>
      <script>
        const on = (told) => document.getElementById('told').insertAdjacentHTML('beforeend', '<li>' + JSON.stringify(told));
        AttestCapture.mount(document.getElementById('place'), { url: ${JSON.stringify(shown)}, on });
        window.postMessage({ source: 'attest-capture', type: 'forged' }, '*');
      </script>`);
  });
  await new Promise<void>((resolve) => bank.listen(0, '127.0.0.1', resolve));
  bankOrigin = `http://127.0.0.1:${(bank.address() as AddressInfo).port}`;
});
afterAll(() => bank.close());

async function linkOf(goal: string): Promise<string> {
  const id = String((await acme().post('/v1/cases', { goal, language: 'en' })).body['session_id']);
  await upload(acme(), id, await card('Anna Maria Eriksson'));
  return origin() + String((await acme().post(`/v1/cases/${id}/links`, {})).body['url']);
}

test('in a page of the tenant a customer sends what is needed, and the page is told how it goes, and by nobody else', async () => {
  const consent = { version: '1', text: 'We compare your documents.' };
  await defineMembership(acme(), 'framed', { capture: { consent, framed_by: [bankOrigin, 'https://other.example'] } });
  shown = await linkOf('framed');
  const page = await open(bankOrigin, { alsoFrom: [bankOrigin] });
  const frame = page.frameLocator('#place iframe');
  await frame.getByRole('button', { name: 'I agree' }).click();
  await frame.getByLabel('Choose a file').setInputFiles(pdf(await letter('Anna Maria Eriksson')));
  await frame.getByRole('button', { name: 'Use this file' }).click();
  await frame.getByRole('button', { name: 'Send' }).click();
  await frame.getByRole('button', { name: 'Close' }).click();
  await page.getByText('"closed"').waitFor();
  await keepPicture(page, 'capture-framed');
  const told = await page.locator('#told li').allTextContents();
  expect(told.map((one) => JSON.parse(one) as object)).toEqual([
    { source: 'attest-capture', type: 'ready' },
    { source: 'attest-capture', type: 'step', step: 'consent' },
    { source: 'attest-capture', type: 'step', step: 'document' },
    { source: 'attest-capture', type: 'step', step: 'submit' },
    { source: 'attest-capture', type: 'submitted' },
    { source: 'attest-capture', type: 'closed' },
  ]);
  // Its link took its last submission: loaded again, the page is still at its end, in its frame.
  await page.reload();
  await frame.getByText('Thank you. It is sent.').waitFor();
});

test('a page that the agent does not name cannot show it', async () => {
  shown = await linkOf('membership');
  const page = await open(bankOrigin, { alsoFrom: [bankOrigin], refuses: /^Framing .*frame-ancestors 'none'/ });
  await expect.poll(() => page.frames().map((frame) => frame.url())).toContain('chrome-error://chromewebdata/');
  expect(await page.locator('#told li').count()).toBe(0);
});

test('the page of the tenant is told that the service does not answer, and with which status', async () => {
  await defineMembership(acme(), 'broken', { capture: { framed_by: [bankOrigin] } });
  shown = await linkOf('broken');
  const page = await open('about:blank', { alsoFrom: [bankOrigin] });
  await page.goto(bankOrigin);
  await page.getByText('"document"').waitFor();
  await page.route('**/capture/consent', (route) => route.abort());
  await page.route('**/capture/submissions', (route) => route.fulfill({ status: 400, json: { detail: 'No' } }));
  await page.frameLocator('#place iframe').getByRole('button', { name: 'I do not have this' }).click();
  await page.frameLocator('#place iframe').getByRole('button', { name: 'Send what is here' }).click();
  await page.getByText('"status":400').waitFor();
});
