import type { EventBatch, Position, RecordedEvent } from '../../platform/eventStore/eventStore.js';
import type { Sink } from './sink.js';

/** A projection of this process on its way along the log. */
export interface Member {
  readonly sink: Sink;
  /** Where its checkpoint was when it was last heard of. */
  stored: Position | undefined;
  /** Everything up to here is taken or does not concern it. */
  reached: Position | undefined;
  /** Called with every batch that it is through with. */
  onTaken(events: readonly RecordedEvent[], batch: EventBatch): void;
  /** Called every second while its sink is at one batch: the whole seconds it has been. */
  onWaiting(seconds: number): void;
}
