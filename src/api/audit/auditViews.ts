import { isApiKeyStream } from '../../domain/apiKeys/index.js';
import { sourceOf } from '../../domain/audit/index.js';
import { MOST_EVENTS, withChanges, withheld } from '../../projections/audit/auditChanges.js';
import type { AuditEntry } from '../../projections/audit/auditProjection.js';
import { wordsOf } from '../../projections/audit/auditWords.js';
import type { Call } from '../http/call.js';
import type { AuditEntryView, AuditSourceView } from './auditContract.js';

/** Shows entries of the audit trail. */
export interface AuditViews {
  viewsOf(entries: readonly AuditEntry[]): Promise<AuditEntryView[]>;
}

/**
 * Shows entries to one caller: keys by their names where the caller may list them, which are read once, and what was said of keys to nobody
 * else.
 */
export function createAuditViews(call: Call, { mostEvents = MOST_EVENTS } = {}): AuditViews {
  const { queries, eventStore } = call.services;
  const mayListKeys = call.caller.scopes.includes('admin');
  let names: Promise<ReadonlyMap<string, string>> | undefined;
  const readNames = async (): Promise<ReadonlyMap<string, string>> => {
    if (!mayListKeys) return new Map();
    const tenant_id = call.tenantFilter('');
    const keys = await queries.apiKeys.list(tenant_id === undefined ? {} : { tenant_id });
    return new Map(keys.map(({ id, name }) => [id, name]));
  };
  return {
    async viewsOf(entries) {
      const known = await (names ??= readNames());
      const subjects = entries
        .map(({ actor }) => sourceOf(actor))
        .flatMap(({ kind, id }) => (kind === 'person' && id !== null ? [id] : []));
      const people =
        subjects.length === 0 ? NOBODY : await call.services.people.namesOf(subjects, call.tenantFilter(''));
      const told = await withChanges(eventStore, entries, mostEvents);
      return told.map((entry) => {
        const source = namedSource(entry.actor, { key: known, person: people });
        const { event_id, position, at, tenant_id, actor, action, aggregate, correlation_id, causation_id } = entry;
        const isKept = !mayListKeys && isApiKeyStream(aggregate);
        const changes = isKept && entry.changes ? withheld(entry.changes) : entry.changes;
        return {
          ...{ event_id, position, at, tenant_id, actor, action, aggregate, source, correlation_id, causation_id },
          ...{ changes, words: wordsOf({ actor, action, changes }, source.name ?? undefined) },
        };
      });
    },
  };
}

const NOBODY: ReadonlyMap<string, string> = new Map();

function namedSource(
  actor: string,
  names: { key: ReadonlyMap<string, string>; person: ReadonlyMap<string, string> },
): AuditSourceView {
  const { kind, id } = sourceOf(actor);
  const isNamed = (kind === 'key' || kind === 'person') && id !== null;
  return { kind, id, name: isNamed ? (names[kind].get(id) ?? null) : null };
}
