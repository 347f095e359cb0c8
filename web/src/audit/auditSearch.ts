/** What of the audit trail is shown, as the address says it. */
export interface AuditSearch {
  actor?: string;
  action?: string;
  aggregate?: string;
  /** ISO 8601. */
  from?: string;
  to?: string;
}

const NAMES = ['actor', 'action', 'aggregate', 'from', 'to'] as const;

/** Reads it from an address: what is not understood is left out. */
export const readAuditSearch = (search: Record<string, unknown>): AuditSearch =>
  Object.fromEntries(NAMES.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : [])));
