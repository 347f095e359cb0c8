/** How often people corrected a field. */
export interface FieldCorrectionsView {
  /** @example "passport" */
  document_type: string;
  /** @example "birth_date" */
  field: string;
  /**
   * @isInt
   * @example 12
   */
  corrections: number;
}

/** What people corrected. */
export interface CorrectionStatisticsView {
  /**
   * Values that were corrected; of a thousand fields at most.
   * @isInt
   * @example 17
   */
  total_corrections: number;
  /** The most corrected first. */
  fields: FieldCorrectionsView[];
}

/** What was used. */
export interface UsageView {
  /**
   * Cases that were opened.
   * @isInt
   * @example 120
   */
  total_cases: number;
  /** @isInt */
  completed_cases: number;
  /** @isInt */
  review_cases: number;
  /** @isInt */
  denied_cases: number;
  /** @isInt */
  failed_cases: number;
  /**
   * Documents of these cases, whatever became of them.
   * @isInt
   */
  total_documents: number;
  /**
   * Those that were read, by the type that they were read as.
   * @example { "passport": 110, "unknown": 3 }
   */
  documents_by_type: { [document_type: string]: number };
  /**
   * Runs of documents and of agents that were started.
   * @isInt
   */
  total_executions: number;
  /** Milliseconds from the opening of a case to what it came to, on average; expired ones left out. 0 where there is none. */
  avg_case_duration_ms: number;
}

/** Runs by what became of them. */
export interface ExecutionStatisticsView {
  /**
   * Runs of documents and of agents that were started.
   * @isInt
   */
  total_executions: number;
  /** @isInt */
  completed: number;
  /** @isInt */
  failed: number;
  /** @isInt */
  running: number;
  /** Milliseconds that they took, on average over those that ended. 0 where there is none. */
  avg_duration_ms: number;
  /** What 95 of 100 of them took at most, within a hundredth of it. */
  p95_duration_ms: number;
  /**
   * By document type; `agent:<goal>` for those of an agent.
   * @example { "passport": 40, "agent:onboarding": 12 }
   */
  executions_by_context: { [context_id: string]: number };
}
