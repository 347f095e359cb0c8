import type { Benchmark } from './figure.js';
import { percentile } from './figure.js';
import { openInstallation } from './installation.js';
import { renderedPages } from './pages.js';
import { startService } from './servers.js';

/** How often health is asked for at rest. */
const AT_REST = 200;

/** How long /healthz takes at most while two documents are read at once, against how long at rest. */
export const benchResponsive: Benchmark = async (workshop) => {
  const { key, env } = await openInstallation(workshop);
  const { url } = await startService(workshop, { ...env, ENGINE_PROCESSES: '2' });
  const pages = await renderedPages(2);
  const read = async (bytes: Buffer): Promise<void> => {
    const input = { data: bytes.toString('base64'), mime_type: 'image/png', filename: 'page.png' };
    const headers = { 'X-Api-Key': key, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ context_id: 'receipt', input });
    const response = await fetch(`${url}/v1/pipeline/run`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`A run was answered ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  };
  await Promise.all(pages.map(({ bytes }) => read(bytes)));
  let asked = 0;
  const rest = await askHealth(url, () => ++asked < AT_REST);
  let reading = true;
  const documents = Promise.all(pages.map(({ bytes }) => read(bytes))).finally(() => (reading = false));
  const busy = await askHealth(url, () => reading);
  await documents;
  return [
    {
      ...{ name: '/healthz while two pages are read, longest', value: Math.max(...busy), unit: 'ms' },
      baseline: { name: 'at rest', value: Math.max(...rest) },
      aim: { of: 'value', at: 'most', is: 50 },
    },
    {
      ...{ name: '/healthz while two pages are read, p50', value: percentile(busy, 50), unit: 'ms' },
      baseline: { name: 'at rest', value: percentile(rest, 50) },
    },
  ];
};

/** Milliseconds of each answer. */
async function askHealth(url: string, goOn: () => boolean): Promise<number[]> {
  const took: number[] = [];
  do {
    const began = performance.now();
    const response = await fetch(`${url}/healthz`);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`/healthz was ${response.status}`);
    took.push(performance.now() - began);
  } while (goOn());
  return took;
}
