import { env, stderr } from 'node:process';
import type { Browser, Page } from 'playwright-core';
import { createAttestClient, must, upload, type AttestClient } from '../demo/attestClient.js';
import { card, letter, MEMBERSHIP_AGENT, MEMBERSHIP_TYPES } from '../test/acceptance/support/cases.js';
import { openBrowser } from '../test/support/chromium.js';
import { percentile, type Benchmark, type Figure } from './figure.js';
import { openInstallation } from './installation.js';
import { manyDocuments } from './manyDocuments.js';
import { startBareServer, startService } from './servers.js';

/** How much there is while the console is used, and how long it is used. `CONSOLE_CASES` asks for fewer cases to be gone through. */
const DOCUMENTS = 100_000;
const FIELDS = 5_000;
const WAITING = 30;
const GONE_THROUGH = Number(env['CONSOLE_CASES'] ?? 1_000);

/** How the console feels to the hand with a hundred thousand documents behind it, in Chromium, beside what the browser itself takes. */
export const benchConsole: Benchmark = async (workshop) => {
  const { key, env: settings, database } = await openInstallation(workshop);
  const { url } = await startService(workshop, settings);
  const tenant = await aTenant(url, key);
  const cases = await waitingCases(tenant.client);
  stderr.write(`  ${DOCUMENTS.toLocaleString('en')} documents …\n`);
  await manyDocuments(database, DOCUMENTS);
  const bare = await startBareServer(workshop);
  const browser = await openBrowser(['--js-flags=--expose-gc', '--enable-precise-memory-info']);
  workshop.atEnd(() => browser.close());
  const page = await signedIn(browser, url, tenant.key);
  return [
    ...(await opening(page, url, bare.url)),
    ...(await typing(page, url)),
    await scrolling(page),
    ...(await deciding(page, url)),
    await remembering(page, url, cases),
  ];
};

async function aTenant(url: string, platformKey: string): Promise<{ key: string; client: AttestClient }> {
  const body = { tenant_id: 'acme', name: 'Bench', scopes: ['read' as const, 'write' as const] };
  const { raw_key } = await must(createAttestClient(url, platformKey).POST('/v1/admin/keys', { body }));
  if (raw_key === undefined) throw new Error('The service made no key');
  return { key: raw_key, client: createAttestClient(url, raw_key) };
}

/** Cases in review, whose documents name different people. */
async function waitingCases(client: AttestClient): Promise<string[]> {
  for (const type of MEMBERSHIP_TYPES) await must(client.POST('/v1/document-types', { body: type }));
  await must(client.POST('/v1/agents', { body: MEMBERSHIP_AGENT }));
  const files = [await card('Anna Maria Eriksson'), await letter('Robert Smith')];
  const ids: string[] = [];
  while (ids.length < WAITING) {
    const { session_id } = await must(client.POST('/v1/cases', { body: { goal: 'membership' } }));
    for (const bytes of files) {
      await upload(client, session_id, { bytes, filename: 'page.pdf', mime_type: 'application/pdf' });
    }
    await must(client.POST('/v1/cases/{session_id}/complete', { params: { path: { session_id } } }));
    ids.push(session_id);
  }
  return ids;
}

async function signedIn(browser: Browser, url: string, key: string): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await page.goto(`${url}/console`);
  await page.getByLabel('API key').fill(key);
  await page.getByLabel('Your name').fill('Jane');
  await page.keyboard.press('Enter');
  await page.locator('.queue tbody tr').first().waitFor();
  return page;
}

/** How much is loaded before anything is seen, and how soon the queue can be used. */
async function opening(page: Page, url: string, bare: string): Promise<Figure[]> {
  const took = { console: [] as number[], bare: [] as number[] };
  for (let time = 0; time < 7; time++) {
    took.bare.push(await millisecondsUntil(page, () => page.goto(bare), 'body'));
    took.console.push(await millisecondsUntil(page, () => page.goto(`${url}/console`), '.queue tbody tr'));
  }
  const fresh = await (await page.context().browser()!.newContext()).newPage();
  await fresh.goto(`${url}/console`);
  await fresh.getByLabel('API key').waitFor();
  const bytes = await fresh.evaluate<number>(
    `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
  );
  await fresh.context().close();
  return [
    { name: 'first script, compressed', value: bytes / 1000, unit: 'kB', aim: { of: 'value', at: 'most', is: 300 } },
    {
      ...{ name: 'until the queue can be used, p50', value: percentile(took.console, 50), unit: 'ms' },
      baseline: { name: 'a page with nothing on it', value: percentile(took.bare, 50) },
      aim: { of: 'value', at: 'most', is: 1_500 },
    },
  ];
}

async function millisecondsUntil(page: Page, act: () => Promise<unknown>, seen: string): Promise<number> {
  const began = performance.now();
  await act();
  await page.locator(seen).first().waitFor();
  return performance.now() - began;
}

/** How long the browser takes from a key to the next picture, in the query bar and in a field of a page with nothing else on it. */
async function typing(page: Page, url: string): Promise<Figure[]> {
  const text = 'status: done and document_type: club_card and extracted.full_name: anna';
  await page.goto('about:blank');
  await page.setContent('<input aria-label="Query" />');
  const plain = await keyTimes(page, text);
  await page.route('**/v1/search/fields', (route) => route.fulfill({ json: fieldsOf(FIELDS) }));
  await page.goto(`${url}/console/discover?kind=documents&range=any`);
  await page.getByText(/found$/).waitFor();
  const told = await keyTimes(page, text);
  return [
    {
      ...{ name: `a key in the query bar, ${FIELDS} fields, p95`, value: percentile(told, 95), unit: 'ms' },
      baseline: { name: 'in a field on an empty page', value: Math.max(1, percentile(plain, 95)) },
      aim: { of: 'value', at: 'most', is: 50 },
    },
  ];
}

async function keyTimes(page: Page, text: string): Promise<number[]> {
  await page.evaluate(`globalThis.keyTimes = []; document.addEventListener('keydown', () => {
    const began = performance.now();
    requestAnimationFrame(() => setTimeout(() => globalThis.keyTimes.push(performance.now() - began)));
  }, true)`);
  await page.getByLabel('Query').click();
  await page.keyboard.type(text, { delay: 60 });
  await page.waitForTimeout(200);
  return page.evaluate<number[]>('globalThis.keyTimes');
}

const fieldsOf = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ name: `extracted.field_${index}`, type: 'text', fill_rate: 1 - index / count, examples: [] },
  }));

/** Frames that took long while rows and fields were scrolled. */
async function scrolling(page: Page): Promise<Figure> {
  for (let more = 0; more < 3; more++) {
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.waitForTimeout(800);
  }
  await page.evaluate(`globalThis.slow = 0; globalThis.last = performance.now(); globalThis.frame = () => {
    const now = performance.now();
    if (now - globalThis.last > 50) globalThis.slow++;
    globalThis.last = now;
    requestAnimationFrame(globalThis.frame);
  }; requestAnimationFrame(globalThis.frame)`);
  for (const part of ['.discover .rows', '.discover .field-list']) {
    await page.locator(part).hover();
    for (let step = 0; step < 60; step++) await page.mouse.wheel(0, 240);
  }
  await page.waitForTimeout(300);
  const slow = await page.evaluate<number>('globalThis.slow');
  return {
    name: 'frames over 50 ms while scrolling',
    value: slow,
    unit: 'frames',
    aim: { of: 'value', at: 'most', is: 0 },
  };
}

/** From the key that decides a case until the next one is there with its page. */
async function deciding(page: Page, url: string): Promise<Figure[]> {
  await page.goto(`${url}/console`);
  await page.locator('.queue tbody tr').first().waitFor();
  await page.keyboard.press('n');
  const took: number[] = [];
  for (let time = 0; time < 10; time++) {
    await page.locator('.sheet img').waitFor();
    await page.waitForTimeout(1_500);
    const before = page.url();
    await page.keyboard.press('a');
    await page.getByLabel('Reason').waitFor();
    // `void`: what is waited for comes after the key that is pressed next.
    await page.evaluate(`void (globalThis.next = new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error('The next case did not come within half a minute')), 30_000);
      const began = performance.now(), at = location.pathname;
      const look = () => {
        const picture = document.querySelector('.sheet img');
        const isThere = location.pathname !== at && picture?.complete && picture.src.includes(location.pathname.split('/')[3]);
        isThere ? resolve(performance.now() - began) : requestAnimationFrame(look);
      };
      document.addEventListener('keydown', () => requestAnimationFrame(look), { once: true, capture: true });
    }))`);
    await page.keyboard.press('Enter');
    took.push(await page.evaluate<number>('globalThis.next'));
    if (page.url() === before) throw new Error('The next case did not come');
  }
  return [
    {
      ...{ name: 'from a decision to the next case, p50', value: percentile(took, 50), unit: 'ms' },
      aim: { of: 'value', at: 'most', is: 200 },
    },
    { name: 'from a decision to the next case, longest', value: Math.max(...took), unit: 'ms' },
  ];
}

/** How much more the page holds after so many cases than after a hundred. */
async function remembering(page: Page, url: string, cases: readonly string[]): Promise<Figure> {
  await page.goto(`${url}/console`);
  await page.locator('.queue tbody tr').first().waitFor();
  const heap = async (): Promise<number> =>
    page.evaluate<number>('gc(), performance.memory.usedJSHeapSize / 1_000_000');
  const goThrough = async (count: number): Promise<void> => {
    for (let time = 0; time < count; time++) {
      const id = cases[time % cases.length] ?? '';
      await page.evaluate(
        `history.pushState({}, '', '/console/cases/${id}'), dispatchEvent(new PopStateEvent('popstate'))`,
      );
      await page.locator(`.sheet img[src*="${id}"]`).waitFor();
    }
  };
  await goThrough(Math.min(100, GONE_THROUGH / 2));
  const early = await heap();
  await goThrough(GONE_THROUGH);
  return {
    ...{ name: `memory after ${GONE_THROUGH} cases`, value: await heap(), unit: 'MB' },
    baseline: { name: 'after the first hundred', value: early },
    aim: { of: 'ratio', at: 'most', is: 1.2 },
  };
}
