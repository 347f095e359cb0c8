import type { Timestamp } from '../../domain/core/text.js';

/** A version of a read model that is being built. */
export interface ReadModelBuildView {
  /**
   * The version that is built.
   * @isInt
   */
  version: number;
  /** `rebuild` is begun by hand, beside what is served; `upgrade` by the projectors of another version of the service. */
  why: 'rebuild' | 'upgrade';
  /** `left`: nobody is at it, and the next rebuild, or projector, goes on. `stopped`: `error` keeps it from going on. */
  state: 'running' | 'left' | 'stopped';
  /**
   * Where in the log whoever is at it, or was last, began; null for its beginning.
   * @isInt
   */
  from_position: number | null;
  /**
   * Up to where in the log it has come, in shares what the mean of them has come to; null before the first event.
   * @isInt
   */
  position: number | null;
  /**
   * How much of the way from the beginning of the log to its head is done. With 1 all events are in it, and it is made ready to be read.
   * @minimum 0
   * @maximum 1
   */
  done: number;
  /**
   * How many events it has taken; null for an upgrade, whose projectors count none.
   * @isInt
   */
  events: number | null;
  /**
   * In how many shares it goes along the log at the same time; 0 where it goes in one.
   * @isInt
   */
  shares: number;
  /** When it was begun; null where that was not noted. */
  begun_at: Timestamp | null;
  /** When it moved last. */
  moved_at: Timestamp;
  /**
   * When it comes to the head at the speed of so far; null where that is not known: in the first five seconds, where it has stood for
   * a minute, and where all events are in it.
   */
  expected_end: Timestamp | null;
  /** What it cannot go on for: names the event where it is known, never a value; null where nothing keeps it. */
  error: string | null;
}

/** A read model: what is served of it, and what is built to take its place. */
export interface ReadModelView {
  /**
   * @example "executions"
   */
  name: string;
  /** `search_index` is kept in Elasticsearch, where searches are answered there. */
  kept_in: 'database' | 'search_index';
  /**
   * The version that answers.
   * @isInt
   */
  served_version: number;
  /**
   * Up to where in the log what is served has come; null before the first event.
   * @isInt
   */
  position: number | null;
  /**
   * Newest position of the log; null where it is empty.
   * @isInt
   */
  head: number | null;
  /** Why what is served does not follow the log; null where it does. */
  error: string | null;
  builds: ReadModelBuildView[];
}
