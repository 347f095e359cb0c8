import { expect, test } from 'vitest';
import { upload } from '../acceptance/support/cases.js';
import { defineClubPass, passOf } from '../acceptance/support/clubPass.js';
import { onePerson, anotherPerson } from '../support/facePhotos.js';
import { keepPicture } from './support/browser.js';
import { journeys } from './support/journeys.js';

const { acme, admin, platform, review, open, signIn } = journeys();

const photo = (buffer: Buffer) => ({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });

test('figures of a period lead to the cases behind them', async () => {
  await review('first');
  await review('second');
  const page = await open('/console/overview');
  await signIn(page);
  await page.getByRole('row', { name: /Cross match mismatch 2 100%/ }).waitFor();
  await keepPicture(page, 'overview');
  await page.getByRole('link', { name: 'Cross match mismatch' }).click();
  await page.getByText('2 found').waitFor();
  await page.goBack();
  await page.getByRole('link', { name: '100%' }).first().click();
  await page.getByText('2 found').waitFor();
});

test('a set of documents is watched: made, run, and what it found leads to the case', async () => {
  await review('watched');
  const page = await open('/console/governance');
  await signIn(page);
  await page.getByRole('button', { name: 'New set' }).click();
  await page.getByLabel('Name').fill('Cards');
  await page.getByLabel('Document type').fill('club_card');
  await page.getByRole('button', { name: 'Make', exact: true }).click();
  await page.getByRole('link', { name: 'Cards' }).click();
  await page.getByText('It has not run.').waitFor();
  const path = '/v1/document-types/club_card';
  const { validation_rules } = (await acme().get(path)).body as { validation_rules: object };
  const stricter = { ...validation_rules, full_name: { required: true, regex: 'Berta.*' } };
  await acme().send('PUT', path, { body: { validation_rules: stricter } });
  await page.getByRole('button', { name: 'Run now' }).click();
  await page.getByRole('row', { name: /Completed 1 0 1 1/ }).waitFor();
  await page.getByRole('table', { name: 'Runs' }).getByRole('link').click();
  await page.getByRole('row', { name: /Full name: regex|Full name: / }).waitFor();
  await keepPicture(page, 'governance');
});

test('the overview says which set raised an alarm over documents that drift, and leads to it and to the documents', async () => {
  await review('drifted');
  const path = '/v1/document-types/club_card';
  const rules = { full_name: { required: true, regex: 'Berta.*' } };
  await acme().send('PUT', path, { body: { validation_rules: rules } });
  const drift = { documents: 1, at_least: { valid: 0.9 } };
  const set = await acme().post('/v1/governance', { name: 'Cards', context_id: 'club_card', config: { drift } });
  const page = await open('/console/overview');
  await signIn(page);
  await page.getByRole('row', { name: 'Cards club_card It has not run.' }).waitFor();
  const runs = `/v1/governance/${String(set.body['id'])}`;
  await acme().post(`${runs}/trigger`);
  await expect.poll(async () => (await acme().get(`${runs}/runs`)).list).toMatchObject([{ status: 'completed' }]);
  await page.reload();
  await page.getByRole('row', { name: /Cards club_card 0 → 1 – → 0%.*“Keep the rules” is 0%/ }).waitFor();
  await keepPicture(page, 'drift');
  await page.getByRole('link', { name: '1', exact: true }).last().click();
  await page.getByText('1 found').waitFor();
  await page.goBack();
  await page
    .getByRole('link', { name: /“Keep the rules” is 0%/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'How documents drift' }).waitFor();
  await page
    .getByRole('alert')
    .getByText(/“Keep the rules” is 0%/)
    .first()
    .waitFor();
});

test('a key is made, shown once, and revoked; a case is erased with its certificate', async () => {
  const id = await review('erased');
  const page = await open('/console/operations');
  await signIn(page, 'Root', await admin());
  await page.getByRole('button', { name: 'Make a key' }).click();
  await page.getByLabel('Name').fill('Back office');
  await page.getByRole('button', { name: 'Make', exact: true }).click();
  await page.getByText(/^zk_/).waitFor();
  const row = page.getByRole('row', { name: /Back office read, write/ });
  await row.getByRole('button', { name: 'Revoke' }).click();
  await row.getByText('Revoked').waitFor();
  await page.reload();
  await row.waitFor();
  expect(await page.getByText(/^zk_/).count()).toBe(0);

  await page.getByLabel('Id of the case').fill(id);
  await page.getByRole('button', { name: 'Erase' }).click();
  await page.getByText('Nobody can bring back what is erased.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click();
  await page.getByText(/^Erased: \d+ values and 2 files/).waitFor();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Keep the certificate' }).click();
  expect((await saved).suggestedFilename()).toBe(`erasure_${id}.json`);
  expect((await acme().get(`/v1/cases/${id}`)).body['erased_at']).toEqual(expect.any(String));
});

test('two faces are compared, one is judged, registered and found again', async () => {
  const [one, other] = [photo(await onePerson()), photo(await anotherPerson())];
  const page = await open('/console/faces');
  await signIn(page);
  await page.getByLabel('One picture').setInputFiles(one);
  await page.getByLabel('The other picture').setInputFiles(other);
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByText(/^Not the same person: alike to \d+%/).waitFor();
  await page.locator('#face-quality').setInputFiles(one);
  await page.getByText(/^One face, quality \d+%/).waitFor();
  await page.locator('#face-new').setInputFiles(one);
  await page.getByLabel('Person').fill('visitor-1');
  await page.getByRole('button', { name: 'Register a face' }).click();
  await page.getByText(/^Registered as/).waitFor();
  await page.locator('#face-probe').setInputFiles([one]);
  await page.getByRole('button', { name: 'Look', exact: true }).click();
  await page.getByRole('row', { name: /visitor-1 Custom 100%/ }).waitFor();
  await page.locator('#face-probe').setInputFiles([one, { ...other, name: 'other.jpg' }]);
  await page.getByRole('button', { name: 'Look', exact: true }).click();
  await page.getByRole('row', { name: /photo\.jpg visitor-1 100%/ }).waitFor();
  await keepPicture(page, 'faces');
});

test('faces of completed cases are compared from now on, and a case says whom of it a watchlist has since', async () => {
  const page = await open('/console/faces');
  await signIn(page, 'Jane Doe', await admin());
  await page.getByText('Faces of completed cases are not kept').waitFor();
  await page.getByRole('button', { name: 'Compare from now on' }).click();
  await page.getByText('Faces of completed cases are kept').waitFor();
  const [selfie, pass] = [await onePerson(), await passOf(await onePerson({ width: 260 }))];
  await defineClubPass(acme());
  const definition = { doc_type_map: { club_pass: 'club_pass' }, intelligence_level: 3, face_match: true };
  await acme().post('/v1/agents', { goal: 'faces', name: 'Faces', deployed: true, definition });
  const id = String((await acme().post('/v1/cases', { goal: 'faces' })).body['session_id']);
  await upload(acme(), id, pass, { filename: 'pass.pdf' });
  await upload(acme(), id, selfie, { filename: 'photo.jpg', label: 'selfie' });
  await acme().post(`/v1/cases/${id}/complete`);
  const image = { data: selfie.toString('base64'), mime_type: 'image/jpeg' };
  const face = { database: 'fraudsters', face_id: `wanted-${id}`, image };
  expect((await platform().post('/api/v1/face/register', face)).status).toBe(200);
  await page.goto(`/console/cases/${id}/file`);
  await page.getByRole('heading', { name: 'Joined a watchlist since' }).waitFor();
  await page.getByText(/^Selfie: like a face that joined Fraudsters by/).waitFor();
  await page.getByText(/^Portrait: like a face that joined Fraudsters by/).waitFor();
  await keepPicture(page, 'watchlist-hits');
  expect((await platform().delete(`/api/v1/face/fraudsters/wanted-${id}`)).status).toBe(204);
});

test('the audit trail is narrowed to what was done, and its address shows the same', async () => {
  const id = await review('audited');
  await acme().patch(`/v1/cases/${id}/decision`, { decision: 'deny', reason: 'No' });
  const page = await open('/console/audit');
  await signIn(page);
  await page.getByLabel('What', { exact: true }).fill('CaseDecided');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect.poll(() => page.locator('.timeline > li').count()).toBe(1);
  await page.getByText(/decided the case/).waitFor();
  await keepPicture(page, 'audit');
  const other = await open(page.url());
  await signIn(other);
  await expect.poll(() => other.locator('.timeline > li').count()).toBe(1);
});
