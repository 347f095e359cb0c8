import { isAsOf } from './asOf.js';
import { isMoment } from './moments.js';
import { isLocalName, isPublicAddress, literalAddress } from '../../../platform/network/publicAddress.js';

/** What a `format` of the OpenAPI document takes, and how a value that is not of it is described. */
export interface TextFormat {
  test(value: string): boolean;
  /** Completes "The field `x` …". */
  sentence: string;
  /** The same of one value, where more can be said of it. */
  sentenceOf?(value: string): string | undefined;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const TENANT_ID = /^[A-Za-z0-9._-]{0,64}$/;

/** Whether a text can be a `tenant_id`; the empty one is the platform. */
export const isTenantId = (value: string): boolean => TENANT_ID.test(value);

/** The formats that requests are held to. `base64` is left to where it is decoded: going over 28 MB twice helps no one. */
export function textFormats(config: { webhookAllowPrivate: boolean }): Record<string, TextFormat> {
  return {
    uuid: { test: (value) => UUID.test(value), sentence: 'must be a UUID' },
    'tenant-id': {
      test: isTenantId,
      sentence: 'must be at most 64 letters, digits, dots, underscores and hyphens',
    },
    'date-time': { test: isMoment, sentence: 'must be a time with its zone such as `2025-03-14T09:26:53Z`, or a day' },
    'as-of': {
      test: isAsOf,
      sentence:
        'must be a time with its zone such as `2025-03-14T09:26:53Z` (in a URL `+` is `%2B`), or a position such as `4711`',
    },
    'webhook-url': {
      test: (value) => isWebhookUrl(value, config.webhookAllowPrivate),
      sentence: 'must be an http or https address without user info that does not point to a private network',
      sentenceOf: (value) =>
        /^https?:\/\//i.test(value) ? undefined : 'must be an address that begins with `http://` or `https://`',
    },
  };
}

/** Names are judged at delivery, when they are resolved; a literal address and `localhost` can be judged at once. */
function isWebhookUrl(value: string, allowPrivate: boolean): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  if (!['http:', 'https:'].includes(url.protocol)) return false;
  if (url.username !== '' || url.password !== '') return false;
  if (allowPrivate) return true;
  const address = literalAddress(url);
  return address === undefined ? !isLocalName(url) : isPublicAddress(address);
}
