import { fieldMeaning } from '../../../domain/documents/index.js';
import type { FieldCrossCheck } from '../extract/extraction.js';
import type { MrzReading } from '../mrz/mrzReading.js';
import type { AuthenticitySignal } from './authenticity.js';

/** Names of fields in a sentence. */
const named = (fields: readonly string[]): string => fields.map((field) => field.replaceAll('_', ' ')).join(', ');

/** Whether the check digits of the zones hold. */
export function checkDigitSignals(readings: readonly MrzReading[]): AuthenticitySignal[] {
  return readings
    .filter((reading) => !reading.valid)
    .map(({ page, format, checks, repaired }) => {
      const failing = checks.filter((check) => !check.ok).map((check) => check.name);
      return {
        code: 'mrz_check_digit_fails',
        // Where single characters were already doubtful the failing ones may be misread as well.
        weight: repaired ? 'moderate' : 'strong',
        message: `Check digits of the machine-readable zone do not hold: ${named(failing)}. A misread character has the same effect.`,
        evidence: { page, format, failing, holding: checks.filter((check) => check.ok).map((check) => check.name) },
      } satisfies AuthenticitySignal;
    });
}

/** Whether the dates of a zone can belong together. */
export function dateSignals(readings: readonly MrzReading[]): AuthenticitySignal[] {
  return readings.flatMap(({ page, format, fields }) => {
    const [born, issued, expires] = [fields.birth_date, fields.issue_date, fields.expiry_date].map((field) =>
      field?.impossible ? undefined : field?.value,
    );
    const impossible = Object.entries(fields).filter(([, field]) => field.impossible);
    const wrong = [
      ...impossible.map(([name]) => `${name} is no day of the calendar`),
      ...(born && expires && born > expires ? ['expiry_date before birth_date'] : []),
      ...(born && issued && born > issued ? ['issue_date before birth_date'] : []),
    ];
    if (wrong.length === 0) return [];
    return {
      code: 'mrz_dates_impossible',
      weight: 'strong',
      message: 'The machine-readable zone has a date that there is not, or dates that cannot belong to one document.',
      evidence: { page, format, wrong },
    } satisfies AuthenticitySignal;
  });
}

/** Whether zone or barcode and print say the same; by the comparison that extraction makes field by field. */
export function printSignals(crossChecks: readonly FieldCrossCheck[]): AuthenticitySignal[] {
  const fieldsOf = (source: FieldCrossCheck['source'], outcome: FieldCrossCheck['outcome']): string[] =>
    crossChecks.filter((check) => check.source === source && check.outcome === outcome).map((check) => check.field);
  const signals: AuthenticitySignal[] = [];
  for (const source of ['mrz', 'barcode'] as const) {
    const differing = fieldsOf(source, 'differs');
    const agreeing = fieldsOf(source, 'agrees');
    const where = source === 'mrz' ? 'machine-readable zone' : 'barcode';
    const missing = fieldsOf(source, 'not_found');
    const seen = [...differing, ...agreeing].filter(tellsWhose);
    if (differing.length > 0) {
      signals.push({
        code: `${source}_differs_from_print`,
        weight: differing.length > 1 || agreeing.length > 0 ? 'strong' : 'moderate',
        message: `The ${where} and the print differ in: ${named(differing)}.`,
        evidence: { differing, agreeing },
      });
    }
    if (seen.length === 0 && missing.some(tellsWhose)) {
      signals.push({
        code: `${source}_not_found_in_print`,
        weight: 'weak',
        message: `Nothing that the ${where} says of the holder and the document was found in print. The page may show only the ${where}, or read badly.`,
        evidence: { missing },
      });
    }
  }
  return signals;
}

/** Whether a field says whose document it is, or which one: countries and sexes are printed on many things. */
const tellsWhose = (field: string): boolean => WHOSE.has(fieldMeaning(field));
const WHOSE = new Set([
  ...['full_name', 'surname', 'given_names', 'birth_date', 'document_number', 'personal_number'],
  ...['issue_date', 'expiry_date', 'address'],
]);
