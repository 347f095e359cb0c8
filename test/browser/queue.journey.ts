import { describe, expect, test } from 'vitest';
import { defineMembership, letter, upload } from '../acceptance/support/cases.js';
import { definePasses, pass, verify } from '../acceptance/support/clubPasses.js';
import { assertAccessible, keepPicture } from './support/browser.js';
import { journeys } from './support/journeys.js';

const { acme, review, open, signIn, becomes } = journeys();

const assigneeOf = async (id: string): Promise<unknown> => (await acme().get(`/v1/cases/${id}`)).body['assignee'];

test('the queue is narrowed to an agent, a reason and those of nobody, put in order, and its address says so', async () => {
  await defineMembership(acme(), 'renewal');
  const first = await review('first');
  await review('second');
  await review('other', 'renewal');
  await acme().post(`/v1/cases/${first}/assign`, { assignee: 'John' });
  const page = await open();
  await signIn(page);
  const shown = () => page.locator('.queue tbody th').allTextContents();
  await page.getByText('3 of 3').waitFor();
  expect(await shown()).toEqual(['first', 'second', 'other']);
  await page.getByLabel('Order').selectOption('Newest first');
  await expect.poll(shown).toEqual(['other', 'second', 'first']);
  await page.getByLabel('Agent').selectOption('Membership (2)');
  await page.getByLabel('Reason').selectOption({ index: 1 });
  await page.getByRole('link', { name: 'With nobody' }).click();
  await expect.poll(shown).toEqual(['second']);
  await keepPicture(page, 'queue-narrowed');
  const other = await open(page.url());
  await signIn(other, 'John');
  await other.getByText('1 of 1').waitFor();
  await other.getByRole('link', { name: 'Mine' }).click();
  await other.getByRole('link', { name: 'first' }).waitFor();
});

test('by keyboard alone several cases are chosen and assigned together', async () => {
  const ids = [await review('one'), await review('two'), await review('three')];
  const page = await open();
  await signIn(page);
  await page.getByText('3 of 3').waitFor();
  for (const key of ['j', 'x', 'j', 'j', 'k', 'j', 'x']) await page.keyboard.press(key);
  await page.keyboard.press('s');
  await page.getByRole('dialog').getByText('Assign 2 cases').waitFor();
  await assertAccessible(page);
  await page.getByLabel('To', { exact: true }).fill('Maria');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await Promise.all(ids.map(assigneeOf))).toEqual(['Maria', null, 'Maria']);
});

test('what others do arrives by itself, also what was done while the page was not looked at', async () => {
  const page = await open();
  await signIn(page);
  await page.getByText('Nothing waits for a decision.').waitFor();
  const id = await review('arrives');
  await page.getByRole('link', { name: 'arrives' }).waitFor();
  await page.context().setOffline(true);
  await acme().post(`/v1/cases/${id}/assign`, { assignee: 'Maria' });
  await page.context().setOffline(false);
  await page.getByRole('cell', { name: 'Maria' }).waitFor();
});

test('what changes is heard over one connection, and nothing is asked for over and over', async () => {
  const page = await open();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await signIn(page);
  await page.getByText('Nothing waits for a decision.').waitFor();
  await review('heard');
  await page.getByRole('link', { name: 'heard' }).waitFor();
  expect(asked.filter((path) => path === '/v1/changes/stream')).toHaveLength(1);
  expect(asked.filter((path) => path === '/v1/changes')).toHaveLength(1);
});

test('rows that are found stay while others arrive, which wait behind a count; figures follow by themselves', async () => {
  const figures = await open('/console/overview');
  await signIn(figures);
  await figures.getByRole('heading', { name: 'Overview' }).waitFor();
  const page = await open('/console/discover?kind=cases');
  await signIn(page);
  await page.getByText('0 found').waitFor();
  await review('found later');
  const waiting = page.getByRole('button', { name: 'Changed since: 1. Show' });
  await waiting.waitFor();
  expect(await page.getByText('0 found').count()).toBe(1);
  await keepPicture(page, 'discover new rows');
  await assertAccessible(page);
  await waiting.click();
  await page.getByText('1 found').waitFor();
  await waiting.waitFor({ state: 'detached' });
  await figures.getByRole('row', { name: /Cross match mismatch 1 100%/ }).waitFor();
});

test('after the last case it is said that none is left, and the queue is shown', async () => {
  const id = await review('last');
  const page = await open();
  await signIn(page);
  await page.keyboard.press('n');
  await page.getByRole('heading', { name: 'last' }).waitFor();
  await page.keyboard.press('a');
  await page.getByLabel('Reason').press('Enter');
  await page.getByText('Nothing is left to take.').waitFor();
  await page.getByText('Nothing waits for a decision.').waitFor();
  await becomes(id, 'completed');
});

test('a case that came back says so, and shows what is new', async () => {
  const id = await review('returned');
  const asked = { items: [{ document_type: 'club_letter', code: 'mismatch' }] };
  expect((await acme().post(`/v1/cases/${id}/request-documents`, asked)).status).toBe(200);
  await upload(acme(), id, await letter('Robert Smyth'));
  await acme().post(`/v1/cases/${id}/complete`);
  const page = await open();
  await signIn(page);
  await page
    .getByRole('row', { name: /returned/ })
    .getByText('Came back')
    .waitFor();
  await page.getByRole('link', { name: 'returned' }).click();
  await page.getByText(/Came back after it was asked for more/).waitFor();
  await page.getByText('New: Club letter.').waitFor();
  expect(await page.getByRole('button', { name: /new$/ }).count()).toBe(1);
});

describe('the palette', () => {
  test('does by its name whatever a key does, and finds a case by its reference', async () => {
    await review('Customer-4711');
    await review('Customer-4712');
    const page = await open();
    await signIn(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('menuitem', { name: /Take the next case/ }).waitFor();
    await assertAccessible(page);
    await keepPicture(page, 'palette');
    await page.keyboard.type('customer-4712');
    await page.getByRole('menuitem', { name: /Customer-4712/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Customer-4712' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('add a note');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByLabel('Note', { exact: true }).waitFor();
  });
});

test('two documents stand side by side', async () => {
  const id = await review('beside');
  const page = await open(`/console/cases/${id}`);
  await signIn(page);
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  await page.keyboard.press('v');
  await expect.poll(() => page.getByRole('img', { name: /Page 1 of 1/ }).count()).toBe(2);
  await assertAccessible(page);
  await keepPicture(page, 'case-beside');
});

test('a person who was seen before leads to the earlier case, and is blocked by keyboard alone', async () => {
  await definePasses(acme());
  const earlier = await verify(acme(), await pass({ remark: 'first', number: 'HRC4821377' }));
  const { session_id } = await verify(acme(), await pass({ remark: 'second', number: 'HRC4821399' }));
  const page = await open(`/console/cases/${session_id}`);
  await signIn(page);
  const link = page.getByRole('link', { name: `Case ${earlier.session_id.slice(0, 8)}` });
  await link.waitFor();
  await page.keyboard.press('b');
  await page.getByLabel('What', { exact: true }).selectOption('The person it names');
  await page.getByLabel('Reason').fill('Reported');
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  await page.getByText('It is on the blocklist.').waitFor();
  expect((await acme().get('/v1/blocklist')).list).toMatchObject([{ kind: 'person', reason: 'Reported' }]);
  await link.click();
  await page.waitForURL(`**/cases/${earlier.session_id}`);
});
