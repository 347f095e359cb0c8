import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { textPdf } from '../acceptance/support/textPdf.js';
import { pdf } from './support/customer.js';
import { assertAccessible, keepPicture } from './support/browser.js';
import { journeys } from './support/journeys.js';

const { acme, review, reader, open, signIn } = journeys();

/** A type that is told by its hint where its values stand. */
const MOORING = {
  ...{ context_id: 'mooring', display_name: 'Mooring licence' },
  output_schema: { place: 'string', keeper: 'string' },
  validation_rules: { keeper: { mask: true } },
  pipeline_steps: ['classify', 'extract', 'validate'],
  prompt_hint: 'place: Berth; keeper: Licence holder',
};

/** A hint by which it reads other values. */
const SWAPPED = 'place: Licence holder; keeper: Berth';

const licence = (): Promise<Buffer> => textPdf('Mooring licence', 'Berth: C14-North', 'Licence holder: Sample Person');

beforeEach(async () => void (await acme().post('/v1/document-types', MOORING)));

const keep = async (): Promise<void> => {
  const document = { data: (await licence()).toString('base64'), mime_type: 'application/pdf' };
  const kept = await acme().post('/v1/document-types/mooring/examples', { document, name: 'Winter berth' });
  expect(kept.status).toBe(201);
};

/** Writes a draft of the type with this hint. */
const hint = async (page: Page, prompt_hint: string): Promise<void> => {
  const config = page.getByLabel('Configuration');
  const written = JSON.parse(await config.inputValue()) as object;
  await config.fill(JSON.stringify({ ...written, prompt_hint }, null, 2));
};

/** Goes on by Tab until something of this name is focused. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let steps = 0; steps < 200; steps++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate<string>(
      `(() => { const at = document.activeElement; return at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.textContent; })()`,
    );
    if (name.test(focused)) return;
  }
  throw new Error(`nothing that is called ${name.source} can be reached by Tab`);
}

test('an example is kept from a page, a change that breaks it is named before it is saved and after, and mended', async () => {
  const page = await open('/console/types/mooring');
  await signIn(page);
  await page.getByText(/No page is kept with this type yet: keep one/).waitFor();
  await page.getByRole('button', { name: 'Keep an example' }).click();
  await page.getByLabel('A page to keep').setInputFiles(pdf(await licence()));
  await page.getByLabel('What to call it').fill('Winter berth');
  expect(JSON.parse(await page.getByLabel('What must be read from it').inputValue())).toEqual({
    place: 'C14-North',
  });
  await page.getByText(/Masked: Keeper/).waitFor();
  await keepPicture(page, 'example-keep');
  await page.getByRole('button', { name: 'Keep it' }).click();
  const row = page.getByRole('row', { name: /Winter berth .*C14-North.*\*{5,}/ });
  await row.waitFor();
  await page.getByRole('button', { name: 'Check the examples' }).click();
  await page.getByText('1 of 1 hold.').waitFor();

  await hint(page, SWAPPED);
  expect(await page.getByText('1 of 1 hold.').count()).toBe(0);
  await page.getByRole('button', { name: 'Check the examples' }).click();
  await page.getByText('0 of 1 hold. The change breaks 1.').waitFor();
  const name = /Winter berth.*broken by the change Place C14-North \*+rson/;
  await page.getByRole('row', { name }).waitFor();
  // What the type masks is shown masked, on either side, and whichever field it is read as.
  await page.getByRole('row', { name: /broken by the change Keeper \*+\S* \*+/ }).waitFor();
  expect(await page.locator('main').textContent()).not.toContain('Sample');
  await keepPicture(page, 'example-broken');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => page.locator('.versions > li').count()).toBe(2);
  await page.getByRole('row', { name }).waitFor();

  await hint(page, MOORING.prompt_hint);
  await page.getByLabel('A page to try it on').setInputFiles(pdf(await licence()));
  await page.getByText('1 of 1 hold. The change breaks none.').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => page.locator('.versions > li').count()).toBe(3);
  await page.getByText('1 of 1 hold. The change breaks none.').waitFor();
});

test('a document of the past is kept and deleted as an example by keyboard alone, with what people say is on it', async () => {
  const id = await review('past');
  const page = await open(`/console/cases/${id}/file`);
  await signIn(page);
  await page.getByRole('link', { name: 'Keep as an example of its type' }).first().waitFor();
  await tabTo(page, /^Keep as an example of its type$/);
  await page.keyboard.press('Enter');
  await page.getByLabel('What must be read from it').waitFor();
  await tabTo(page, /^What to call it$/);
  await page.keyboard.type('From a case');
  await tabTo(page, /^What must be read from it$/);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('{ "full_name": "Anna M. Eriksson" }');
  await tabTo(page, /^Keep it$/);
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name: /From a case .*Anna M\. Eriksson/ }).waitFor();
  const [kept] = (await acme().get('/v1/document-types/club_card/examples')).list as { expected: object }[];
  expect(kept?.expected).toEqual({ full_name: 'Anna M. Eriksson' });
  await tabTo(page, /^Delete the example From a case$/);
  await page.keyboard.press('Enter');
  await page.getByText(/No page is kept with this type yet/).waitFor();
  expect((await acme().get('/v1/document-types/club_card/examples')).list).toEqual([]);
});

test('what is expected and the type does not have is refused with what is wrong, and what was written stays', async () => {
  const page = await open('/console/types/mooring?keep=true');
  await signIn(page);
  await page.getByLabel('A page to keep').setInputFiles(pdf(await licence()));
  const expected = page.getByLabel('What must be read from it');
  await expected.fill('{ "plaice": "C14" }');
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('alert').getByText('expected names "plaice", which output_schema does not have').waitFor();
  expect(await expected.inputValue()).toContain('plaice');
});

test('who may only read sees the examples of a type, and is offered neither to keep, check nor delete one', async () => {
  await keep();
  const page = await open('/console/types/mooring?keep=true');
  await signIn(page, 'Jane Doe', await reader());
  await page.getByRole('row', { name: /Winter berth/ }).waitFor();
  for (const name of [/Keep/, /Check the examples/, /Delete/])
    expect(await page.getByRole('button', { name }).count()).toBe(0);
  for (const label of ['A page to keep', 'A page to try it on']) expect(await page.getByLabel(label).count()).toBe(0);
});

test.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
  ['dark', 390],
] as const)(
  'in %s at %i pixels a broken example and the form for a new one keep WCAG 2.2 AA, and fit',
  async (theme, width) => {
    await keep();
    const page = await open('/console/types/mooring?keep=true', { dark: theme === 'dark', width });
    await signIn(page);
    await hint(page, SWAPPED);
    await page.getByRole('button', { name: 'Check the examples' }).click();
    await page.getByText('0 of 1 hold. The change breaks 1.').waitFor();
    await page.getByLabel('A page to keep').setInputFiles(pdf(await licence()));
    await page.getByLabel('What must be read from it').waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Save' }).scrollIntoViewIfNeeded();
    await keepPicture(page, `examples-broken-${theme}-${width}`);
    await page.getByRole('button', { name: 'Keep it' }).scrollIntoViewIfNeeded();
    await keepPicture(page, `examples-keep-${theme}-${width}`);
    const fits = await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');
    expect(fits).toBe(true);
  },
);
