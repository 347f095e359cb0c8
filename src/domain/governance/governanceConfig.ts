import { z } from 'zod';
import type { Json } from '../core/json.js';
import { DomainError } from '../core/decider.js';

/** States of cases that a set can ask for. */
export const GOVERNED_CASES = [
  'collecting',
  'processing',
  'completed',
  'review',
  'denied',
  'failed',
  'expired',
] as const;

/** Which documents a governance set looks at, beside their type. What is left out narrows nothing. */
export interface GovernanceConfig {
  /** Those received in so many days before a run, 1 to 3650. */
  lookback_days?: number;
  /** Those of cases with this goal. */
  goal?: string;
  /** Those of cases in one of these states. `done`, the state of a document, can be named too: others are never looked at. */
  statuses?: ((typeof GOVERNED_CASES)[number] | 'done')[];
  /** The newest so many of them, 1 to 1,000,000. */
  limit?: number;
}

/** A configuration as it was given: what the service does not know of it is kept, and does nothing. */
export type GovernanceConfigGiven = { [key: string]: Json };

const whole = (most: number) =>
  z
    .number({ error: `must be a whole number from 1 to ${most}` })
    .int()
    .min(1)
    .max(most);

const known = z.object({
  lookback_days: whole(3650).optional(),
  goal: z
    .string({ error: 'must be snake_case, 1 to 64 characters' })
    .regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be snake_case, 1 to 64 characters')
    .optional(),
  statuses: z
    .array(z.enum([...GOVERNED_CASES, 'done']))
    .min(1)
    .max(GOVERNED_CASES.length + 1)
    .optional(),
  limit: whole(1_000_000).optional(),
});

/** Longest configuration, as JSON. */
const LONGEST = 4_000;

/** Reads a configuration. @throws DomainError `invalid`, which names what is wrong */
export function readGovernanceConfig(given: GovernanceConfigGiven): GovernanceConfig {
  if (JSON.stringify(given).length > LONGEST) {
    throw new DomainError('invalid', `The field \`config\` must be at most ${LONGEST} characters long`);
  }
  const read = known.safeParse(given);
  if (read.success) return withoutUndefined(read.data);
  const [issue] = read.error.issues;
  const field = ['config', ...(issue?.path ?? [])].join('.');
  throw new DomainError('invalid', `The field \`${field}\` ${sentenceOf(issue?.path[0], issue?.message)}`);
}

const sentenceOf = (field: PropertyKey | undefined, message = 'is wrong'): string => {
  if (field === 'statuses') return `must be a list of ${[...GOVERNED_CASES, 'done'].join(', ')}`;
  if (field === 'lookback_days') return 'must be a whole number from 1 to 3650';
  if (field === 'limit') return 'must be a whole number from 1 to 1000000';
  return message;
};

const withoutUndefined = (config: object): GovernanceConfig =>
  Object.fromEntries(Object.entries(config).filter(([, value]: [string, unknown]) => value !== undefined));

/** The cron expressions that the words stand for: at the full hour, at midnight, on Mondays, on the first of the month. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['hourly', '0 * * * *'],
  ['daily', '0 0 * * *'],
  ['weekly', '0 0 * * 1'],
  ['monthly', '0 0 1 * *'],
]);

/** The cron expression of a schedule: five fields, UTC. Whether one makes sense is for who reads clocks. */
export const cronOf = (schedule: string): string => WORDS.get(schedule) ?? schedule;
