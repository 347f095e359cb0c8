import type { Knex } from 'knex';
import type { DomainEvent } from '../../src/domain/core/event.js';
import { toPosition } from '../../src/platform/eventStore/eventStore.js';
import { applyEvents } from '../../src/projections/core/applyEvents.js';
import { tableName, type Projection, type StoredEvent } from '../../src/projections/core/projection.js';
import { nine } from './caseStory.js';

/** The events of a stream as a projection takes them, one after the other. */
export function createStory(stream: string): (event: DomainEvent) => StoredEvent {
  let revision = -1n;
  return (event) => {
    revision += 1n;
    const metadata = { tenant_id: 'acme', actor: 'key:1', correlation_id: 'r', causation_id: 'r' };
    return {
      ...event,
      ...{ id: `${stream}-${revision}`, stream, revision, position: toPosition(revision + 1n) },
      ...{ recorded_at: nine, metadata: { ...metadata, schema_version: 1, mode: 'live', occurred_at: nine } },
    };
  };
}

/** Takes an event into the tables of a projection. */
export async function projectInto(knex: Knex, projection: Projection, event: StoredEvent): Promise<void> {
  for (const table of projection.tables) await applyEvents(knex, table, (one) => tableName(projection, one), [event]);
}

/** Bytes that go to the database and come back from it with the statements in which a word stands. */
export async function bytesOf(knex: Knex, word: string, work: () => Promise<unknown>): Promise<number> {
  let bytes = 0;
  const count = (sql: string, data: unknown): void => {
    // How far the projections are is looked up now and then besides.
    if (sql.includes(word)) bytes += JSON.stringify(data).length;
  };
  const sent = ({ sql, bindings }: { sql: string; bindings: unknown[] }): void => count(sql, bindings);
  const came = (answer: unknown[] | { rows: unknown[] }, { sql }: { sql: string }): void =>
    count(sql, Array.isArray(answer) ? answer : answer.rows);
  knex.on('query', sent).on('query-response', came);
  await work();
  knex.removeListener('query', sent).removeListener('query-response', came);
  return bytes;
}
