/** Cases by where they stand. */
export interface CasesByStatusView {
  /** @isInt */
  total: number;
  /** @isInt */
  collecting: number;
  /** @isInt */
  completed: number;
  /** @isInt */
  review: number;
  /** @isInt */
  denied: number;
  /** @isInt */
  failed: number;
  /** @isInt */
  expired: number;
  /**
   * Those that a person decided.
   * @isInt
   */
  by_person: number;
}

/** Shares of `judged`, 0 to 1; 0 where that is none. */
export interface OutcomeRatesView {
  /** @example 0.82 */
  completed: number;
  review: number;
  denied: number;
  failed: number;
  /** Those that a person decided. */
  by_person: number;
}

/** How often a reason was given. */
export interface ReasonStatisticsView {
  /** @example "document_missing" */
  code: string;
  /** @isInt */
  cases: number;
  /** Share of `judged`, 0 to 1. */
  rate: number;
}

/** From the opening of a case to its decision, by a person or without one, in milliseconds. Percentiles lie within a hundredth of the true ones. */
export interface TimeToDecisionView {
  /**
   * Cases that are decided.
   * @isInt
   */
  count: number;
  average: number;
  p50: number;
  p90: number;
  p95: number;
  p99: number;
}

/** What came of cases. */
export interface OutcomesView {
  cases: CasesByStatusView;
  /**
   * Cases that are completed, in review, denied or failed.
   * @isInt
   */
  judged: number;
  rates: OutcomeRatesView;
  /** The most frequent first. */
  reasons: ReasonStatisticsView[];
  time_to_decision_ms: TimeToDecisionView;
}

/** How well a field is read. */
export interface FieldStatisticsView {
  /** @example "passport" */
  document_type: string;
  /** @example "birth_date" */
  field: string;
  /**
   * Documents in which it was read.
   * @isInt
   */
  read: number;
  /**
   * How often a person corrected it.
   * @isInt
   */
  corrected: number;
  /**
   * Documents in which it was read with less confidence than asked for.
   * @isInt
   */
  below_confidence: number;
  /** Share of `read`, 0 to 1. */
  below_confidence_rate: number;
}

/** What came of the cases of some days. */
export interface PeriodView extends OutcomesView {
  /**
   * The first of the days, in UTC.
   * @example "2026-02-01"
   */
  first: string;
  /**
   * The last of them.
   * @example "2026-03-02"
   */
  last: string;
  /** Fields that were corrected, or read with little confidence: the most corrected first, 200 at most. */
  fields: FieldStatisticsView[];
}

/** What came of the cases of one group. */
export interface GroupView extends OutcomesView {
  /**
   * The day, goal, version or document type.
   * @example "2026-03-02"
   */
  value: string;
}

/** How much more of `judged` had the outcome than in what it is compared with; below zero where that is less. */
export interface ChangeView {
  completed: number;
  review: number;
  denied: number;
  failed: number;
  by_person: number;
  average_time_to_decision_ms: number;
}

/** What it is compared with. */
export interface ComparedView extends PeriodView {
  /** The version of the agent; null for all of them. */
  version: string | null;
  change: ChangeView;
}

/** How decisions turned out, and why. */
export interface DecisionsView extends PeriodView {
  /** By what was asked for, in the order of its names, 1,000 at most; null where nothing was. */
  groups: GroupView[] | null;
  /** Null where nothing was asked to be compared with. */
  compared: ComparedView | null;
}
