import type { GovernanceConfig } from './governanceConfig.js';

/** What a set asks of drift. */
export type DriftDemands = NonNullable<GovernanceConfig['drift']>;

/** What was counted of a field in one of two times. */
export interface FieldCount {
  field: string;
  /** Documents in which it has a value. */
  filled: number;
  /** Documents in which it breaks a rule of now. */
  broken: number;
  /** Sum of the confidences that are known, and of how many. */
  confidence_sum: number;
  confidence_count: number;
  /** Documents by what the value looks like. */
  forms: { [form: string]: number };
}

/** What was counted in one of two times. */
export interface DriftCount {
  documents: number;
  /** Those that break no rule of now. */
  valid: number;
  fields: readonly FieldCount[];
}

/** A share or a mean in the newest days and in as many before; null where nothing was there. */
export interface ThenAndNow {
  now: number | null;
  before: number | null;
}

/** How a field moved. */
export interface FieldDrift {
  field: string;
  /** Share of the documents in which it breaks no rule of now. */
  valid: ThenAndNow;
  /** Share of the documents in which it has a value. */
  filled: ThenAndNow;
  /** Mean. */
  confidence: ThenAndNow;
  /** How far what its values look like has moved (population stability index); null where there are too few documents. */
  moved: number | null;
}

/** What is demanded and is not so. */
export interface DriftAlarm {
  /** Null for the documents as wholes. */
  field: string | null;
  measure: 'valid' | 'filled' | 'confidence' | 'moved';
  is: number;
  /** The least that is demanded; for `moved` the most. */
  limit: number;
}

/** How the documents of a set drift: the newest days beside as many before. */
export interface GovernanceDrift {
  /** When the newest days begin, ISO 8601; the others begin as long before. */
  since: string;
  documents: { now: number; before: number };
  valid: ThenAndNow;
  /** Those that moved most: a hundred at most. */
  fields: FieldDrift[];
  /** A hundred at most. */
  alarms: DriftAlarm[];
}

const DAY_MS = 24 * 3600 * 1000;

/** Most fields, and alarms, that are named. */
const MOST_NAMED = 100;

/** When the newest days of a run begin, and when those that they are set beside do, ISO 8601. */
export function driftTimes({ days }: Pick<DriftDemands, 'days'>, started_at: string): { since: string; from: string } {
  const back = (times: number): string => new Date(Date.parse(started_at) - times * days * DAY_MS).toISOString();
  return { since: back(1), from: back(2) };
}

/** Sets what was counted in the newest days beside what was in those before, and both beside what is demanded. */
export function driftOf(
  demands: DriftDemands,
  since: string,
  { now, before }: { now: DriftCount; before: DriftCount },
): GovernanceDrift {
  const names = [...new Set([...now.fields, ...before.fields].map(({ field }) => field))].sort();
  const fields = names.map((field) => fieldDrift(field, demands, now, before));
  const valid = { now: rate(now.valid, now.documents), before: rate(before.valid, before.documents) };
  const enough = now.documents >= demands.documents;
  const alarms = enough ? alarmsOf(demands, valid.now, fields) : [];
  const byMove = fields.toSorted((one, other) => (other.moved ?? -1) - (one.moved ?? -1));
  return {
    ...{ since, documents: { now: now.documents, before: before.documents }, valid },
    ...{ fields: byMove.slice(0, MOST_NAMED), alarms: alarms.slice(0, MOST_NAMED) },
  };
}

function fieldDrift(field: string, { documents }: DriftDemands, now: DriftCount, before: DriftCount): FieldDrift {
  const [here, then] = [now, before].map(({ fields }) => fields.find((one) => one.field === field));
  const both = (of: (count: FieldCount | undefined, documents: number) => number | null): ThenAndNow => ({
    now: of(here, now.documents),
    before: of(then, before.documents),
  });
  return {
    field,
    valid: both((count, all) => rate(all - (count?.broken ?? 0), all)),
    filled: both((count, all) => rate(count?.filled ?? 0, all)),
    confidence: both((count) => rate(count?.confidence_sum ?? 0, count?.confidence_count ?? 0)),
    moved: here && then && Math.min(here.filled, then.filled) >= documents ? moved(here.forms, then.forms) : null,
  };
}

function alarmsOf(
  { at_least, moved: most }: DriftDemands,
  valid: number | null,
  fields: readonly FieldDrift[],
): DriftAlarm[] {
  const under = (field: string | null, measure: keyof typeof at_least, is: number | null): DriftAlarm[] => {
    const limit = at_least[measure];
    return limit === undefined || is === null || is >= limit ? [] : [{ field, measure, is, limit }];
  };
  return [
    ...under(null, 'valid', valid),
    ...fields.flatMap(({ field, filled, confidence, moved: is }): DriftAlarm[] => [
      ...under(field, 'filled', filled.now),
      ...under(field, 'confidence', confidence.now),
      ...(most === undefined || is === null || is <= most
        ? []
        : [{ field, measure: 'moved' as const, is, limit: most }]),
    ]),
  ];
}

/**
 * The population stability index of two distributions (N. Siddiqi, "Credit Risk Scorecards", 2006): below 0.1 they are alike, above 0.25 they are
 * not. Half a document is added to each form, so that one that is new does not count without end.
 */
function moved(now: FieldCount['forms'], before: FieldCount['forms']): number {
  const forms = [...new Set([...Object.keys(now), ...Object.keys(before)])];
  const shares = (of: FieldCount['forms']): number[] => {
    const counts = forms.map((form) => (of[form] ?? 0) + 0.5);
    const all = counts.reduce((sum, one) => sum + one, 0);
    return counts.map((one) => one / all);
  };
  const [here, then] = [shares(now), shares(before)];
  return round(here.reduce((sum, share, at) => sum + (share - then[at]!) * Math.log(share / then[at]!), 0));
}

const rate = (some: number, all: number): number | null => (all === 0 ? null : round(some / all));

const round = (value: number): number => Math.round(value * 1e4) / 1e4;
