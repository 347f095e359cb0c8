import { z } from 'zod';
import { isGoal } from '../agents/index.js';
import { CASE_STATUSES } from '../cases/index.js';
import { DomainError } from '../core/decider.js';
import { wholeNumber } from '../core/forms.js';
import type { Json } from '../core/json.js';

/** What a set can ask for: states of cases, and `done`, the state of a document that was read. */
const STATUSES = [...CASE_STATUSES, 'processing', 'done'] as const;

const STATUSES_ARE = `must be a list of ${STATUSES.join(', ')}`;

const SHARE_IS = 'must be a number from 0 to 1';

const share = z.number({ error: SHARE_IS }).min(0, { error: SHARE_IS }).max(1, { error: SHARE_IS }).optional();

const MOVED_IS = 'must be a number from 0.01 to 10';

const floors = z.object({ valid: share, filled: share, confidence: share });

/** What is asked of how documents drift. */
const drift = z.object({
  /** Length of the newest time, and of the one that it is set beside. */
  days: wholeNumber(1, 365).default(7),
  /** Fewer documents in the newest days raise no alarm. */
  documents: wholeNumber(1, 100_000).default(50),
  /** Shares of documents, and the mean confidence of a field, that are demanded of the newest days. */
  at_least: floors.default({}),
  /** How far what the values of a field look like may have moved. */
  moved: z.number({ error: MOVED_IS }).min(0.01, { error: MOVED_IS }).max(10, { error: MOVED_IS }).optional(),
});

const GOAL = 'must be snake_case, 1 to 64 characters';

const known = z.object({
  /** Those received in so many days before a run. */
  lookback_days: wholeNumber(1, 3650).optional(),
  /** Those of cases with this goal. */
  goal: z.string({ error: GOAL }).refine(isGoal, { error: GOAL }).optional(),
  /** Those of cases in one of these states. `done` can be named too: other documents are never looked at. */
  statuses: z
    .array(z.enum(STATUSES, { error: STATUSES_ARE }), { error: STATUSES_ARE })
    .min(1, { error: STATUSES_ARE })
    .max(STATUSES.length, { error: STATUSES_ARE })
    .optional(),
  /** The newest so many of them. */
  limit: wholeNumber(1, 1_000_000).optional(),
  drift: drift.optional(),
});

/** Which documents a governance set looks at, beside their type. What is left out narrows nothing. */
export type GovernanceConfig = z.infer<typeof known>;

/** A configuration as it was given, without defaults. */
export type GovernanceConfigGiven = { [key: string]: Json };

/** What the service knows of a configuration: the rest is ignored, as unknown fields of any request are. */
export function knownConfig(given: GovernanceConfigGiven): GovernanceConfigGiven {
  return onlyOf(known.shape, given, { drift: (asked) => onlyOf(drift.shape, asked, { at_least: onlyFloors }) });
}

const onlyFloors = (asked: GovernanceConfigGiven): GovernanceConfigGiven => onlyOf(floors.shape, asked);

/** The members that a form has; objects among them as `within` makes them. */
function onlyOf(
  form: object,
  given: GovernanceConfigGiven,
  within: { [name: string]: (part: GovernanceConfigGiven) => GovernanceConfigGiven } = {},
): GovernanceConfigGiven {
  const isObject = (part: Json): part is GovernanceConfigGiven =>
    typeof part === 'object' && part !== null && !Array.isArray(part);
  const members = Object.entries(given).filter(([name]) => Object.hasOwn(form, name));
  return Object.fromEntries(
    members.map(([name, part]) => [name, isObject(part) ? (within[name]?.(part) ?? part) : part]),
  );
}

/** Longest configuration, as JSON. */
const LONGEST = 4_000;

/** Reads a configuration. @throws DomainError `invalid`, which names what is wrong */
export function readGovernanceConfig(given: GovernanceConfigGiven): GovernanceConfig {
  if (JSON.stringify(given).length > LONGEST) {
    throw new DomainError('invalid', `The field \`config\` must be at most ${LONGEST} characters long`);
  }
  const read = known.safeParse(given);
  if (read.success) {
    assertReachesBack(read.data);
    return read.data;
  }
  const [{ path, message } = { path: [], message: 'is wrong' }] = read.error.issues;
  throw new DomainError('invalid', `The field \`${['config', ...path].join('.')}\` ${message}`);
}

/** What drifts is told from twice as many days as its newest time has. @throws DomainError `invalid` */
function assertReachesBack({ lookback_days, drift: asked }: GovernanceConfig): void {
  if (!asked || lookback_days === undefined || lookback_days >= 2 * asked.days) return;
  const least = `at least twice \`config.drift.days\`, ${2 * asked.days}`;
  throw new DomainError(
    'invalid',
    `The field \`config.lookback_days\` must be ${least}: drift sets the newest days beside as many before`,
  );
}

/** The cron expressions that the words stand for: at the full hour, at midnight, on Mondays, on the first of the month. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['hourly', '0 * * * *'],
  ['daily', '0 0 * * *'],
  ['weekly', '0 0 * * 1'],
  ['monthly', '0 0 1 * *'],
]);

/** The cron expression of a schedule: five fields, UTC. Whether one makes sense is for who reads clocks. */
export const cronOf = (schedule: string): string => WORDS.get(schedule) ?? schedule;
