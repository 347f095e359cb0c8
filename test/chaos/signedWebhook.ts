import { Webhook } from 'standardwebhooks';
import type { Received } from './receiver.js';

/** What receivers take for a webhook of now: the five minutes of the Standard Webhooks specification's libraries. */
const TOLERATED_MS = 5 * 60_000;

/** As a receiver verifies it when it comes in: the signature, and that it was sent just now. @param secret of its tenant */
export function isSigned(secret: string, { body, headers, at }: Received): boolean {
  try {
    const sent = new Date(Number(headers['webhook-timestamp']) * 1000);
    const expected = new Webhook(secret).sign(headers['webhook-id'] ?? '', sent, body);
    const isNew = Math.abs(at.getTime() - sent.getTime()) < TOLERATED_MS;
    return isNew && (headers['webhook-signature'] ?? '').split(' ').includes(expected);
  } catch {
    return false;
  }
}
