import type { FieldValue } from '../../../../domain/documents/index.js';
import type { Box } from '../../reading/page.js';
import type { FieldPlan } from '../fieldPlan.js';
import { countryCode } from '../values/country.js';
import { booleanOf, optionOf } from '../values/words.js';

/** What a machine-readable zone or a barcode says of a field. */
export interface MachineValue {
  value: FieldValue;
  raw: string;
  page: number;
  box: Box;
  source: 'mrz' | 'barcode';
  /** 0 to 1. */
  confidence: number;
  /** A check digit or an error correction vouches for it, so that print cannot outweigh it. */
  vouchedFor: boolean;
  /** A name that may go on where the zone had no more room. */
  mayGoOn?: boolean;
}

/** A value of a machine reading in the form that the field's type hint asks for; `null` where it has no such form. */
export function fitToHint(value: string, plan: FieldPlan): FieldValue {
  switch (plan.hint.kind) {
    case 'date':
      return /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : null;
    case 'country':
      return countryCode(value);
    case 'enum':
      return optionOf(value, plan.hint.options);
    case 'boolean':
      return booleanOf(value);
    case 'number':
    case 'integer':
    case 'amount':
      return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : null;
    default:
      return value;
  }
}
