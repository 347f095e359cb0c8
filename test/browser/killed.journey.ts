import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { card, defineMembership, letter, upload } from '../acceptance/support/cases.js';
import { startService, type Service } from '../acceptance/support/service.js';
import { startStack, type Stack } from '../acceptance/support/stack.js';
import { openBrowser } from '../support/chromium.js';
import { until } from '../support/until.js';
import { keepPicture, openPage } from './support/browser.js';

let stack: Stack;
let browser: Browser;
let service: Service;

beforeAll(async () => {
  stack = await startStack();
  service = await startService({}, stack);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await service.stop();
  await stack.close();
});

test('with the service killed in between the page says so, heals, and the decision is made once', async () => {
  const acme = await service.withKey('acme');
  await defineMembership(acme);
  const id = String((await acme.post('/v1/cases', { goal: 'membership' })).body['session_id']);
  await upload(acme, id, await card('Anna Maria Eriksson'));
  await upload(acme, id, await letter('Robert Smith'));
  await acme.post(`/v1/cases/${id}/complete`);
  const { page, faults } = await openPage(browser, service.url);
  await page.goto(`/console/cases/${id}`);
  await page.getByLabel('API key').fill(acme.key ?? '');
  await page.getByLabel('Your name').fill('Jane');
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: /Page 1 of 1/ }).waitFor();
  await page.keyboard.press('a');
  await page.getByLabel('Reason').fill('Seen at the counter');

  process.kill(service.pid, 'SIGKILL');
  await service.stop();
  await page.keyboard.press('Enter');
  await page.getByText(/It was not decided/).waitFor();
  await keepPicture(page, 'killed');

  // Where the page looks for it.
  service = await startService({ PORT: new URL(service.url).port }, stack);
  await page.getByRole('button', { name: 'Try again' }).click();
  const again = service.as(acme.key);
  await until(async () => ((await again.get(`/v1/cases/${id}`)).body['status'] === 'completed' ? true : undefined));
  const decided = (await again.get(`/v1/audit/${id}`)).list.filter(({ action }) => action === 'CaseDecided');
  expect(decided).toHaveLength(1);
  await page.getByText('Nothing waits for a decision.').waitFor();
  const next = String(
    (await again.post('/v1/cases', { goal: 'membership', client_reference_id: 'later' })).body['session_id'],
  );
  await upload(again, next, await card('Anna Maria Eriksson'));
  await upload(again, next, await letter('Robert Smith'));
  await again.post(`/v1/cases/${next}/complete`);
  await page.getByRole('link', { name: 'later' }).waitFor();
  await page.getByText('The service does not answer.').waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
  await page.context().close();
});
