import { expect, test } from 'vitest';
import { assertAccessible, keepPicture } from './support/browser.js';
import { journeys } from './support/journeys.js';

const { acme, open, signIn } = journeys();
const PATH = '/v1/document-types/club_card';

test('a document type is changed by form and by JSON, which are one: what is stored is what both said', async () => {
  const before = (await acme().get(PATH)).body as { output_schema: Record<string, string>; classify_hints: unknown };
  const fields = Object.keys(before.output_schema);
  const page = await open('/console/types/club_card');
  await signIn(page);
  const asForm = page.getByRole('button', { name: 'As a form' });
  await asForm.click();
  const first = page.getByRole('group', { name: fields[0] ?? '', exact: true });
  await first.getByLabel('Pattern of the whole value').fill('[A-Z].*');
  await page.getByRole('button', { name: 'Add a field' }).press('Enter');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('club_email');
  await page.keyboard.press('Enter');
  const added = page.getByRole('group', { name: 'club_email', exact: true });
  await added.getByLabel('Format').selectOption('email');
  await added.getByLabel('Pattern of the whole value').fill('(');
  await added.getByRole('button', { name: 'Up: club_email' }).press('Enter');
  await expect.poll(() => page.evaluate<string>('document.activeElement.value')).toBe('club_email');
  await assertAccessible(page);
  await keepPicture(page, 'type-form-light');

  await page.getByRole('button', { name: 'Save' }).click();
  await added
    .getByRole('alert')
    .getByText(/validation_rules\.club_email/)
    .waitFor();
  await keepPicture(page, 'type-form-refused');

  await asForm.click();
  const json = page.getByLabel('Configuration');
  const written = JSON.parse(await json.inputValue()) as { validation_rules: Record<string, object> };
  const rules = { ...written.validation_rules, club_email: { format: 'email', required: true } };
  await json.fill(JSON.stringify({ ...written, validation_rules: rules }));
  await asForm.click();
  expect(await added.getByLabel('Must be there').isChecked()).toBe(true);
  await added.getByLabel('Type or hint').fill('email or null');
  await page.getByRole('button', { name: 'Save' }).click();
  const names = [...fields.slice(0, -1), 'club_email', ...fields.slice(-1)];
  await expect.poll(async () => Object.keys((await acme().get(PATH)).body['output_schema'] as object)).toEqual(names);
  expect((await acme().get(PATH)).body).toMatchObject({
    output_schema: { ...before.output_schema, club_email: 'email or null' },
    validation_rules: { [fields[0] ?? '']: { regex: '[A-Z].*' }, club_email: { format: 'email', required: true } },
    classify_hints: before.classify_hints,
  });
});

test('what a type is, by what it is recognised and what is done with it are written in the form, and stored as it says', async () => {
  const before = (await acme().get(PATH)).body;
  const page = await open('/console/types/club_card');
  await signIn(page);
  await page.getByRole('button', { name: 'As a form' }).click();
  await page.getByLabel('Category', { exact: true }).selectOption('Identity');
  await page.getByLabel('Its documents are').selectOption('pictures');
  await page.getByLabel('What is wanted of them').selectOption('their type alone');
  await page.getByLabel('Kind of model').selectOption('one that reads text');
  await page.getByLabel('Documents can be of this type').uncheck();
  await page.getByLabel('Words and phrases').fill('harbour rowing club\nmembership card, valid');
  await page.getByLabel('Kind of document').fill('Club Card');
  await page.getByLabel('Countries that issue it').fill('DEU, FRA');
  await page.getByLabel('What it looks like').selectOption('A card');
  await page.getByLabel('Who issued it stands in').selectOption('these fields');
  await page.getByLabel('Name of who issued it').selectOption('full_name');
  const pages = page.getByLabel('Its pages');
  await pages.selectOption('are read as several types (composite)');
  // In its group, and beside the button that saves it.
  const noStep = page.getByText('It has no step');
  await expect.poll(() => noStep.count()).toBe(2);
  const members = page.getByLabel('A type that it is made of').locator('option');
  await members.getByText('Harbour Rowing Club letter of welcome').waitFor({ state: 'attached' });
  expect(await members.allTextContents()).not.toContain('Harbour Rowing Club membership card');
  await pages.selectOption('go through these steps');
  expect(await noStep.count()).toBe(0);
  await page.getByLabel('Judge the picture').check();
  await page.getByLabel('Where values stand').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  const recognised = page.getByRole('group', { name: 'By what it is recognised', exact: true });
  await recognised
    .getByRole('alert')
    .getByText(/describes\.kind/)
    .waitFor();
  await recognised.scrollIntoViewIfNeeded();
  await assertAccessible(page);
  await keepPicture(page, 'type-form-recognised');
  await page.getByLabel('Kind of document').fill('club_card');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await acme().get(PATH)).body['enabled']).toBe(false);
  expect((await acme().get(PATH)).body).toMatchObject({
    ...{ category: 'identity', input_type: 'image', analysis_type: 'classification', model_hint: 'llm' },
    classify_hints: ['harbour rowing club', 'membership card, valid'],
    describes: { kind: 'club_card', countries: ['DEU', 'FRA'], format: 'card', issuer: { name: 'full_name' } },
    pipeline_steps: ['classify', 'extract', 'validate', 'quality'],
    ...{ prompt_hint: '', output_schema: before['output_schema'] },
  });
});

test('a type is made of nothing in the form, of other types too; what is refused is said at its field', async () => {
  const page = await open('/console/types');
  await signIn(page);
  await page.getByRole('button', { name: 'New document type' }).click();
  await page.getByRole('button', { name: 'Begin with nothing' }).click();
  await page.getByRole('button', { name: 'As a form' }).click();
  await page.getByLabel('Its name for machines').fill('Club Papers');
  await page.getByLabel('What it is called').fill('Club papers');
  await page.getByRole('button', { name: 'Add a field' }).click();
  await page.getByLabel('Its pages').selectOption('are read as several types (composite)');
  for (const member of ['Harbour Rowing Club membership card', 'Passport']) {
    await page.getByLabel('A type that it is made of').selectOption(member);
    await page.getByRole('button', { name: 'Add the type', exact: true }).click();
  }
  await page.getByLabel('A type that it is made of').and(page.locator(':focus')).waitFor();
  await page.getByRole('button', { name: 'Remove: Passport' }).click();
  await page.getByRole('button', { name: 'Make', exact: true }).click();
  const general = page.getByRole('group', { name: 'What it is', exact: true });
  await general
    .getByRole('alert')
    .getByText(/context_id/)
    .waitFor();
  expect(await page.getByLabel('Its name for machines').getAttribute('aria-invalid')).toBe('true');
  await general.scrollIntoViewIfNeeded();
  await assertAccessible(page);
  await keepPicture(page, 'type-new-refused');
  await page.getByLabel('Its name for machines').fill('club_papers');
  await page.getByRole('button', { name: 'As a form' }).click();
  const json = page.getByLabel('The new type');
  expect(JSON.parse(await json.inputValue())).toMatchObject({
    context_id: 'club_papers',
    pipeline_steps: ['type:club_card'],
  });
  await page.getByRole('button', { name: 'Make', exact: true }).click();
  await page.waitForURL('**/types/club_papers');
  expect((await acme().get('/v1/document-types/club_papers')).body).toMatchObject({
    ...{
      display_name: 'Club papers',
      pipeline_steps: ['type:club_card'],
      output_schema: { field_1: 'string or null' },
    },
  });
});

test('what a version did not say, or is deleted in the JSON, is gone once that is saved', async () => {
  const describes = { kind: 'club_card', countries: ['DEU'] };
  const described = async (): Promise<unknown> => (await acme().get(PATH)).body['describes'] ?? {};
  expect((await acme().put(PATH, { describes })).status).toBe(200);
  const page = await open('/console/types/club_card');
  await signIn(page);
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect.poll(described).toEqual({});
  expect((await acme().put(PATH, { describes })).status).toBe(200);
  const json = page.getByLabel('Configuration');
  await expect.poll(() => json.inputValue()).toContain('DEU');
  const { describes: _, ...left } = JSON.parse(await json.inputValue()) as { describes: object };
  await json.fill(JSON.stringify(left));
  await page.getByRole('row', { name: /describes\.kind "club_card"/ }).waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(described).toEqual({});
});

test('the last field of who issued it is put to none, and another is chosen there', async () => {
  expect((await acme().put(PATH, { describes: { issuer: { name: 'full_name' } } })).status).toBe(200);
  const page = await open('/console/types/club_card');
  await signIn(page);
  await page.getByRole('button', { name: 'As a form' }).click();
  const issuer = page.getByLabel('Name of who issued it');
  await issuer.focus();
  await issuer.selectOption('No field');
  await page.getByRole('row', { name: /describes\.issuer\.name "full_name"/ }).waitFor();
  expect(await issuer.and(page.locator(':focus')).count()).toBe(1);
});

test('a name that another field has gives way to the old one, and it is said; once the last field is removed, one can be added', async () => {
  const page = await open('/console/types/club_card');
  await signIn(page);
  const { output_schema } = (await acme().get(PATH)).body as { output_schema: object };
  const [one = '', ...others] = Object.keys(output_schema);
  await page.getByRole('button', { name: 'As a form' }).click();
  const field = page.getByRole('group', { name: one, exact: true });
  const name = field.getByLabel('Name', { exact: true });
  await name.fill(others[0] ?? '');
  await page.keyboard.press('Tab');
  expect(await name.inputValue()).toBe(one);
  await field.getByText('Another field is called so, or it is empty.').waitFor();
  for (const gone of [...others, one]) await page.getByRole('button', { name: `Remove: ${gone}`, exact: true }).click();
  await page.getByRole('button', { name: 'Add a field' }).and(page.locator(':focus')).waitFor();
});

test('a type that is being written stays while another is looked for, is found, or is refused', async () => {
  const page = await open('/console/types');
  await signIn(page);
  await page.getByRole('button', { name: 'New document type' }).click();
  await page.getByRole('button', { name: 'Begin with nothing' }).click();
  const begun = page.getByLabel('The new type');
  await begun.fill('{ "display_name": "Mine" }');
  const words = page.getByLabel('Or in words: what is on it?');
  const suggest = page.getByRole('button', { name: 'Suggest one' });
  await page.route('**/v1/document-types/generate', (route) => route.fulfill({ status: 400, json: { detail: 'No.' } }));
  await words.fill('Delivery note with delivery number');
  await suggest.click();
  const refusal = page.getByRole('alert').getByText('No.');
  await refusal.waitFor();
  expect(await begun.inputValue()).toContain('Mine');
  await page.unroute('**/v1/document-types/generate');
  await suggest.click();
  const found = page.getByLabel('What was found; change it as you like');
  await found.waitFor();
  await page.getByRole('button', { name: 'Back to what was begun with nothing' }).click();
  expect(await begun.inputValue()).toContain('Mine');
  await page.getByRole('button', { name: 'Begin with nothing' }).click();
  await found.fill('{ "display_name": "Found" }');
  await page.route('**/v1/document-types/generate', (route) => route.fulfill({ status: 400, json: { detail: 'No.' } }));
  await suggest.click();
  await refusal.waitFor();
  expect(await found.inputValue()).toContain('Found');
});

test('the form of a document type keeps WCAG and fits a phone, in German and in the dark', async () => {
  const page = await open('/console/types/club_card', { dark: true, width: 390, language: 'de-DE' });
  await page.getByLabel('API-Schlüssel').fill(acme().key ?? '');
  await page.getByLabel('Ihr Name').fill('Erika');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Als Formular' }).click();
  await page.getByRole('button', { name: 'Feld hinzufügen' }).waitFor();
  await assertAccessible(page);
  expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await keepPicture(page, 'type-form-dark');
  await page.goto('/console/types');
  await page.getByRole('button', { name: 'Neuer Dokumenttyp' }).click();
  await page.getByRole('button', { name: 'Mit nichts beginnen' }).click();
  await page.getByRole('button', { name: 'Als Formular' }).click();
  await page.getByRole('button', { name: 'Feld hinzufügen' }).waitFor();
  await assertAccessible(page);
  expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await page.getByLabel('Wie er heißt').scrollIntoViewIfNeeded();
  await keepPicture(page, 'type-new-dark');
});
