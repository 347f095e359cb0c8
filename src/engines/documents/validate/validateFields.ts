import { RE2JS, RE2JSException } from 're2js';
import type { DocumentTypeConfig, FieldRule } from '../../../domain/documentTypes/index.js';
import {
  type FieldValue,
  type FoundFields,
  isKnownFormat,
  type Validity,
  type Violation,
} from '../../../domain/documents/index.js';
import { fieldText } from '../text/fieldText.js';
import { checkDates } from './dates.js';
import { hasFormat } from './formats.js';

/** What validation needs of an extraction; a stored one will do, the document is not needed. */
export type ExtractedFields = Pick<FoundFields, 'extracted'> & Partial<Pick<FoundFields, 'raw'>>;

/**
 * Checks what was extracted against the rules of its type and against the calendar. Messages never contain a value: they
 * are shown where masked fields are hidden.
 *
 * @param today ISO date that expiry, issue and birth are judged against
 */
export function validateFields(
  fields: ExtractedFields,
  type: Pick<DocumentTypeConfig, 'output_schema' | 'validation_rules'>,
  { today }: { today: string },
): Validity {
  const violations = Object.entries(type.validation_rules).flatMap(([field, rule]) =>
    checkRule(field, rule, fields.extracted[field] ?? null, fields.raw?.[field]),
  );
  violations.push(...checkDates(fields.extracted, type.output_schema, today));
  return { valid: violations.length === 0, violations };
}

function checkRule(field: string, rule: FieldRule, value: FieldValue, raw: string | undefined): Violation[] {
  if (isMissing(value)) {
    return rule.required ? [{ field, rule: 'required', message: `${field} is required but was not found.` }] : [];
  }
  const violations: Violation[] = [];
  if (rule.regex && !matchesPattern(rule.regex, value, raw)) {
    violations.push({ field, rule: 'regex', message: `${field} does not match the pattern that its rule asks for.` });
  }
  if (rule.format && isKnownFormat(rule.format) && !hasFormat(value, rule.format)) {
    const name = rule.format.replaceAll('_', ' ');
    violations.push({ field, rule: 'format', message: `${field} is not a valid ${name}.` });
  }
  return violations;
}

const isMissing = (value: FieldValue): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * The whole normalised value or the whole printed text must match; of a list, each member. Linear time (RE2). A pattern that is
 * none matches nothing: saving a type refuses it, and a run must not fail of it.
 */
function matchesPattern(pattern: string, value: FieldValue, raw: string | undefined): boolean {
  const compiled = compilePattern(pattern);
  if (!compiled) return false;
  const matches = (text: string): boolean => compiled.matches(text);
  if (Array.isArray(value)) return value.every((member) => matches(fieldText(member)));
  return matches(fieldText(value)) || (raw !== undefined && matches(raw.trim()));
}

function compilePattern(pattern: string): RE2JS | null {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSException) return null;
    throw error;
  }
}
