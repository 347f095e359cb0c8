import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { assertAccessible, keepPicture } from './support/browser.js';
import { journeys } from './support/journeys.js';

const { review, open, signIn } = journeys();

const MINUTE = 60_000;

/** The last hour of what is found, minute by minute, as bars. */
async function lastHour(page: Page): Promise<Locator> {
  await signIn(page);
  await page.getByText('2 found').waitFor();
  await page.locator('.plot .u-over').waitFor();
  return page.getByRole('slider', { name: 'How many there were when' });
}

/** Drags over the bars, from one part of their width to another. */
async function drag(page: Page, from: number, to: number): Promise<void> {
  const box = await page.locator('.u-over').boundingBox();
  if (!box) throw new Error('There are no bars.');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * from, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * to, y, { steps: 8 });
  await page.mouse.up();
}

/** The time that the address says, in minutes; undefined where it says none. */
function minutesOf(page: Page): number | undefined {
  const { searchParams } = new URL(page.url());
  const [from, to] = ['from', 'to'].map((end) => searchParams.get(end)?.replaceAll('"', ''));
  return from && to ? (Date.parse(to) + 1 - Date.parse(from)) / MINUTE : undefined;
}

test('a time that is dragged over the bars is searched, and its address shows the same to somebody else', async () => {
  await review('dragged');
  const page = await open('/console/discover?kind=documents&range=hour');
  await lastHour(page);
  await drag(page, 0.1, 0.6);
  await page.getByText('Nothing is found').waitFor();
  // 30 of 61 minutes, and the minute in which the dragging began.
  await expect.poll(() => minutesOf(page)).toBeGreaterThanOrEqual(30);
  expect(minutesOf(page)).toBeLessThanOrEqual(32);
  await page.getByLabel('From', { exact: true }).waitFor();
  await page.goBack();
  await page.getByText('2 found').waitFor();
  await page.locator('.u-over').waitFor();
  await drag(page, 0.999, 0.7);
  await expect.poll(() => minutesOf(page)).toBeGreaterThanOrEqual(18);
  await page.getByText('2 found').waitFor();
  const other = await open(page.url());
  await signIn(other, 'John');
  await other.getByText('2 found').waitFor();
});

test('the same is done without dragging: by keyboard, which is never trapped, by a click, and in a table', async () => {
  await review('pressed');
  const page = await open('/console/discover?kind=documents&range=hour');
  const bars = await lastHour(page);
  await bars.focus();
  await page.keyboard.press('ArrowLeft');
  for (let minutes = 1; minutes < 10; minutes++) await page.keyboard.press('Shift+ArrowLeft');
  expect(await bars.getAttribute('aria-valuetext')).toMatch(/: 2$/);
  await keepPicture(page, 'bars-by-keyboard');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('As a table');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('End');
  for (let minutes = 1; minutes < 10; minutes++) await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Enter');
  await expect.poll(() => minutesOf(page)).toBe(10);
  await page.getByText('2 found').waitFor();

  await page.goBack();
  await page.locator('.u-over').waitFor();
  await page.locator('.u-over').click({ position: { x: 20, y: 20 } });
  await expect.poll(() => minutesOf(page)).toBe(1);
  await page.getByText('Nothing is found').waitFor();

  await page.goBack();
  await page.getByText('As a table').click();
  await assertAccessible(page);
  await page.getByRole('table', { name: 'How many there were when' }).getByRole('button').last().click();
  await expect.poll(() => minutesOf(page)).toBe(1);
  await page.getByText(/[12] found/).waitFor();
});

test('days of the overview that are chosen lead to their cases', async () => {
  await review('counted');
  const page = await open('/console/overview');
  await signIn(page);
  const bars = page.getByRole('slider', { name: 'Cases of each day' });
  await page.locator('.u-over').waitFor();
  await bars.focus();
  await page.keyboard.press('End');
  expect(await bars.getAttribute('aria-valuetext')).toMatch(/: 0 Completed, 1 In review, 0 Denied, 0 Failed$/);
  await page.keyboard.press('Enter');
  await page.getByText('1 found').waitFor();
});

describe.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
  ['dark', 390],
] as const)('in %s at %i pixels', (theme, width) => {
  test('what is pointed at is told, and all of it keeps WCAG 2.2 AA as far as rules can tell', async () => {
    await review('seen');
    const page = await open('/console/discover?kind=events&range=hour', { dark: theme === 'dark', width });
    await signIn(page);
    await page.getByText(/[1-9]\d* found/).waitFor();
    const over = page.locator('.u-over');
    await over.waitFor();
    await over.scrollIntoViewIfNeeded();
    const box = await over.boundingBox();
    await over.hover({ position: { x: (box?.width ?? 100) - 3, y: 30 } });
    await page
      .locator('.told')
      .getByText(/: \d+$/)
      .waitFor();
    await assertAccessible(page);
    await keepPicture(page, `bars-${theme}-${width}`);
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.goto('/console/overview');
    await over.waitFor();
    await assertAccessible(page);
    await keepPicture(page, `bars-overview-${theme}-${width}`);
  });
});
