import type { FieldValue } from '../../../domain/documents/index.js';

/** A value as text: strings as they are, numbers and booleans as they are written, lists and objects as JSON. */
export function fieldText(value: FieldValue): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
