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
});
