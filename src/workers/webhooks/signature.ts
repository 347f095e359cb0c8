import { createHmac } from 'node:crypto';

/** What a receiver needs to verify a delivery, by the names of the Standard Webhooks specification 1.0. */
export interface SignatureHeaders {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

/**
 * Signs a body: HMAC-SHA256 over `id.timestamp.body`, one signature for each live secret, the newest first, so that
 * receivers may rotate at their own pace. https://www.standardwebhooks.com
 */
export function sign(id: string, at: Date, body: Buffer, secrets: readonly Buffer[]): SignatureHeaders {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const hmac = createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body);
    return `v1,${hmac.digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
