import type { Knex } from 'knex';
import { CASE_STATUSES, type CaseStatus } from '../../domain/cases/index.js';
import type { Sums } from '../core/projection.js';
import type { OfCases } from './caseFigures.js';
import { durationsIn } from './durations.js';
import { addedUp, counted, type AddedUp, type Days } from './figures.js';

/** What decisions can be told apart by. */
export const DECISION_GROUPS = ['day', 'goal', 'version', 'document_type'] as const;

/** One of `DECISION_GROUPS`. */
export type DecisionGroup = (typeof DECISION_GROUPS)[number];

/** Which decisions are asked for. Replays are no decisions. */
export interface DecisionsAsked {
  days: Days;
  goal?: string | undefined;
  version?: string | undefined;
  /** Cases in which a document was read as this type, and these documents. */
  document_type?: string | undefined;
  /** A field counts where it was read with less confidence, in percent; a multiple of `PERCENT_STEP`. */
  below_percent: number;
}

/** How often a reason was given. */
export interface ReasonFigures {
  code: string;
  cases: number;
  /** Share of the cases that came to something, 0 to 1. */
  rate: number;
}

/** How well a field is read. */
export interface FieldFigures {
  document_type: string;
  field: string;
  /** Documents in which it was read. */
  read: number;
  /** How often a person corrected it. */
  corrected: number;
  below_confidence: number;
  /** Share of those in which it was read, 0 to 1. */
  below_confidence_rate: number;
}

/** What came of cases. */
export interface DecisionFigures {
  cases: { total: number; by_person: number } & { [Status in CaseStatus]: number };
  /** Cases that came to something: completed, in review, denied or failed. What is a share is a share of these. */
  judged: number;
  /** Shares, 0 to 1; 0 where there are no cases. */
  rates: { completed: number; review: number; denied: number; failed: number; by_person: number };
  /** The most frequent first. */
  reasons: ReasonFigures[];
  /** Milliseconds from the opening of a case to its decision, by whomever; of those that are decided. */
  time_to_decision_ms: { count: number; average: number; p50: number; p90: number; p95: number; p99: number };
}

/** The same, of one value of what they are told apart by. */
export interface DecisionGroupFigures extends DecisionFigures {
  value: string;
}

/** Reads what came of cases. */
export interface DecisionQueries {
  decisions(asked: DecisionsAsked): Promise<DecisionFigures>;
  /** By days, agents, versions or types, in the order of their names. */
  decisionsBy(asked: DecisionsAsked, by: DecisionGroup): Promise<DecisionGroupFigures[]>;
  /** Those that were corrected most first, then those that were read below the confidence most. */
  fields(asked: DecisionsAsked): Promise<FieldFigures[]>;
}

/** Most fields of one answer. */
export const MOST_FIELDS = 200;

/** Creates the queries of what came of cases. */
export function createDecisionQueries(knex: Knex, source: () => Promise<string>): DecisionQueries {
  /** Of all types together where none is asked for, unless it is by types that they are told apart. */
  const rowsOf = (
    { days, goal, version, document_type }: DecisionsAsked,
    by?: DecisionGroup,
  ): AddedUp<keyof OfCases> =>
    by === 'document_type'
      ? { days, by, named: ['goal', by], where: { goal, version, document_type } }
      : { days, by, named: ['goal'], where: { goal, version, document_type: document_type ?? null } };
  return {
    async decisions(asked) {
      const [all] = await addedUp(knex, await source(), rowsOf(asked));
      return figuresOf(all?.sums ?? {});
    },

    async decisionsBy(asked, by) {
      const found = await addedUp(knex, await source(), rowsOf(asked, by));
      return found.map(({ value, sums }) => ({ value, ...figuresOf(sums) }));
    },

    async fields(asked) {
      const types = await addedUp(knex, await source(), rowsOf(asked, 'document_type'));
      const found = types.flatMap(({ value, sums }) => fieldsOf(value, sums, asked.below_percent));
      return found
        .filter(({ corrected, below_confidence }) => corrected > 0 || below_confidence > 0)
        .sort((one, other) => other.corrected - one.corrected || other.below_confidence - one.below_confidence)
        .slice(0, MOST_FIELDS);
    },
  };
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000);

function figuresOf(sums: Sums): DecisionFigures {
  const of = (name: string): number => counted(sums, 'cases', name);
  const judged = of('completed') + of('review') + of('denied') + of('failed');
  const times = durationsIn(sums, 'decided');
  const reasons = Object.entries(sums['reasons'] ?? {}).map(([code, cases]) => ({
    ...{ code, cases, rate: share(cases, judged) },
  }));
  const statuses = CASE_STATUSES.map((status) => [status, of(status)] as const);
  return {
    cases: {
      ...{ total: of('total'), by_person: of('by_person') },
      ...(Object.fromEntries(statuses) as { [Status in CaseStatus]: number }),
    },
    judged,
    rates: {
      completed: share(of('completed'), judged),
      review: share(of('review'), judged),
      denied: share(of('denied'), judged),
      failed: share(of('failed'), judged),
      by_person: share(of('by_person'), judged),
    },
    reasons: reasons.sort((one, other) => other.cases - one.cases || (one.code < other.code ? -1 : 1)),
    time_to_decision_ms: {
      ...{ count: times.count, average: times.average },
      ...{ p50: times.at(0.5), p90: times.at(0.9), p95: times.at(0.95), p99: times.at(0.99) },
    },
  };
}

const FIELD = 'field:';

/** The fields of a type: how often each was read at each step of confidence, and corrected. */
function fieldsOf(document_type: string, sums: Sums, below_percent: number): FieldFigures[] {
  return Object.entries(sums).flatMap(([group, numbers]) => {
    if (!group.startsWith(FIELD)) return [];
    const { corrected = 0, ...byPercent } = numbers;
    const steps = Object.entries(byPercent);
    const read = steps.reduce((sum, [, documents]) => sum + documents, 0);
    const below_confidence = steps
      .filter(([percent]) => Number(percent) < below_percent)
      .reduce((sum, [, documents]) => sum + documents, 0);
    return {
      ...{ document_type, field: group.slice(FIELD.length), read, corrected },
      ...{ below_confidence, below_confidence_rate: share(below_confidence, read) },
    };
  });
}
