import { expect, test } from 'vitest';
import { card } from '../acceptance/support/cases.js';
import { keepPicture } from './support/browser.js';
import { journeys } from './support/journeys.js';

const { acme, review, open, signIn } = journeys();

const file = async (name = 'Anna Maria Eriksson') => ({
  name: 'card.pdf',
  mimeType: 'application/pdf',
  buffer: await card(name),
});

test('an agent is changed: what differs is shown, tried on the past, saved, and taken back', async () => {
  await review('past');
  const page = await open('/console/agents');
  await signIn(page);
  await page.getByRole('link', { name: 'Membership' }).click();
  const definition = page.getByLabel('Definition');
  const written = JSON.parse(await definition.inputValue()) as { cross_match: object };
  const changed = { ...written, cross_match: { ...written.cross_match, enabled: false } };
  await definition.fill('{ "no');
  await page.getByText(/This is no JSON/).waitFor();
  await definition.fill(JSON.stringify(changed, null, 2));
  await page.getByRole('row', { name: /definition\.cross_match\.enabled true false/ }).waitFor();
  await page.getByRole('button', { name: 'Try it on the past' }).click();
  await page.getByText('1 of 1 tried, 1 different').waitFor();
  await page.getByRole('row', { name: /Review Completed|Review Approved/ }).waitFor();
  await keepPicture(page, 'agent');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => page.locator('.versions > li').count()).toBe(2);
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect.poll(() => page.locator('.versions > li').count()).toBe(3);
  expect(JSON.parse(await definition.inputValue())).toEqual(written);
});

test('a definition that the service does not take is refused with what is wrong, and what was written stays', async () => {
  const page = await open('/console/agents');
  await signIn(page);
  await page.getByRole('link', { name: 'Membership' }).click();
  await page.getByLabel('Definition').fill('{ "policy": { "weak": "shrug" } }');
  await page.getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('alert')
    .getByText(/policy/)
    .waitFor();
  expect(await page.getByLabel('Definition').inputValue()).toContain('shrug');
});

test('a document type is tried on a page with the draft that is written, before it is saved', async () => {
  const page = await open('/console/types/club_card');
  await signIn(page);
  const config = page.getByLabel('Configuration');
  const written = JSON.parse(await config.inputValue()) as { validation_rules: object };
  const rules = { ...written.validation_rules, full_name: { required: true, regex: 'Berta.*' } };
  await config.fill(JSON.stringify({ ...written, validation_rules: rules }));
  await page.getByLabel('A page to try it on').setInputFiles(await file());
  await page.getByRole('row', { name: /Full name Anna Maria Eriksson .*page 1/ }).waitFor();
  await page.getByRole('row', { name: /Full name .*(pattern|match)/ }).waitFor();
  await keepPicture(page, 'type');
  const kept = (await acme().get('/v1/document-types/club_card')).body['validation_rules'];
  expect(kept).toEqual(written.validation_rules);
});

test('a document type is made from a sample, and stands among those there are', async () => {
  const page = await open('/console/types');
  await signIn(page);
  await page.getByRole('button', { name: 'New document type' }).click();
  await page.getByLabel('From samples, three at most').setInputFiles(await file());
  const found = page.getByLabel('What was found; change it as you like');
  await found.waitFor();
  const suggested = JSON.parse(await found.inputValue()) as object;
  await found.fill(JSON.stringify({ ...suggested, context_id: 'harbour_card' }));
  await page.getByRole('button', { name: 'Make', exact: true }).click();
  await page.waitForURL('**/types/harbour_card');
  expect((await acme().get('/v1/document-types/harbour_card')).status).toBe(200);
  await page.getByRole('main').getByRole('link', { name: 'Document types' }).click();
  await page.locator('td, th').locator('a[href="/console/types/harbour_card"]').waitFor();
});

test('an agent is made in a conversation', async () => {
  const page = await open('/console/agents');
  await signIn(page);
  await page.getByRole('link', { name: 'Make an agent in a conversation' }).click();
  await page.getByRole('button', { name: 'Begin' }).click();
  const say = async (text: string): Promise<void> => {
    await page.getByLabel('Say something').fill(text);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByLabel('Say something').inputValue()).toBe('');
  };
  await say('Call it Boat hire and add the club card');
  await page.getByText('Boat hire', { exact: true }).waitFor();
  await page.getByText('Club card', { exact: true }).first().waitFor();
  await keepPicture(page, 'builder');
});
