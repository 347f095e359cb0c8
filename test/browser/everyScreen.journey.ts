import { expect, test } from 'vitest';
import { assertAccessible, keepPicture } from './support/browser.js';
import { journeys } from './support/journeys.js';

const { acme, review, open, signIn } = journeys();

const SCREENS = [
  'overview',
  'agents',
  'types',
  'types/club_card',
  'builder',
  'faces',
  'governance',
  'operations',
  'audit',
];

test.each([
  ['light', 1280],
  ['dark', 390],
] as const)(
  'in %s at %i pixels every screen keeps WCAG 2.2 AA as far as rules can tell, and fits the width',
  async (theme, width) => {
    await review('one');
    await acme().post('/v1/governance', { name: 'Cards', context_id: 'club_card' });
    const page = await open('/console', { dark: theme === 'dark', width });
    await signIn(page);
    const agents = (await acme().get('/v1/agents')).list as { id: string }[];
    for (const screen of [...SCREENS, `agents/${agents[0]?.id ?? ''}`]) {
      await page.goto(`/console/${screen}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect.poll(() => page.getByText('Loading …').count()).toBe(0);
      await assertAccessible(page);
      await keepPicture(page, `${screen.replaceAll('/', '-').slice(0, 16)}-${theme}-${width}`);
      const fits = await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');
      expect([screen, fits]).toEqual([screen, true]);
    }
  },
);
