import { toPosition, type EventMetadata, type JsonObject, type RecordedEvent } from './eventStore.js';

/** What the client's several types of recorded event have in common. */
export interface ClientEvent {
  id: string;
  type: string;
  data: unknown;
  metadata?: unknown;
  streamId: string;
  revision: bigint;
  position?: { commit: bigint };
  created: Date;
}

/** An event as the port has it. @throws Error for one without a position */
export function eventOfClient({
  id,
  type,
  data,
  metadata,
  streamId,
  revision,
  position,
  created,
}: ClientEvent): RecordedEvent {
  if (!position) throw new Error(`EventStoreDB sent event ${id} without a position`);
  return {
    id,
    type,
    data: data as JsonObject,
    metadata: metadata as EventMetadata,
    stream: streamId,
    revision,
    position: toPosition(position.commit),
    recorded_at: created.toISOString(),
  };
}

/** What an event counts of the bytes that may be read at once: its data as JSON text in UTF-8. */
export const bytesOf = ({ data }: RecordedEvent): number => Buffer.byteLength(JSON.stringify(data));
