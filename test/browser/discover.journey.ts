import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { assertAccessible, keepPicture } from './support/browser.js';
import { journeys } from './support/journeys.js';

const { acme, reader, review, open, signIn } = journeys();

/** The bar that a query is written in, once its editor has come. */
async function queryEditor(page: Page): Promise<Locator> {
  await page.getByRole('combobox', { name: 'Query' }).waitFor();
  return page.getByRole('combobox', { name: 'Query' });
}

/** Writes a query in the place of what is there, as a keyboard does it. */
async function write(bar: Locator, query: string): Promise<void> {
  await bar.press('Control+a');
  await bar.page().keyboard.type(query);
}

test('what is found is narrowed by a query, a value and a column, and its address shows the same to somebody else', async () => {
  await review('first');
  await review('second');
  const page = await open();
  await signIn(page);
  await page.keyboard.press('/');
  await page.getByText('4 found').waitFor();
  await write(await queryEditor(page), 'document_type: club_letter');
  await page.keyboard.press('Enter');
  await page.getByText('2 found').waitFor();
  await page.getByLabel('Find a field').fill('full_name');
  await page.getByRole('button', { name: /^extracted\.full_name/ }).click();
  await page.getByRole('button', { name: 'Show as a column' }).click();
  await page.getByRole('columnheader', { name: 'extracted.full_name' }).waitFor();
  await page.getByRole('cell', { name: 'Robert Smith' }).first().waitFor();
  await page.getByRole('button', { name: 'Only where extracted.full_name is not robert smith' }).click();
  await page.getByText('Nothing is found').waitFor();
  await page.getByRole('button', { name: /^Remove not/ }).click();
  await page.getByText('2 found').waitFor();

  const other = await open(page.url());
  await signIn(other, 'John');
  await other.getByText('2 found').waitFor();
  await expect.poll(() => other.getByLabel('Query').textContent()).toBe('document_type: club_letter');
  await other.getByRole('columnheader', { name: 'extracted.full_name' }).waitFor();
});

test('a query is completed as it is written, and a wrong one is marked at its character', async () => {
  await review('one');
  const page = await open('/console/discover?kind=documents');
  await signIn(page);
  await page.getByText('2 found').waitFor();
  const bar = await queryEditor(page);
  await bar.pressSequentially('document_ty');
  await page.getByRole('option', { name: /document_type/ }).waitFor();
  await assertAccessible(page);
  await keepPicture(page, 'query-completed');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect(await bar.textContent()).toBe('document_type ');
  // It goes on: what comes behind the field, and then its values.
  await bar.pressSequentially(': club_c');
  await page.getByRole('option', { name: /club_card/ }).waitFor();
  const [list, rows] = await Promise.all([
    page.getByRole('listbox').boundingBox(),
    page.locator('.found').boundingBox(),
  ]);
  expect(list!.y + list!.height, 'what was found is not covered').toBeLessThanOrEqual(rows!.y);
  await write(bar, 'status: done )');
  await page.keyboard.press('Control+Enter');
  const alert = page.getByRole('alert').getByText(/cannot be read at character 14/);
  await alert.waitFor();
  expect(await page.locator('.cm-wrong').textContent()).toBe(')');
  expect(await bar.getAttribute('aria-invalid')).toBe('true');
  await assertAccessible(page);
  await keepPicture(page, 'query-wrong');
  await write(bar, 'document_type: club_card');
  expect(await page.locator('.cm-wrong').count()).toBe(0);
  await page.keyboard.press('Control+Enter');
  await page.getByText('1 found').waitFor();
});

test('the bar of queries never traps the keyboard, keys of the console do nothing in it, and what was pasted is one line', async () => {
  await review('written');
  const page = await open('/console/discover?kind=documents');
  await signIn(page);
  await page.getByText('2 found').waitFor();
  const bar = await queryEditor(page);
  await bar.focus();
  // Each of these letters is a key of the console.
  await page.keyboard.type('q/n?');
  expect(await bar.textContent()).toBe('q/n?');
  await page.getByRole('heading', { name: 'Discover' }).waitFor();
  await write(bar, 'doc');
  await page.keyboard.type('u');
  await page.getByRole('option', { name: /document_type/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate<string>('document.activeElement.id')).toBe('time');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect.poll(() => page.evaluate<string>('document.activeElement.id')).toBe('kind');
  await bar.press('Control+a');
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'document_type:\\n  club_card');
    const bar = document.querySelector('.query > div').shadowRoot.querySelector('.cm-content');
    bar.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }`);
  expect(await bar.textContent()).toBe('document_type: club_card');
  await page.keyboard.press('Enter');
});

test('what is written before the editor has come is in it, and where it does not come queries are asked all the same', async () => {
  await review('slow');
  const page = await open('/console');
  await signIn(page);
  let come = (): void => undefined;
  const wait = new Promise<void>((resolve) => (come = resolve));
  await page.route('**/editQuery-*.js', async (route) => {
    await wait;
    await route.continue();
  });
  await page.goto('/console/discover?kind=documents');
  await page.getByText('2 found').waitFor();
  const plain = page.getByRole('textbox', { name: 'Query' });
  const before = await plain.boundingBox();
  await plain.fill('document_type: club_card');
  await page.keyboard.press('Enter');
  await page.getByText('1 found').waitFor();
  await plain.pressSequentially(' or document_type: club_le');
  come();
  const bar = await queryEditor(page);
  await page.keyboard.type('tter');
  expect(await bar.textContent()).toBe('document_type: club_card or document_type: club_letter');
  expect(await page.locator('.cm-editor').boundingBox()).toEqual(before);
  await page.keyboard.press('Control+Enter');
  await page.getByText('2 found').waitFor();
});

test('a row opens as its fields and its page, and leads to its case', async () => {
  await review('opened');
  const page = await open('/console/discover?kind=documents');
  await signIn(page);
  await page.getByRole('button', { name: 'Open', exact: true }).first().click();
  await page.getByRole('img', { name: 'The first page' }).waitFor();
  await page.getByRole('link', { name: 'Open the case' }).click();
  await page.getByRole('heading', { name: 'opened' }).waitFor();
});

test('exactly what is seen is exported, and the call behind it is there to copy', async () => {
  await review('exported');
  const page = await open('/console/discover?kind=cases');
  await signIn(page);
  await page.getByText('1 found').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'As CSV' }).click(),
  ]);
  const csv = await readFile(await download.path(), 'utf8');
  const [head = '', row = '', ...more] = csv.trim().split(/\r?\n/);
  expect(head.replace(/^\uFEFF/, '').split(',')).toEqual(
    expect.arrayContaining(['client_reference_id', 'created_at', 'goal', 'status']),
  );
  expect([row.includes('exported'), more]).toEqual([true, []]);
  await page.getByRole('button', { name: 'The call behind this' }).click();
  const call = await page.getByRole('dialog').getByText('curl').textContent();
  const body = JSON.parse(/-d '(.*)'$/s.exec(call ?? '')?.[1] ?? '') as object;
  expect((await acme().post('/v1/search', body)).body).toMatchObject({ total: 1 });
});

describe.each([
  ['light', 1280],
  ['dark', 390],
] as const)('in %s at %i pixels', (theme, width) => {
  test('documents, cases and events keep WCAG 2.2 AA as far as rules can tell', async () => {
    await review('seen');
    const page = await open('/console/discover?kind=documents', { dark: theme === 'dark', width });
    await signIn(page);
    for (const kind of ['documents', 'cases', 'events']) {
      await page.getByLabel('What', { exact: true }).selectOption(kind);
      await page.getByText(/[1-9]\d* found/).waitFor();
      await page.getByRole('button', { name: 'Open', exact: true }).first().click();
      await page.getByText('JSON', { exact: true }).waitFor();
      await assertAccessible(page);
      await keepPicture(page, `discover-${kind}-${theme}-${width}`);
    }
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });
});

test('columns are put in order and made wide without dragging, a view is saved and found again, and what was around a thing is shown', async () => {
  await review('ordered');
  const page = await open('/console/discover?kind=documents');
  await signIn(page);
  await page.getByText('2 found').waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Move filename before' }).click();
  await page.getByRole('button', { name: 'Take session_goal away' }).click();
  await page.locator('#width-filename').selectOption('Wide');
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Close' }).click();
  const columns = () => page.locator('.rows th:not(:first-child)').allTextContents();
  await expect.poll(columns).toEqual(['created_at', 'document_type', 'filename', 'status']);
  expect(await page.locator('.rows th.wide').textContent()).toBe('filename');

  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.getByLabel('Name').fill('By filename');
  await page.getByLabel('Everybody of the tenant sees it').check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const other = await open('/console/discover?kind=cases');
  await signIn(other, 'John', await reader());
  await other.getByRole('button', { name: 'Saved views' }).click();
  await other.getByRole('link', { name: 'By filename' }).waitFor();
  await assertAccessible(other);
  expect(await other.getByRole('button', { name: /^Delete/ }).count()).toBe(0);

  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('link', { name: 'By filename' }).click();
  await expect.poll(columns).toEqual(['created_at', 'document_type', 'filename', 'status']);
  await page.getByRole('button', { name: 'Open', exact: true }).first().click();
  await page.getByRole('link', { name: 'What there was before and after' }).click();
  await page.getByText('2 found').waitFor();
  await page.getByLabel('From', { exact: true }).waitFor();
});
