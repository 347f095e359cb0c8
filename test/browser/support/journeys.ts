import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { card, defineMembership, letter, upload } from '../../acceptance/support/cases.js';
import type { Client } from '../../acceptance/support/client.js';
import { startService, type Service } from '../../acceptance/support/service.js';
import { sharedService, type SharedService } from '../../acceptance/support/sharedService.js';
import { openBrowser } from '../../support/chromium.js';
import { until } from '../../support/until.js';
import { keepPicture, openPage, type Looks, type Watched } from './browser.js';

/** The browser of this worker, for all journeys that need no switches; it ends with the worker. */
let sharedBrowser: Promise<Browser> | undefined;

/** What journeys need of their own: settings of the service, and switches of the browser. */
export interface JourneyNeeds {
  settings?: () => Promise<Record<string, string>>;
  switches?: () => Promise<string[]>;
}

/**
 * What the journeys of a file are made with: a service, a browser, both shared with other files but where they need their own, and a tenant for each
 * journey. After each, no page may have asked another place for something, broken the content policy, or thrown.
 */
export function journeys({ settings, switches }: JourneyNeeds = {}) {
  let service: SharedService;
  let ownService: Service | undefined;
  let browser: Browser;
  let ownBrowser: Browser | undefined;
  let client: Client;
  let watched: Watched[] = [];
  let tenants = 0;

  const tenant = (): string => service.tenant(`acme-${tenants}`);

  beforeAll(async () => {
    if (settings) ownService = await startService(await settings());
    service = ownService ? { ...ownService, tenant: (name) => name } : await sharedService();
    if (switches) ownBrowser = await openBrowser(await switches());
    browser = ownBrowser ?? (await (sharedBrowser ??= openBrowser([])));
  });
  afterAll(async () => {
    await ownBrowser?.close();
    await ownService?.stop();
  });
  beforeEach(async () => {
    watched = [];
    tenants++;
    client = await service.withKey(tenant());
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

    /** The service that this file alone has. @throws Error where it shares one */
    own(): Service {
      if (!ownService) throw new Error('The service is one that others use too');
      return ownService;
    },

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
    reader: () => service.withKey(tenant(), ['read']),

    /** Speaks for the tenant of the journey, and may do all that there is. */
    admin: () => service.withKey(tenant(), ['read', 'write', 'admin']),

    /** Speaks for the platform, whose the watchlists are. */
    platform: () => service.platform,

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
