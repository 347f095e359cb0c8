import { AnchorRefused, type Anchor } from './anchor.js';

/** Posts to an address, which whoever runs the service chose. Redirects are not followed, and nothing of the answer is read but its status. */
export const createUrlAnchor = (url: string): Anchor => ({
  target: 'url',
  async put(_name, json, signal) {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', body: json, headers, redirect: 'manual', signal });
    await response.body?.cancel();
    if (!response.ok) throw new AnchorRefused(`it answered ${response.status}; only 2xx counts`);
  },
});
