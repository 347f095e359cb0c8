import { afterEach, expect, test } from 'vitest';
import { gaugeAtScrape, registry } from '../../../src/platform/metrics.js';

const names = ['test_works', 'test_fails', 'test_silent'] as const;
afterEach(() => names.forEach((name) => registry.removeSingleMetric(name)));

const gauge = (name: (typeof names)[number], ask: () => Promise<{ labels: { of: string }; value: number }[]>): void =>
  gaugeAtScrape({ name, help: name, labelNames: ['of'], ask });

test('a scrape asks at that moment, and neither waits nor fails for what cannot be had', async () => {
  let asked = 0;
  gauge('test_works', () => Promise.resolve([{ labels: { of: 'one' }, value: ++asked }]));
  gauge('test_fails', () => Promise.reject(new Error('gone')));
  gauge('test_silent', () => new Promise<never>(() => undefined));
  expect(await registry.metrics()).toContain('test_works{of="one"} 1');
  const again = await registry.metrics();
  expect(again).toContain('test_works{of="one"} 2');
  expect(again).not.toMatch(/^test_(fails|silent)/m);
});

test('what was had before is not shown once it cannot be had any more', async () => {
  let gone = false;
  gauge('test_works', () =>
    gone ? Promise.reject(new Error('gone')) : Promise.resolve([{ labels: { of: 'one' }, value: 7 }]),
  );
  expect(await registry.metrics()).toContain('test_works{of="one"} 7');
  gone = true;
  expect(await registry.metrics()).not.toMatch(/^test_works/m);
});
