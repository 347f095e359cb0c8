import { afterAll, expect, test } from 'vitest';
import { startIdentityProvider, type TestIdentityProvider } from '../acceptance/support/identityProvider.js';
import { assertAccessible, keepPicture } from './support/browser.js';
import { journeys } from './support/journeys.js';

let provider: TestIdentityProvider;

const { acme, review, open, origin } = journeys({
  settings: async () => {
    provider = await startIdentityProvider();
    return {
      ...{ OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: provider.clientId, OIDC_CLIENT_SECRET: provider.clientSecret },
      ...{ OIDC_GROUPS: 'analysts=acme-1:read+write', OIDC_SCOPES: 'openid,profile,groups' },
    };
  },
});
afterAll(() => provider.stop());

test('somebody signs in with their own account, sees the page that they wanted, and is named where they act', async () => {
  provider.serve(origin());
  provider.setGroups('jane', ['analysts']);
  const id = await review('own account');
  const page = await open(`/console/cases/${id}`, { alsoFrom: [provider.issuer] });
  await page.getByRole('link', { name: 'Sign in with your account' }).waitFor();
  await assertAccessible(page);
  await keepPicture(page, 'sign-in-own-account');
  await page.getByRole('link', { name: 'Sign in with your account' }).click();
  await page.locator('[name=login]').fill('jane');
  await page.locator('[name=password]').fill('any');
  await page.locator('[type=submit]').click();
  await page.locator('[type=submit]').click();
  await page.getByRole('heading', { name: 'own account' }).waitFor();
  await page.keyboard.press('m');
  await page.getByLabel('Note', { exact: true }).fill('Seen');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('jane of the test').waitFor();
  const { notes } = (await acme().get(`/v1/cases/${id}`)).body as { notes: object[] };
  expect(notes).toMatchObject([{ by: 'person:jane', actor: 'jane of the test', text: 'Seen' }]);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('API key').waitFor();
});

test('somebody whom no group lets in is told so', async () => {
  provider.setGroups('mallory', ['elsewhere']);
  const page = await open('/console', { alsoFrom: [provider.issuer] });
  await page.getByRole('link', { name: 'Sign in with your account' }).click();
  await page.locator('[name=login]').fill('mallory');
  await page.locator('[name=password]').fill('any');
  await page.locator('[type=submit]').click();
  await page.locator('[type=submit]').click();
  await page.getByText(/none of your groups may use this console/).waitFor();
});
