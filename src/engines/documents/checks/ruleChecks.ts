import {
  type CheckCode,
  CHECKS,
  checkOf,
  checkOfRule,
  type DocumentCheck,
  type FoundFields,
  type Violation,
} from '../../../domain/documents/index.js';

const RULE_CHECKS = (Object.keys(CHECKS) as CheckCode[]).filter((code) => CHECKS[code].by === 'validate');

/** The rules of the type, each broken one for itself. */
export function ruleChecks(
  { violations }: { violations: readonly Violation[] },
  coordinates: FoundFields['coordinates'],
): DocumentCheck[] {
  return RULE_CHECKS.flatMap((code) => {
    const broken = violations.filter(({ rule }) => checkOfRule(rule) === code);
    if (broken.length === 0) return [checkOf(code, 'passed', 'No rule of the type is broken in this way.')];
    return broken.map(({ field, message }) => {
      const place = Object.hasOwn(coordinates, field) ? coordinates[field] : undefined;
      return checkOf(code, 'failed', message, { field, ...(place && { page: place.page, box: place.box }) });
    });
  });
}
