import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { assertAccessible, keepPicture } from './support/browser.js';
import { journeys } from './support/journeys.js';

const { acme, open, signIn } = journeys();

/** Goes on to something with the key that everybody has for it. @throws Error where it cannot be reached */
async function tabTo(page: Page, to: Locator): Promise<void> {
  await to.waitFor();
  for (let presses = 0; presses < 150; presses += 1) {
    if ((await to.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(to)} is not reached by keyboard`);
}

interface Stored {
  id: string;
  allow_cloud: boolean;
  name: string;
  version: string;
  definition: { doc_type_map: Record<string, string>; [other: string]: unknown };
}

const agentOf = async (): Promise<Stored> => {
  const [agent] = (await acme().get('/v1/agents')).list;
  return (await acme().get(`/v1/agents/${String(agent?.['id'])}`)).body as { [member: string]: unknown } & Stored;
};

test('an agent is changed by the form and the keyboard alone; what the form does not know stays, what is refused is said at its field, in both views', async () => {
  const before = await agentOf();
  const put = { definition: { ...before.definition, theirs: [1, { of: true }] } };
  expect((await acme().put(`/v1/agents/${before.id}`, put)).status).toBe(200);
  const page = await open(`/console/agents/${before.id}`);
  await signIn(page);
  await tabTo(page, page.getByLabel('A language model of a cloud may be asked'));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('button', { name: 'As a form' }));
  await page.keyboard.press('Space');

  const card = page.getByRole('group', { name: 'Harbour Rowing Club membership card', exact: true });
  await tabTo(page, card.getByLabel('Needed'));
  await page.keyboard.type('Opt');
  await tabTo(page, card.getByLabel('Most days since its date'));
  await page.keyboard.type('90');
  await tabTo(page, page.getByLabel('Another document type'));
  await page.keyboard.type('Passport');
  await tabTo(page, page.getByRole('button', { name: 'Add the type', exact: true }));
  await page.keyboard.press('Enter');
  const passport = page.getByRole('group', { name: 'Passport', exact: true });
  await passport.getByLabel('Needed').and(page.locator(':focus')).waitFor();
  await tabTo(page, page.getByLabel('Least age of the holder, in years'));
  await page.keyboard.type('1800');
  await tabTo(page, page.getByLabel('Compare portrait and selfie'));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByLabel('How alike they must be'));
  await page.keyboard.type('0.8');
  await tabTo(page, page.getByLabel('Sanctions'));
  await page.keyboard.press('Space');
  await assertAccessible(page);
  await keepPicture(page, 'agent-form-light');

  const save = page.getByRole('button', { name: 'Save' });
  await tabTo(page, save);
  await page.keyboard.press('Enter');
  const rules = page.getByRole('group', { name: 'What is demanded', exact: true });
  await rules
    .getByRole('alert')
    .getByText(/definition\.rules\.min_age/)
    .waitFor();
  const age = rules.getByLabel('Least age of the holder, in years');
  expect(await age.getAttribute('aria-invalid')).toBe('true');
  await age.scrollIntoViewIfNeeded();
  await assertAccessible(page);
  await keepPicture(page, 'agent-form-refused');

  await page.getByRole('button', { name: 'As a form' }).press('Space');
  await page.getByText(/^Line \d+: .*definition\.rules\.min_age/).waitFor();
  await page.getByRole('button', { name: 'Go to it' }).press('Enter');
  await keepPicture(page, 'agent-json-refused');
  await expect.poll(() => page.evaluate<string>('getSelection().toString()')).toBe('"min_age": 1800');
  await page.keyboard.type('"min_age": 18');
  await page.getByRole('button', { name: 'As a form' }).press('Space');
  expect(await age.inputValue()).toBe('18');

  await save.press('Enter');
  await expect.poll(async () => (await agentOf()).allow_cloud).toBe(true);
  const { doc_type_map, ...definition } = put.definition;
  const needed = Object.values(doc_type_map).filter((one) => one !== 'club_card');
  expect((await agentOf()).definition).toEqual({
    ...definition,
    doc_type_map: { ...doc_type_map, passport: 'passport' },
    required: [...needed, 'passport'],
    rules: { max_age_days: { club_card: 90 }, min_age: 18 },
    face_match: { threshold: 0.8, watchlists: ['sanction_watch'] },
  });
});

test('what the service doubts of the steps that are chosen in the form is said once they are saved', async () => {
  const { id } = await agentOf();
  const page = await open(`/console/agents/${id}`);
  await signIn(page);
  await page.getByRole('button', { name: 'As a form' }).click();
  await page.getByLabel('Documents go through').selectOption('the same steps, whatever their type');
  await page.getByLabel('Hold them to the rules').uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await page
    .getByText(/^definition\.pipeline_per_type leaves out .*validate/)
    .first()
    .waitFor();
  expect((await agentOf()).definition['pipeline_per_type']).not.toContain('validate');
  await keepPicture(page, 'agent-doubts');
});

test('names, steps by type, least confidences and the page for customers are written in the form, and stored as it says', async () => {
  const { id, definition } = await agentOf();
  const page = await open(`/console/agents/${id}`);
  await signIn(page);
  await page.getByLabel('Version', { exact: true }).fill('2.1');
  await page.getByRole('button', { name: 'As a form' }).click();
  const card = page.getByRole('group', { name: 'Harbour Rowing Club membership card', exact: true });
  await card.getByLabel('Other names').fill('Ausweis, alt\nClubkarte');
  await card.getByLabel('Take another type as this').selectOption('Passport');
  await card.getByRole('button', { name: 'Take it as this: Harbour Rowing Club membership card', exact: true }).click();
  await card.getByLabel('Taken as this too: Passport').waitFor();
  await card.getByLabel('Take another type as this').and(page.locator(':focus')).waitFor();

  await page.getByLabel('Field with a confidence of its own').fill('membership_number');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate<string>('document.activeElement.id')).toBe('confidence-membership_number');
  await page.keyboard.type('0.9');

  await page.getByLabel('Documents go through').selectOption('steps by type');
  const steps = page.getByLabel('Steps of Harbour Rowing Club membership card', { exact: true });
  await steps.and(page.locator('select')).selectOption('these');
  const ticks = page.getByRole('group', { name: 'Steps of Harbour Rowing Club membership card', exact: true });
  await ticks.getByLabel('Judge the picture').check();
  await ticks.scrollIntoViewIfNeeded();
  await keepPicture(page, 'agent-form-steps');

  await page.getByLabel('Pages that may show it in a frame').fill('https://bank.example');
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';
  const logo = { name: 'logo.png', mimeType: 'image/png' };
  await page.getByLabel('Logo: PNG').setInputFiles({ ...logo, buffer: Buffer.alloc(33 * 1024) });
  await page.getByText('The picture is larger than 32 KiB').waitFor();
  await page.getByLabel('Logo: PNG').setInputFiles({ ...logo, buffer: Buffer.from(png, 'base64') });
  const hasLogo = page.getByText('There is a logo.');
  await hasLogo.waitFor();
  expect(await page.getByLabel('Logo: PNG').inputValue()).toBe('');
  await page.getByRole('button', { name: 'Remove the logo' }).click();
  await hasLogo.waitFor({ state: 'detached' });
  await page.getByLabel('Logo: PNG').setInputFiles({ ...logo, buffer: Buffer.from(png, 'base64') });
  await hasLogo.waitFor();
  await assertAccessible(page);
  await page.getByLabel('Logo: PNG').scrollIntoViewIfNeeded();
  await keepPicture(page, 'agent-form-capture');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await agentOf()).version).toBe('2.1');
  expect((await agentOf()).definition).toEqual({
    ...definition,
    doc_type_map: { ...definition.doc_type_map, passport: 'club_card' },
    classify_aliases: {
      ...(definition['classify_aliases'] as object),
      'Ausweis, alt': 'club_card',
      Clubkarte: 'club_card',
    },
    rules: { min_confidence: { membership_number: 0.9 } },
    pipeline_per_type: { club_card: ['classify', 'extract', 'validate', 'quality'] },
    capture: { framed_by: ['https://bank.example'], logo: `data:image/png;base64,${png}` },
  });
});

test('other names are kept as they are written, key by key, and stored in their order; one that another type has is said, and stays of that', async () => {
  const { id, definition } = await agentOf();
  const letter = Object.values(definition.doc_type_map).find((one) => one !== 'club_card') ?? '';
  const classify_aliases = { Clubkarte: 'club_card', Brief: letter };
  expect((await acme().put(`/v1/agents/${id}`, { definition: { ...definition, classify_aliases } })).status).toBe(200);
  const page = await open(`/console/agents/${id}`);
  await signIn(page);
  await page.getByRole('button', { name: 'As a form' }).click();
  const card = page.getByRole('group', { name: 'Harbour Rowing Club membership card', exact: true });
  const names = card.getByLabel('Other names');
  await names.focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('Ausweis');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Brief');
  const said = card.getByText('“Brief” is another name of Harbour Rowing Club letter of welcome.');
  await said.waitFor();
  expect(await names.inputValue()).toBe('Ausweis\nClubkarte\nBrief');
  await page.keyboard.press('Tab');
  expect(await names.inputValue()).toBe('Ausweis\nClubkarte');
  await said.waitFor();
  await assertAccessible(page);
  await keepPicture(page, 'agent-form-aliases');
  await names.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Briefkarte');
  await page.keyboard.press('Tab');
  await said.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Save' }).click();
  const stored = { Brief: letter, Ausweis: 'club_card', Clubkarte: 'club_card', Briefkarte: 'club_card' };
  await expect
    .poll(async () => JSON.stringify((await agentOf()).definition['classify_aliases']))
    .toBe(JSON.stringify(stored));
});

test('a composite type in an agent that was stored before is named as what it is, its refusal stands at it, and one press takes it out', async () => {
  const { id, definition } = await agentOf();
  const bundle = { context_id: 'club_bundle', display_name: 'Club bundle', output_schema: { full_name: 'string' } };
  expect((await acme().post('/v1/document-types', bundle)).status).toBe(201);
  const doc_type_map = { ...definition.doc_type_map, club_bundle: 'club_bundle' };
  expect((await acme().put(`/v1/agents/${id}`, { definition: { ...definition, doc_type_map } })).status).toBe(200);
  // Stored while it was a type like any other, as agents are from before composite ones were refused.
  const steps = { pipeline_steps: Object.values(definition.doc_type_map).map((member) => `type:${member}`) };
  expect((await acme().put('/v1/document-types/club_bundle', steps)).status).toBe(200);

  const page = await open(`/console/agents/${id}`);
  await signIn(page);
  await page.getByLabel('Name', { exact: true }).fill('Membership, anew');
  await page.getByRole('button', { name: 'As a form' }).click();
  const composite = page.getByRole('group', { name: 'Club bundle', exact: true });
  await composite.getByText(/^Composite, made of other document types: Harbour Rowing Club/).waitFor();
  expect(await composite.getByLabel('Needed').count()).toBe(0);
  await page.getByRole('button', { name: 'Save' }).click();
  await composite
    .getByRole('alert')
    .getByText(/which is made of other types/)
    .waitFor();
  await composite.scrollIntoViewIfNeeded();
  await assertAccessible(page);
  await keepPicture(page, 'agent-form-composite');
  await composite.getByRole('button', { name: 'Take it out: Club bundle' }).click();
  await composite.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await agentOf()).name).toBe('Membership, anew');
  expect((await agentOf()).definition).toEqual(definition);
});

test('the form of an agent keeps WCAG and fits a phone, in German and in the dark', async () => {
  const { id } = await agentOf();
  const page = await open(`/console/agents/${id}`, { dark: true, width: 390, language: 'de-DE' });
  await page.getByLabel('API-Schlüssel').fill(acme().key ?? '');
  await page.getByLabel('Ihr Name').fill('Erika');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Als Formular' }).click();
  await page.getByLabel('Porträt und Selfie vergleichen').check();
  await page.getByLabel('Dokumente durchlaufen').selectOption('Schritte je nach Typ');
  await page
    .getByLabel(/^Schritte von/)
    .first()
    .selectOption('diese');
  await assertAccessible(page);
  await keepPicture(page, 'agent-form-dark-faces');
  expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await page.getByRole('button', { name: 'Als Formular' }).scrollIntoViewIfNeeded();
  await keepPicture(page, 'agent-form-dark');
});
