import { expect, test } from 'vitest';
import { assertAccessible, keepPicture } from './support/browser.js';
import { journeys } from './support/journeys.js';

const { acme, review, reader, open, signIn } = journeys();

async function decided(reference: string): Promise<string> {
  const id = await review(reference);
  const decision = { decision: 'approve', reason: 'Seen', actor: 'Jane Doe' };
  expect((await acme().patch(`/v1/cases/${id}/decision`, decision)).status).toBe(200);
  return id;
}

test('a case file shows all of a case, as it is and as it was, and its address shows the same moment', async () => {
  const id = await decided('all of it');
  const page = await open(`/console/cases/${id}/file`);
  await signIn(page);
  const facts = page.locator('dl.facts').first();
  await facts.getByText('Completed').waitFor();
  await facts.getByText(/Jane Doe/).waitFor();
  await page.getByRole('img', { name: 'The first page' }).first().waitFor();
  await page.getByText('Nothing was said.').waitFor();
  await assertAccessible(page);
  await keepPicture(page, 'case-file');
  await page.getByLabel('As it was').press('ArrowLeft');
  await facts.getByText('Review').first().waitFor();
  expect(await facts.getByText(/Jane Doe/).count()).toBe(0);
  const other = await open(page.url());
  await signIn(other);
  await other.locator('dl.facts').first().getByText('Review').first().waitFor();
});

test('an entry of the history is proven in the browser, and one that the service lies about is not', async () => {
  const id = await decided('proof');
  const page = await open(`/console/cases/${id}/file`);
  await signIn(page, 'Auditor', await reader());
  const first = page.locator('.timeline > li').first();
  await first.getByRole('button', { name: 'Prove it' }).click();
  await first.getByText(/^Proven: it is in the signed log/).waitFor();

  await page.route('**/v1/audit/inclusion*', async (route) => {
    const answer = await route.fetch();
    const told = (await answer.json()) as { path: string[] };
    await route.fulfill({ response: answer, json: { ...told, path: told.path.map((one) => one.replace(/^./, 'f')) } });
  });
  const second = page.locator('.timeline > li').nth(1);
  await second.getByRole('button', { name: 'Prove it' }).click();
  await second.getByText('Not proven: it does not come to the root that was signed.').waitFor();
});

test('a case is done again, its report previewed and saved', async () => {
  const id = await decided('again');
  const page = await open(`/console/cases/${id}/file`);
  await signIn(page);
  await page.getByRole('button', { name: 'What is in it' }).click();
  await page.getByText('integrity.').first().waitFor();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'As PDF' }).click();
  expect((await saved).suggestedFilename()).toBe(`report_${id}.pdf`);
  await page.getByRole('button', { name: 'Do it again with what there is now' }).click();
  await page.getByText(/Nothing came out otherwise/).waitFor();
});

test('a link for the customer is made where the case still collects, opens its page, and is ended', async () => {
  const opened = await acme().post('/v1/cases', { goal: 'membership' });
  const page = await open(`/console/cases/${String(opened.body['session_id'])}/file`);
  await signIn(page);
  await page.getByText('No link was made.').waitFor();
  await page.getByRole('button', { name: 'Make a link' }).click();
  const address = (await page.getByRole('status').getByText('/capture/').textContent()) ?? '';
  await assertAccessible(page);
  await keepPicture(page, 'case-links');
  const customer = await open(new URL(address).pathname);
  await customer.getByRole('heading', { level: 1 }).waitFor();
  await page.reload();
  await page.getByText('0 of 1').waitFor();
  expect(await page.content()).not.toContain(address);
  await page.getByRole('button', { name: /^End the link of/ }).click();
  await page.getByText('Ended').waitFor();
  expect(
    (
      await fetch(address.replace(/capture\/.*/, 'capture/case'), {
        headers: { 'X-Capture-Token': address.split('/').at(-1)! },
      })
    ).status,
  ).toBe(404);
});
