import type { Page, Request } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { assertAccessible, keepPicture } from './support/browser.js';
import { journeys } from './support/journeys.js';

const { acme, reader, review, open, signIn, statusOf, becomes } = journeys();

/** A page that shows a case to somebody who may decide it. */
async function openCase(id: string, name?: string): Promise<Page> {
  const page = await open(`/console/cases/${id}`);
  await signIn(page, name);
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  return page;
}

describe('signing in', () => {
  test('a wrong key says so, a right one shows the queue, and the page keeps no key', async () => {
    const page = await open();
    await page.getByLabel('API key').fill('zk_000000000000_00000000000000000000000000000000');
    await page.getByLabel('Your name').fill('Jane');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('API key invalid').waitFor();
    await assertAccessible(page);
    await keepPicture(page, 'sign-in');
    await signIn(page);
    await page.getByText('Nothing waits for a decision.').waitFor();
    const kept = await page.evaluate<string>(
      'JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie',
    );
    expect(kept).not.toContain(acme().key);
    expect(kept).not.toContain('attest_session');
  });

  test('an address that was sent is shown once its reader has signed in', async () => {
    const id = await review('sent');
    const page = await open(`/console/cases/${id}?doc=1`);
    await page.getByLabel('API key').fill(acme().key ?? '');
    await page.getByLabel('Your name').fill('Jane');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'sent' }).waitFor();
    await page.getByRole('button', { name: 'Club letter' }).and(page.locator('[aria-current=true]')).waitFor();
  });

  test('a session that ends is renewed over the page, and what was typed is there still', async () => {
    const id = await review('typed');
    const page = await openCase(id);
    await page.keyboard.press('m');
    await page.getByLabel('Note', { exact: true }).fill('Looks like a sister');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Your session has ended').waitFor();
    await page.getByLabel('API key').fill(acme().key ?? '');
    await page.keyboard.press('Enter');
    await page.getByText('Your session has ended').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Note', { exact: true }).inputValue()).toBe('Looks like a sister');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Looks like a sister').waitFor();
  });
});

test('a page that nobody touches asks for nothing after a while, so that its session ends; a touch brings it back', async () => {
  await review('rests');
  const page = await open();
  await page.clock.install();
  await signIn(page);
  await page.getByRole('link', { name: 'rests' }).waitFor();
  let asked = 0;
  const underWay = new Set<Request>();
  page.on('request', (request) => void (asked++, underWay.add(request)));
  const isOver = (request: Request): void => void underWay.delete(request);
  page.on('requestfinished', isOver);
  page.on('requestfailed', isOver);
  // The stream of changes goes on for as long as the page is used.
  const toBeAnswered = (): number => [...underWay].filter((request) => !request.url().includes('/stream')).length;
  const pass = async (minutes: number): Promise<void> => {
    for (let minute = 0; minute < minutes; minute++) {
      await page.clock.runFor(60_000);
      await expect.poll(toBeAnswered).toBe(0);
    }
  };
  await pass(2);
  expect(asked).toBeGreaterThan(0);
  await pass(4);
  await expect.poll(() => underWay.size).toBe(0);
  asked = 0;
  await pass(10);
  expect(asked).toBe(0);
  await page.mouse.move(100, 100);
  await expect.poll(() => asked).toBeGreaterThan(0);
});

describe('deciding', () => {
  test('by keyboard alone: take next, see why, approve with a reason, and the next case is there', async () => {
    const first = await review('first');
    const second = await review('second');
    const page = await open();
    await signIn(page);
    await page.keyboard.press('n');
    await page.getByRole('heading', { name: 'first' }).waitFor();
    await page.getByText('With Jane Doe').waitFor();
    await page.getByRole('img', { name: /page\.pdf, Page 1 of 1/ }).waitFor();
    await keepPicture(page, 'case');
    await page.keyboard.press('a');
    await page.getByLabel('Reason').fill('Married name');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'second' }).waitFor();
    await becomes(first, 'completed');
    expect((await acme().get(`/v1/cases/${first}`)).body['result']).toMatchObject({
      ...{ decision: 'approved', decision_reason: 'Married name', decision_actor: 'Jane Doe' },
    });
    expect(await statusOf(second)).toBe('review');
    await page.keyboard.press('a');
    await page.getByLabel('Reason').press('Enter');
    await page.getByText('Nothing is left to take.').waitFor();
    await becomes(second, 'completed');
  });

  test('by mouse: a case of the queue is denied', async () => {
    const id = await review('mouse');
    const page = await open();
    await signIn(page);
    await page.getByRole('link', { name: 'mouse' }).click();
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deny' }).click();
    await page.getByText('Nothing waits for a decision.').waitFor();
    await becomes(id, 'denied');
  });

  test('is taken back within a few seconds, and then nothing was decided', async () => {
    const id = await review('undone');
    const page = await openCase(id);
    await page.keyboard.press('d');
    await page.getByLabel('Reason').press('Enter');
    await page.getByText('Denied').waitFor();
    await page.keyboard.press('u');
    await page.getByText('Taken back').waitFor();
    const history = await acme().get(`/v1/audit/${id}`);
    expect(history.list.map(({ action }) => action)).not.toContain('case.decided');
    expect(await statusOf(id)).toBe('review');
  });

  test('reaches the service also where the page is closed before it was sent', async () => {
    const id = await review('closed');
    const page = await openCase(id);
    await page.keyboard.press('a');
    await page.getByLabel('Reason').press('Enter');
    await page.getByText('Approved').waitFor();
    await page.close({ runBeforeUnload: true });
    await becomes(id, 'completed');
  });

  test('two people never overwrite one another: who decides what has changed is told', async () => {
    const id = await review('both');
    const [jane, john] = [await openCase(id, 'Jane'), await openCase(id, 'John')];
    await jane.keyboard.press('d');
    await john.keyboard.press('a');
    await jane.getByLabel('Reason').press('Enter');
    await becomes(id, 'denied');
    await john.getByLabel('Reason').press('Enter');
    await john.getByText('The case has changed since you looked at it').waitFor();
    expect(await statusOf(id)).toBe('denied');
  });
});

describe('a case', () => {
  test('lights a value and its place on the page together, and a wrong value is put right where it stands', async () => {
    const id = await review('fields');
    const page = await openCase(id);
    const row = page.getByRole('row', { name: /Full name/ }).first();
    await row.hover();
    expect(await page.locator('.place.lit').count()).toBe(1);
    await page.getByRole('button', { name: 'Correct Full name' }).click();
    await page.getByRole('textbox', { name: 'Full name' }).fill('Robert Smith');
    await page.keyboard.press('Enter');
    await page.getByText('put right by a person').waitFor();
    const { documents } = (await acme().get(`/v1/cases/${id}`)).body as { documents: { corrections: object[] }[] };
    expect(documents[0]?.corrections).toMatchObject([{ field: 'full_name', to: 'Robert Smith', actor: 'Jane Doe' }]);
  });

  test('a value that was missed is marked on the page, without dragging, and is found there from then on', async () => {
    const id = await review('marked');
    const page = await openCase(id);
    await page.getByRole('button', { name: 'Correct Full name' }).click();
    await page.getByRole('button', { name: 'Mark on the page' }).click();
    const sheet = page.getByRole('img', { name: /Show where it stands/ });
    // The page has its height once its picture is there.
    await expect.poll(async () => (await sheet.boundingBox())?.height ?? 0).toBeGreaterThan(400);
    const { width = 0, height = 0 } = (await sheet.boundingBox()) ?? {};
    await sheet.click({ position: { x: width / 4, y: height / 10 } });
    await sheet.click({ position: { x: width / 2, y: height / 5 } });
    await page.getByRole('button', { name: 'Marked' }).waitFor();
    await page.getByRole('textbox', { name: 'Full name' }).fill('Robert Smith');
    await page.keyboard.press('Enter');
    await page.getByText('put right by a person').waitFor();
    const { documents } = (await acme().get(`/v1/cases/${id}`)).body as {
      documents: { coordinates: Record<string, { page: number; box: number[] }> }[];
    };
    const { page: on, box = [] } = documents[0]?.coordinates['full_name'] ?? {};
    expect([on, ...box.map((one) => Math.round(one * 100) / 100)]).toEqual([1, 0.25, 0.1, 0.25, 0.1]);
  });

  test('asks the customer for a better document, and then collects again', async () => {
    const id = await review('more');
    const page = await openCase(id);
    await page.keyboard.press('r');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /What is wrong/ })
      .click();
    await page.getByRole('option', { name: 'Glare' }).click();
    await page.getByLabel('Text to the customer').fill('Without the flash, please');
    await page.getByRole('button', { name: 'Send' }).click();
    await becomes(id, 'collecting');
    expect((await acme().get(`/v1/cases/${id}`)).body['progress']).toMatchObject({
      requested: [{ document_type: 'club_card', code: 'glare', text: 'Without the flash, please' }],
    });
  });

  test('is shown to who may only read, who is offered nothing that they may not', async () => {
    const id = await review('read');
    const page = await open(`/console/cases/${id}`);
    await signIn(page, 'Auditor', await reader());
    await page
      .getByRole('row', { name: /Full name/ })
      .first()
      .waitFor();
    const offered = await page.getByRole('button').allTextContents();
    expect(offered.filter((one) => /Approve|Deny|Ask|note|Correct|Assign|Take next/.test(one))).toEqual([]);
    await page.keyboard.press('a');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('shows the keys, which can be turned off', async () => {
    const id = await review('keys');
    const page = await openCase(id);
    await page.keyboard.press('?');
    await page.getByLabel('Single keys do something').uncheck();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.keyboard.press('a');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

describe.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
  ['dark', 1920],
] as const)('in %s at %i pixels', (theme, width) => {
  test('queue and case keep WCAG 2.2 AA as far as rules can tell, and fit the width', async () => {
    const id = await review('Customer 4711');
    const page = await open('/console', { dark: theme === 'dark', width });
    await signIn(page);
    await page.getByRole('link', { name: 'Customer 4711' }).waitFor();
    await assertAccessible(page);
    await keepPicture(page, `queue-${theme}-${width}`);
    await page.goto(`/console/cases/${id}`);
    await page.getByRole('img', { name: /Page 1 of 1/ }).waitFor();
    await assertAccessible(page);
    await keepPicture(page, `case-${theme}-${width}`);
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });
});

test('all of it is there in German', async () => {
  await review('deutsch');
  const page = await open('/console', { language: 'de-DE' });
  await page.getByLabel('API-Schlüssel').fill(acme().key ?? '');
  await page.getByLabel('Ihr Name').fill('Jana');
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByRole('heading', { name: 'Prüfung' }).waitFor();
  expect(await page.evaluate<string>('document.documentElement.lang')).toBe('de');
});
