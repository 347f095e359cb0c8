import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';

/** How a page is shown. */
export interface Looks {
  width?: number;
  dark?: boolean;
  language?: string;
  /** Whether it runs scripts. */
  scripts?: boolean;
  /** Origins that its pages may ask besides: of an identity provider. */
  alsoFrom?: string[];
  /** What the browser says of something that it is to refuse: no fault of the page. */
  refuses?: RegExp;
}

/** A page of a browser of its own, with all that it did that it must not. */
export interface Watched {
  page: Page;
  /** Requests to other places, refusals of the content policy, errors of scripts. */
  faults: string[];
}

/** Opens a page in a profile of its own, and watches what it does. */
export async function openPage(
  browser: Browser,
  origin: string,
  { width = 1280, dark = false, language = 'en-GB', scripts = true, alsoFrom = [], refuses }: Looks = {},
): Promise<Watched> {
  const context = await browser.newContext({
    ...{ baseURL: origin, locale: language, colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' },
    javaScriptEnabled: scripts,
    viewport: { width, height: width < 700 ? 800 : 860 },
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const faults: string[] = [];
  page.on('request', (request) => {
    // What a page of somebody else asks for is not this service's doing.
    if (alsoFrom.some((one) => page.url().startsWith(one))) return;
    if (![origin, ...alsoFrom].includes(new URL(request.url()).origin)) faults.push(`request to ${request.url()}`);
  });
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (refuses?.test(message.text())) return;
    if (/Content Security Policy|TrustedHTML|TrustedScript/i.test(message.text())) faults.push(message.text());
  });
  return { page, faults };
}

/** Holds a page to WCAG 2.2 AA, as far as rules can tell (axe). */
export async function assertAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

/** Keeps a picture of a page where `SCREENSHOTS` names a folder. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = env['SCREENSHOTS'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
