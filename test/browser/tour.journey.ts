import { expect, test } from 'vitest';
import { renderPassport, renderUtilityBill, type Specimen } from '../../specimens/index.js';
import { upload } from '../acceptance/support/cases.js';
import { keepPicture } from './support/browser.js';
import { journeys } from './support/journeys.js';

const { acme, open, signIn } = journeys();

/** A customer's passport and utility bill, completed. */
async function customer(reference: string, files: readonly Specimen[]): Promise<string> {
  const opened = await acme().post('/v1/cases', { goal: 'onboarding', client_reference_id: reference });
  const id = String(opened.body['session_id']);
  for (const { bytes, filename } of files) expect((await upload(acme(), id, bytes, { filename })).status).toBe(200);
  expect((await acme().post(`/v1/cases/${id}/complete`)).status).toBe(200);
  return id;
}

test('a tour of the console: the pictures of its documentation', async () => {
  const agent = {
    ...{ name: 'Onboarding', context_ids: ['passport', 'utility_bill'], goal: 'onboarding' },
    ...{ cross_match_fields: ['full_name'], deploy: true },
  };
  expect((await acme().post('/v1/agents/build', agent)).status).toBe(200);
  const passport = await renderPassport();
  const bill = await renderUtilityBill({ customer_name: 'Tomas Halvorsen' });
  const id = await customer('customer-4711', [passport, bill]);
  await customer('customer-4712', [await renderPassport({ tampered: true }), await renderUtilityBill()]);

  const page = await open('/console');
  await signIn(page);
  await page.getByRole('link', { name: 'customer-4711' }).waitFor();
  await keepPicture(page, 'tour-queue');
  await page.getByRole('link', { name: 'customer-4711' }).click();
  await page.getByRole('img', { name: /Page 1 of 1/ }).waitFor();
  await page.getByRole('row', { name: /^Surname/ }).hover();
  await keepPicture(page, 'tour-case');
  await page.keyboard.press('v');
  await expect.poll(() => page.getByRole('img', { name: /Page 1 of 1/ }).count()).toBe(2);
  await keepPicture(page, 'tour-beside');
  await page.keyboard.press('f');
  await page.getByRole('button', { name: 'Prove it' }).first().waitFor();
  await keepPicture(page, 'tour-case-file');
  await page.goto('/console/discover?kind=documents');
  await page.getByText(/found$/).waitFor();
  await page.getByLabel('Find a field').fill('surname');
  await page.getByRole('button', { name: /^extracted\.surname/ }).click();
  await page.getByRole('button', { name: 'Show as a column' }).click();
  await page.getByRole('columnheader', { name: 'extracted.surname' }).waitFor();
  await keepPicture(page, 'tour-discover');
  await page.goto('/console/overview');
  await page
    .getByRole('row', { name: /mismatch/i })
    .first()
    .waitFor();
  await keepPicture(page, 'tour-overview');
  expect((await acme().get(`/v1/cases/${id}`)).body['status']).toBe('review');
});
