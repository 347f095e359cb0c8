import { FACE_CODES } from './faceCodes.js';
import { SEEN_CODES } from './seenCodes.js';
import { type CheckCode, CHECKS, isCheckCode } from './checkRegistry.js';
import { CHECK_WEIGHTS, type CheckWeight } from './documentCheck.js';

/** What a finding does to a case: nothing, be worth knowing, have a person look at it, or end it as denied. */
export const POLICY_ACTIONS = ['ignore', 'warn', 'review', 'deny'] as const;

/** What a finding does to a case. */
export type PolicyAction = (typeof POLICY_ACTIONS)[number];

/** What findings do, by their code or by their weight; a code wins over a weight. What it does not name goes by `DEFAULT_OF_CODES` and `DEFAULT_POLICY`. */
export interface CheckPolicy {
  [codeOrWeight: string]: PolicyAction;
}

/** What weights do where the agent does not say. */
export const DEFAULT_POLICY: Readonly<Record<CheckWeight, PolicyAction>> = {
  info: 'warn',
  weak: 'warn',
  moderate: 'warn',
  strong: 'review',
};

/**
 * What some codes do at any weight, where the agent names neither them nor the weight: a trace that a value was painted over, or a part put in, is
 * seldom found where nobody did so, and quick for a person to look at.
 */
export const DEFAULT_OF_CODES: Readonly<CheckPolicy> = {
  ground_differs_at_value: 'review',
  paper_differs_at_value: 'review',
  part_saved_differently: 'review',
};

/**
 * Reasons of a case that are no check of one document and can be named in a policy all the same. Weights do not reach them, but for
 * those of what was seen before, `face_mismatch` and `face_watchlist_hit`, which have one: they do what their code says, unless it is named.
 */
export const REASONS_BY_POLICY = [
  ...(['document_missing', 'side_missing', 'under_age', 'expires_soon', 'too_old', 'low_confidence'] as const),
  ...(['rule_not_judged', 'expected_mismatch', 'expected_not_stated'] as const),
  'governance_failed',
  'cross_match_mismatch',
  'cross_match_not_possible',
  'cross_match_value_missing',
  'document_reused',
  'identity_differs',
  'sides_differ',
  'value_corrected',
  'values_differ',
  ...FACE_CODES,
  ...SEEN_CODES,
] as const;

/** All that a policy can name. */
export const POLICY_KEYS: readonly string[] = [...CHECK_WEIGHTS, ...Object.keys(CHECKS), ...REASONS_BY_POLICY];

/** What a failed check does to a case. */
export const actionFor = (policy: CheckPolicy, { code, weight }: { code: string; weight: CheckWeight }): PolicyAction =>
  actionNamed(policy, code) ??
  actionNamed(policy, weight) ??
  actionNamed(DEFAULT_OF_CODES, code) ??
  DEFAULT_POLICY[weight];

/** What the policy says of a code by its name; undefined where it does not name it. */
export const actionNamed = (policy: CheckPolicy, code: string): PolicyAction | undefined =>
  Object.hasOwn(policy, code) ? policy[code] : undefined;

/** Whether a broken rule is the check; such a one has its reason already, and only its code reaches it. */
export const isOfRules = (code: string): boolean => isCheckCode(code) && CHECKS[code].by === 'validate';

/** What was not found, or could not be read, for how the picture was taken as well as for what it shows. */
const NOT_SEEN: readonly CheckCode[] = [
  ...(['mrz_missing', 'mrz_partly_unreadable', 'mrz_not_found_in_print'] as const),
  ...(['barcode_missing', 'barcode_not_found_in_print', 'portrait_missing', 'portrait_poor'] as const),
];

/** Whether a check is of how a picture was taken: another of the same document can be better, and is checked for the same. */
export const isOfPicture = (code: string): boolean =>
  isCheckCode(code) && (CHECKS[code].by === 'quality' || NOT_SEEN.includes(code));
