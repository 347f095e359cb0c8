import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { card, defineMembership, letter, upload } from '../../acceptance/support/cases.js';
import type { Client } from '../../acceptance/support/client.js';
import { startService, type Service } from '../../acceptance/support/service.js';
import { openBrowser } from '../../support/chromium.js';
import { until } from '../../support/until.js';
import { keepPicture, openPage, type Looks, type Watched } from './browser.js';

/**
 * What the journeys of a file are made with: a service with these settings, a browser with these switches, and a tenant for each journey. After each, no page may have asked another
 * place for something, broken the content policy, or thrown.
 */
export function journeys(
  settings: () => Promise<Record<string, string>> = () => Promise.resolve({}),
  switches: () => Promise<string[]> = () => Promise.resolve([]),
) {
  let service: Service;
  let browser: Browser;
  let client: Client;
  let watched: Watched[] = [];
  let tenants = 0;

  beforeAll(async () => {
    service = await startService(await settings());
    browser = await openBrowser(await switches());
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });
  beforeEach(async () => {
    watched = [];
    client = await service.withKey(`acme-${++tenants}`);
    await defineMembership(client);
  });
  afterEach(async ({ task }) => {
    const faults = watched.flatMap((one) => one.faults);
    for (const [index, { page }] of watched.entries()) {
      if (task.result?.state === 'fail') await keepPicture(page, `failed ${task.name.slice(0, 60)} ${index}`);
      await page.context().close();
    }
    expect(faults, 'what a page did that it must not').toEqual([]);
  });

  const statusOf = async (id: string): Promise<unknown> => (await client.get(`/v1/cases/${id}`)).body['status'];
  return {
    /** Where the service is. */
    origin: () => service.url,

    /** Speaks for the tenant of the journey. */
    acme: () => client,
    statusOf,
    becomes: (id: string, status: string): Promise<true> =>
      until(async () => ((await statusOf(id)) === status ? true : undefined)),

    /** A case in review: its two documents name different people. */
    async review(reference: string, goal = 'membership'): Promise<string> {
      const opened = await client.post('/v1/cases', { goal, client_reference_id: reference });
      const id = String(opened.body['session_id']);
      expect((await upload(client, id, await card('Anna Maria Eriksson'))).status).toBe(200);
      expect((await upload(client, id, await letter('Robert Smith'))).status).toBe(200);
      expect((await client.post(`/v1/cases/${id}/complete`)).body['status']).toBe('review');
      return id;
    },

    /** Speaks for the tenant of the journey, and may only read. */
    reader: () => service.withKey(`acme-${tenants}`, ['read']),

    /** Speaks for the tenant of the journey, and may do all that there is. */
    admin: () => service.withKey(`acme-${tenants}`, ['read', 'write', 'admin']),

    /** A page of a browser of its own. */
    async open(path = '/console', looks?: Looks): Promise<Page> {
      const one = await openPage(browser, service.url, looks);
      watched.push(one);
      await one.page.goto(path);
      return one.page;
    },

    /** Signs in with the key of the tenant, or another. */
    async signIn(page: Page, name = 'Jane Doe', { key } = client): Promise<void> {
      await page.getByLabel('API key').fill(key ?? '');
      await page.getByLabel('Your name').fill(name);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Sign out' }).waitFor();
    },
  };
}
