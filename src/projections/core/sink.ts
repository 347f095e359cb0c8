import type { SealedValueLost } from '../../platform/eventStore/eventCodec.js';
import type { LogShare, Position } from '../../platform/eventStore/eventStore.js';
import type { Reached } from './builds.js';
import type { Follower, StoredEvent, VersionOf } from './projection.js';

/** An event as sinks are given it. */
export interface SinkEvent {
  /** Where something is `lost`, it is as if its subject had been erased. */
  event: StoredEvent;
  /** What of it cannot be opened by anybody any more: what it changes must not be shown as if that had never been. */
  lost?: SealedValueLost;
}

/** A step along the log. */
export interface Step {
  /** In the order of the log, all of the sink's types. The sink can have taken some of them before. */
  events: readonly SinkEvent[];
  /** Where the sink was when it was last heard of; undefined before the first event. */
  from: Position | undefined;
  /** Where it is once it has taken them: behind the last of them, and before the next that concerns it. */
  to: Position;
}

/**
 * What a projection is written to, in one version: tables in the database, an index outside of it. Any number of processes
 * write to one at the same time, and any of them can die at any moment.
 */
export interface Sink extends Follower {
  /** Makes what it is written to, where that is not there yet. Called before it is written to, each time it is opened. */
  prepare(): Promise<void>;
  /**
   * Takes events and moves the checkpoint (`projection_checkpoints`), so that what is taken twice changes nothing the second
   * time: either in one transaction, or by writing with the event's position as an external version and moving the
   * checkpoint afterwards.
   * @throws MovesLost when the sink is behind `from`
   * @throws FoldFailed
   */
  take(step: Step): Promise<void>;
  /**
   * Opens what is built beside it from the first event on, to take its place: where a build was begun that can be gone on
   * with, it is that one. By one process at a time; a greater `fence` takes it from whoever has it.
   * @throws BuildLost where a greater one has it
   */
  openBuild(fence: bigint): Promise<Build>;
  /**
   * Opens one of the shares of a build that was split, with connections of its own, so that another thread can do it. Absent
   * where builds are not split. @throws BuildLost
   */
  openShare?(fence: bigint, index: number): Promise<BuildShare>;
  /** Drops a build that was begun, whoever is at it, with all that it holds; false where there is none. */
  dropBuild(): Promise<boolean>;
}

/** What is brought along the log by a rebuild. */
export interface Building {
  /** How far it had come when it was opened. */
  readonly reached: Reached;
  /**
   * Takes events and moves the checkpoint of the build (`projection_builds`), or of the share, so that whoever opens it after
   * a crash goes on behind what it holds: in one transaction, or with external versions, like the sink itself.
   * @throws BuildLost, FoldFailed
   */
  take(step: Step): Promise<void>;
  /** Leaves it, to be gone on with another time. */
  close(): Promise<void>;
}

/** One of the shares of a build: takes the events of its share of the log, up to where the shares are put together again. */
export interface BuildShare extends Building {
  readonly share: LogShare;
  readonly until: Position;
}

/** What is built to take the place of what a sink holds. Nobody reads it yet. */
export interface Build extends Building {
  /** Present where streams make what it holds, each for itself, so that shares of the log can be taken side by side. */
  readonly shares?: {
    /** In how many it is; 0 where it goes along the log in one. */
    readonly count: number;
    /** Splits what is left up to a position into so many shares. The build takes nothing until they are joined. @throws BuildLost */
    split(count: number, until: Position): Promise<void>;
    /** Puts them together where they end, which all have come to; how far the build has come by that. @throws BuildLost */
    join(): Promise<Position>;
  };
  /** Makes it fit to be read: indexes, statistics. Once is enough, also where it is opened again. @throws BuildLost */
  finish(): Promise<void>;
  /**
   * Puts it in the place of what is read, and moves the checkpoint of that to its own, so that readers find the one or the other
   * and never less than before. Meanwhile what is read is held still: `catchUp` brings the build to where that is. A `take`
   * that wrote to what was put away must not move the checkpoint afterwards, and throws MovesLost.
   * @throws BuildLost, and what `catchUp` throws: what is read stays as it is
   */
  swap(catchUp: (live: Position | undefined) => Promise<void>): Promise<void>;
  /** Notes why it does not go on, for whoever asks how far it is. @param error names the event where it is known, never a value */
  noteStop(error: string): Promise<void>;
}

/**
 * The sink is behind where it was: what it stands on died, and took with it the last moves that were not yet on disk.
 * Going on from here would leave out what they were made of.
 */
export class MovesLost extends Error {
  override readonly name = 'MovesLost';
  constructor({ name }: VersionOf) {
    super(`The read model ${name} is behind where it was, and is read on from there`);
  }
}
