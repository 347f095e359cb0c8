import type { FieldValueView } from '../../domain/documents/index.js';
import type { Uuid } from '../../domain/core/text.js';

/** A field of an example that does not come out as it has to. Masked where the type masks it. */
export interface ExampleDifferenceView {
  /** @example "total" */
  field: string;
  expected: FieldValueView;
  read: FieldValueView;
}

/** What a type makes of an example. */
export interface ExampleOutcomeView {
  example_id: Uuid;
  /** @example "Receipt with two tax rates" */
  name: string | null;
  /** `unread` where nothing can be read from it; `not_run` where there was no time for it, or no engine: check again. */
  status: 'holds' | 'differs' | 'unread' | 'not_run';
  differences: ExampleDifferenceView[];
  /**
   * Why it is `unread` or `not_run`.
   * @example "There was no time for it; check the examples again"
   */
  error: string | null;
  /** Whether it held before the change and does not any more; null where nothing was changed, or that is not known. */
  broken: boolean | null;
}

/** Examples that were held to a type. */
export interface ExamplesCheckedView {
  /**
   * How many come out as they have to.
   * @isInt
   * @minimum 0
   */
  holding: number;
  /**
   * How many do not any more that did before the change.
   * @isInt
   * @minimum 0
   */
  broken: number;
  /** Each of them, the oldest first. */
  examples: ExampleOutcomeView[];
}
