import type { FieldValue, Violation } from '../../../domain/documents/index.js';
import { conceptOf } from '../extract/labels/lexicon.js';

/** Nobody has lived longer (122 years, J. Calment, rounded up); an earlier birth date is a misreading or a forgery. */
const LONGEST_LIFE_YEARS = 125;

/**
 * Whether dates make sense: an expiry before today, a birth in the future, an issue in the future, after the expiry or
 * before the birth. What a field means is told by its name; partial dates (`1974`) are not judged.
 *
 * @param fields the names of the type's fields
 * @param today ISO date
 */
export function checkDates(extracted: { [field: string]: FieldValue }, fields: object, today: string): Violation[] {
  const dateOf = (concept: string): { field: string; date: string } | null => {
    const field = Object.keys(fields).find((name) => conceptOf(name) === concept);
    const value = field === undefined ? null : extracted[field];
    return field !== undefined && typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
      ? { field, date: value }
      : null;
  };
  const birth = dateOf('birth_date');
  const issue = dateOf('issue_date');
  const expiry = dateOf('expiry_date');
  const violations: Violation[] = [];
  const broken = (field: string, rule: string, message: string): number => violations.push({ field, rule, message });

  if (birth && birth.date > today) broken(birth.field, 'birth_in_future', `${birth.field} is in the future.`);
  if (birth && Number(birth.date.slice(0, 4)) < Number(today.slice(0, 4)) - LONGEST_LIFE_YEARS) {
    broken(birth.field, 'birth_too_long_ago', `${birth.field} is more than ${LONGEST_LIFE_YEARS} years ago.`);
  }
  if (expiry && expiry.date < today) {
    broken(expiry.field, 'expired', `The document has expired: ${expiry.field} is before today.`);
  }
  if (issue && issue.date > today) broken(issue.field, 'issued_in_future', `${issue.field} is in the future.`);
  if (issue && expiry && issue.date > expiry.date) {
    broken(issue.field, 'issued_after_expiry', `${issue.field} is after ${expiry.field}.`);
  }
  if (issue && birth && issue.date < birth.date) {
    broken(issue.field, 'issued_before_birth', `${issue.field} is before ${birth.field}.`);
  }
  return violations;
}
