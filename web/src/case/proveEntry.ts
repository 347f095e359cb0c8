import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { leafBytes, rootFrom } from './inclusion.js';
import { isSigned } from './treeHead.js';

/** What came of proving an entry. */
export type Proven =
  | { kind: 'proven'; tree_size: number }
  /** The browser can hash and verify on `https:` and `localhost` alone. */
  | { kind: 'cannot' }
  | { kind: 'refuted'; why: 'event' | 'root' | 'signature' };

/**
 * Proves in this browser, without believing the service, that an entry of the audit trail is in the log that the service signed.
 * @throws Refused
 */
export async function proveEntry({
  event_id,
  position,
  action,
}: Pick<Schemas['AuditEntryView'], 'event_id' | 'position' | 'action'>): Promise<Proven> {
  if (!isSecureContext) return { kind: 'cannot' };
  const head = dataOf(await api.GET('/v1/audit/tree-head'));
  const { tree_size } = head;
  const params = { query: { position, tree_size } };
  const inclusion = dataOf(await api.GET('/v1/audit/inclusion', { params }));
  const said = JSON.parse(new TextDecoder().decode(leafBytes(inclusion.leaf))) as Record<string, unknown>;
  if (said['id'] !== event_id || said['type'] !== action || said['position'] !== position) {
    return { kind: 'refuted', why: 'event' };
  }
  const root = await rootFrom(inclusion, tree_size).catch(() => undefined);
  if (root !== head.root_hash) return { kind: 'refuted', why: 'root' };
  const { keys } = dataOf(await api.GET('/v1/signing-keys'));
  return (await isSigned(head, keys)) ? { kind: 'proven', tree_size } : { kind: 'refuted', why: 'signature' };
}
