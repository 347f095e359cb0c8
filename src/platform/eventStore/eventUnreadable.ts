import type { RecordedEvent } from './eventStore.js';

/** A stored event cannot be understood. Whoever reads it must stop: skipping it would falsify all that follows. */
export class EventUnreadable extends Error {
  override readonly name: string = 'EventUnreadable';
  constructor(
    readonly event: Pick<RecordedEvent, 'type' | 'stream' | 'revision'>,
    /** Names what is wrong, never a value. */
    reason: string,
    options?: ErrorOptions,
  ) {
    super(
      `Event ${event.type} at revision ${event.revision} of stream ${event.stream} cannot be read: ${reason}`,
      options,
    );
  }
}

/**
 * A sealed value of an event cannot be opened by anybody any more, though it was not erased: its key or its blob is gone, or
 * it was changed. All else that the event says is there.
 */
export class SealedValueLost extends EventUnreadable {
  override readonly name = 'SealedValueLost';
}
