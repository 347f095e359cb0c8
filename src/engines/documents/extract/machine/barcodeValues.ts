import type { AamvaFieldName, BarcodeReading } from '../../barcode/barcodeReading.js';
import type { FieldPlan } from '../fieldPlan.js';
import { conceptOf } from '../labels/lexicon.js';
import { fitToHint, type MachineValue } from './machineValue.js';

/** A PDF417 that decodes has passed Reed-Solomon correction (ISO/IEC 15438); what remains is an error of the issuer. */
const CONFIDENCE = 0.98;

/** Names that schemas have for what the AAMVA standard calls otherwise. */
const OTHER_NAMES: { [field: string]: AamvaFieldName } = {
  issuing_state: 'issuing_region',
  state: 'issuing_region',
  region: 'issuing_region',
  province: 'issuing_region',
  zip: 'postal_code',
  zip_code: 'postal_code',
  vehicle_class: 'vehicle_categories',
  class: 'vehicle_categories',
};

/** What the barcode of a North American driving licence or identity card says of the fields. */
export function barcodeValues(
  readings: readonly BarcodeReading[],
  plans: readonly FieldPlan[],
): Map<string, MachineValue> {
  const values = new Map<string, MachineValue>();
  const reading = readings.find(({ aamva }) => aamva !== undefined);
  if (!reading?.aamva) return values;
  const { mapped } = reading.aamva;
  const names = Object.keys(mapped) as AamvaFieldName[];
  for (const plan of plans) {
    const key =
      names.find((name) => name === plan.name) ??
      OTHER_NAMES[plan.name] ??
      names.find((name) => plan.concept !== null && conceptOf(name) === plan.concept);
    const found = key && mapped[key];
    const value = found ? fitToHint(found.value, plan) : null;
    if (!found || value === null) continue;
    const { page, box } = reading;
    values.set(plan.name, {
      value,
      raw: found.raw,
      page,
      box,
      source: 'barcode',
      confidence: CONFIDENCE,
      vouchedFor: true,
    });
  }
  return values;
}
