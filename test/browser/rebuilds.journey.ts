import { expect, test } from 'vitest';
import { documentTypesProjection } from '../../src/projections/documentTypes/documentTypesProjection.js';
import { holdRebuild } from '../support/heldRebuild.js';
import { assertAccessible, keepPicture } from './support/browser.js';
import { journeys } from './support/journeys.js';

const { own, acme, open, signIn } = journeys({ settings: () => Promise.resolve({}) });

test('Operations shows the platform how far a rebuild is, in both languages, and that nothing is rebuilt once it is through', async () => {
  for (let index = 0; index < 15; index++) {
    await acme().post('/v1/document-types', {
      ...{ context_id: `badge_${index}`, display_name: 'Badge', output_schema: { name: 'string' } },
    });
  }
  const rebuild = await holdRebuild(own(), documentTypesProjection);
  const page = await open('/console/operations');
  await signIn(page, 'Root', own().platform);
  const bar = page.getByRole('progressbar', { name: 'How far Document types is' });
  await bar.waitFor();
  await expect.poll(() => bar.getAttribute('aria-valuetext')).toMatch(/^[1-9]\d?%, at \d+ of [\d,]+$/);
  await page.getByRole('row', { name: /^Document types Version \d+ Version \d+, by hand/ }).waitFor();
  await assertAccessible(page);
  await keepPicture(page, 'rebuilds-light');

  const narrow = await open('/console/operations', { dark: true, width: 390, language: 'de-DE' });
  await narrow.getByLabel('API-Schlüssel').fill(own().platform.key ?? '');
  await narrow.getByLabel('Ihr Name').fill('Root');
  await narrow.keyboard.press('Enter');
  const narrowBar = narrow.getByRole('progressbar', { name: 'Wie weit Document types ist' });
  await narrowBar.waitFor();
  const { x = 0, width = Infinity } = (await narrowBar.boundingBox()) ?? {};
  expect(x + width, 'how far it is stands on the screen without scrolling').toBeLessThanOrEqual(390);
  await assertAccessible(narrow);
  const fits = await narrow.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');
  expect(fits).toBe(true);
  await keepPicture(narrow, 'rebuilds-dark');

  await rebuild.finish();
  await rebuild.close();
  await page.getByText('Nothing is being rebuilt.').waitFor();
  await keepPicture(page, 'rebuilds-none');
});
