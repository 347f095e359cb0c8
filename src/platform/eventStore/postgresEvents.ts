import { toPosition, type EventMetadata, type JsonObject, type RecordedEvent } from './eventStore.js';

/** A row of `events` as the driver reads it. */
export interface EventRow {
  position: string;
  stream: string;
  revision: string;
  recorded_at: Date;
  id: string;
  type: string;
  data: JsonObject;
  metadata: EventMetadata;
}

/** What is read of a row of `events` under the name `e`. */
export const EVENT_COLUMNS = 'e.position, e.revision, e.recorded_at, e.id, e.stream, e.type, e.data, e.metadata';

/** The event of a row. */
export const eventOfRow = (row: EventRow): RecordedEvent => ({
  id: row.id,
  type: row.type,
  data: row.data,
  metadata: row.metadata,
  stream: row.stream,
  revision: BigInt(row.revision),
  position: toPosition(row.position),
  recorded_at: row.recorded_at.toISOString(),
});
