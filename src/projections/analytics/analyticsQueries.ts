import type { ReadModels } from '../core/readModels.js';
import type { Sums } from '../core/projection.js';
import { caseFiguresProjection, caseFiguresTally } from './caseFigures.js';
import { createDecisionQueries, type DecisionQueries } from './decisionQueries.js';
import { durationsIn } from './durations.js';
import { executionFiguresProjection, executionFiguresTally } from './executionFigures.js';
import { addedUp, counted, type Days } from './figures.js';
import { webhookFiguresProjection, webhookFiguresTally } from './webhookFigures.js';

/** What was used: cases by what became of them, their documents, and runs. */
export interface UsageFigures {
  total_cases: number;
  completed_cases: number;
  review_cases: number;
  denied_cases: number;
  failed_cases: number;
  total_documents: number;
  documents_by_type: { [document_type: string]: number };
  total_executions: number;
  /** Milliseconds from the opening of a case to what it came to, on average over those that did; 0 where there is none. */
  avg_case_duration_ms: number;
}

/** Runs by what became of them. */
export interface ExecutionFigures {
  total_executions: number;
  completed: number;
  failed: number;
  running: number;
  /** Milliseconds of those that ended, on average; 0 where there is none. */
  avg_duration_ms: number;
  /** As far as `RELATIVE_ACCURACY` goes. */
  p95_duration_ms: number;
  executions_by_context: { [context_id: string]: number };
}

/** Deliveries by what became of them. */
export interface WebhookFigures {
  total: number;
  delivered: number;
  failed: number;
  pending: number;
  /** Milliseconds from being queued to being delivered, on average over those that were; 0 where there is none. */
  avg_delivery_ms: number;
}

/** Reads figures: of rows that were added up as events came, a few for each day. */
export interface AnalyticsQueries extends DecisionQueries {
  usage(days: Days): Promise<UsageFigures>;
  executions(days: Days): Promise<ExecutionFigures>;
  webhooks(days: Days): Promise<WebhookFigures>;
}

declare module '../core/queries.js' {
  interface Queries {
    analytics: AnalyticsQueries;
  }
}

const ALL_CASES = { goal: null, version: null, document_type: null };

/** Creates the queries of figures. */
export function createAnalyticsQueries(readModels: ReadModels): AnalyticsQueries {
  const cases = readModels.of(caseFiguresProjection, caseFiguresTally);
  const executions = readModels.of(executionFiguresProjection, executionFiguresTally);
  const webhooks = readModels.of(webhookFiguresProjection, webhookFiguresTally);
  const allOf = async (rows: { source(): Promise<string> }, days: Days, where = {}): Promise<Sums> => {
    const [all] = await addedUp(readModels.knex, await rows.source(), { days, where });
    return all?.sums ?? {};
  };
  return {
    ...createDecisionQueries(readModels.knex, () => cases.source()),

    async usage(days) {
      const sums = await allOf(cases, days, ALL_CASES);
      const runs = await allOf(executions, days);
      return {
        total_cases: counted(sums, 'cases', 'total'),
        completed_cases: counted(sums, 'cases', 'completed'),
        review_cases: counted(sums, 'cases', 'review'),
        denied_cases: counted(sums, 'cases', 'denied'),
        failed_cases: counted(sums, 'cases', 'failed'),
        total_documents: counted(sums, 'documents', 'total'),
        documents_by_type: sums['documents_by_type'] ?? {},
        total_executions: counted(runs, 'executions', 'total'),
        avg_case_duration_ms: durationsIn(sums, 'case').average,
      };
    },

    async executions(days) {
      const sums = await allOf(executions, days);
      const durations = durationsIn(sums, 'execution');
      return {
        total_executions: counted(sums, 'executions', 'total'),
        completed: counted(sums, 'executions', 'completed'),
        failed: counted(sums, 'executions', 'failed'),
        running: counted(sums, 'executions', 'running'),
        avg_duration_ms: durations.average,
        p95_duration_ms: durations.at(0.95),
        executions_by_context: sums['executions_by_context'] ?? {},
      };
    },

    async webhooks(days) {
      const sums = await allOf(webhooks, days);
      return {
        total: counted(sums, 'deliveries', 'total'),
        delivered: counted(sums, 'deliveries', 'delivered'),
        failed: counted(sums, 'deliveries', 'failed'),
        pending: counted(sums, 'deliveries', 'pending'),
        avg_delivery_ms: durationsIn(sums, 'delivery').average,
      };
    },
  };
}
