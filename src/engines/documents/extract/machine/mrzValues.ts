import type { MrzCheck, MrzFieldName, MrzReading } from '../../mrz/mrzReading.js';
import { unionOf } from '../layout.js';
import type { FieldPlan } from '../fieldPlan.js';
import { fitToHint, type MachineValue } from './machineValue.js';

/** Which field of a zone states a concept. */
const ZONE_FIELDS: { [concept: string]: MrzFieldName } = {
  document_type: 'document_code',
  issuing_country: 'issuing_country',
  document_number: 'document_number',
  surname: 'surname',
  given_names: 'given_names',
  nationality: 'nationality',
  birth_date: 'birth_date',
  sex: 'sex',
  expiry_date: 'expiry_date',
  issue_date: 'issue_date',
  personal_number: 'personal_number',
};

/** The check digit over a field of a zone. */
const CHECKED_BY: { [field in MrzFieldName]?: MrzCheck['name'] } = {
  document_number: 'document_number',
  birth_date: 'birth_date',
  expiry_date: 'expiry_date',
  personal_number: 'optional_data',
};

/** How far to trust the lines of a zone of which names or countries were read too badly to be told. */
const HALF_READ = 0.5;

/** What the machine-readable zones of a document say of its fields; the surest zone speaks. */
export function mrzValues(readings: readonly MrzReading[], plans: readonly FieldPlan[]): Map<string, MachineValue> {
  const values = new Map<string, MachineValue>();
  const reading = [...readings].sort((a, b) => Number(b.valid) - Number(a.valid) || b.confidence - a.confidence)[0];
  if (!reading) return values;
  for (const plan of plans) {
    if (plan.concept === null || !isFirstOfConcept(plan, plans)) continue;
    const value = valueOf(plan, plan.concept, reading);
    if (value && value.value !== null) values.set(plan.name, value);
  }
  return values;
}

/** A visa has a number of its own beside the passport's; the zone states the one that is named plainly, else the first. */
function isFirstOfConcept(plan: FieldPlan, plans: readonly FieldPlan[]): boolean {
  const rivals = plans.filter(({ concept }) => concept === plan.concept);
  return plan === (rivals.find(({ name }) => name === plan.concept) ?? rivals[0]);
}

function valueOf(plan: FieldPlan, concept: string, reading: MrzReading): MachineValue | null {
  const base = { page: reading.page, source: 'mrz' as const };
  if (concept === 'mrz') {
    const raw = reading.lines.join('\n');
    const whole = reading.withheld.length === 0;
    const confidence = reading.confidence * (whole ? 1 : HALF_READ);
    return { ...base, value: raw, raw, box: reading.box, confidence, vouchedFor: reading.valid && whole };
  }
  if (concept === 'full_name') return fullName(reading);
  const zoneField = ZONE_FIELDS[concept];
  const field = zoneField && reading.fields[zoneField];
  if (!zoneField || !field) return null;
  const isName = zoneField === 'surname' || zoneField === 'given_names';
  return {
    ...base,
    // A hyphen is a filler in the zone (ICAO Doc 9303-3, 4.1).
    value: field.impossible ? field.value : fitToHint(field.value.replaceAll('<', '-'), plan),
    raw: field.raw,
    box: field.box,
    confidence: field.confidence,
    vouchedFor: isVouchedFor(reading, CHECKED_BY[zoneField]),
    ...(isName && reading.names_truncated ? { mayGoOn: true } : {}),
  };
}

/** Vouched for by its own check digit, else by all of the zone. */
const isVouchedFor = (reading: MrzReading, check: MrzCheck['name'] | undefined): boolean =>
  reading.checks.find(({ name }) => name === check)?.ok ?? reading.valid;

function fullName(reading: MrzReading): MachineValue | null {
  const { surname, given_names: given } = reading.fields;
  if (!surname || reading.withheld.includes('given_names')) return null;
  const parts = given ? [given, surname] : [surname];
  return {
    value: parts.map(({ value }) => value).join(' '),
    raw: parts.map(({ raw }) => raw).join('<<'),
    page: reading.page,
    box: unionOf(parts.map(({ box }) => box)),
    source: 'mrz',
    confidence: Math.min(...parts.map(({ confidence }) => confidence)),
    vouchedFor: reading.valid,
    ...(reading.names_truncated ? { mayGoOn: true } : {}),
  };
}
