import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { sharedService, type SharedService } from './support/sharedService.js';

let service: SharedService;

beforeAll(async () => {
  service = await sharedService();
});

const ask = (path: string, init?: RequestInit): Promise<Response> => fetch(service.url + path, init);

test.each(['/console', '/console/', '/console/cases/3f2504e0-4f89-41d3-9a0c-0305e82c3301?doc=1'])(
  '%s is the page, which nothing inline, nothing from elsewhere and no frame is allowed in',
  async (path) => {
    const answer = await ask(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'none'",
      ...["script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'"],
      ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
      ...["require-trusted-types-for 'script'", "trusted-types 'none'"],
    ]);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    const html = await answer.text();
    expect(html).not.toMatch(/<style|<script(?![^>]*\ssrc=)|\sstyle=|\son\w+=|https?:\/\//);
  },
);

test('its files are there to be kept for ever, and each is of this service', async () => {
  const html = await (await ask('/console')).text();
  const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path!);
  expect(files.length).toBeGreaterThanOrEqual(3);
  for (const path of files) {
    const answer = await ask(path);
    expect([path, answer.status]).toEqual([path, 200]);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  }
});

test('the first script is at most 300 kB as it is sent', async () => {
  const html = await (await ask('/console')).text();
  const [, path = ''] = /<script[^>]+src="([^"]+)"/.exec(html) ?? [];
  expect(gzipSync(Buffer.from(await (await ask(path)).arrayBuffer())).length).toBeLessThan(300_000);
});

test('no other file is there, of the folder or above it, and nothing is taken', async () => {
  for (const path of ['/console/assets/x.js', '/console/assets/..%2findex.html', '/console/assets/..%2f..%2fmain.js']) {
    expect([path, (await ask(path)).status]).toEqual([path, 404]);
  }
  expect((await ask('/console', { method: 'POST' })).status).toBe(405);
});

test('the scripts of the page of a link are at most 120 kB as they go over the network', async () => {
  const page = await (await ask(`/capture/${'A'.repeat(64)}`)).text();
  const scripts = [...page.matchAll(/(?:src|href)="(\/capture\/assets\/[^"]+\.js)"/g)].map(([, path]) => path!);
  expect(scripts.length).toBeGreaterThan(0);
  const sizes = await Promise.all(scripts.map(async (path) => gzipSync(await (await ask(path)).arrayBuffer()).length));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(120_000);
});

test('the script that shows the page in another may be loaded from anywhere, and is smaller than 5 kB', async () => {
  const answer = await ask('/capture/attest-capture.js');
  const { status, headers } = answer;
  expect([status, headers.get('cross-origin-resource-policy')]).toEqual([200, 'cross-origin']);
  expect(headers.get('content-type')).toMatch(/javascript/);
  expect((await answer.arrayBuffer()).byteLength).toBeLessThan(5_000);
});
