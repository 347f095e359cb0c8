import type { CaseDocument } from '../cases/index.js';
import type { FieldValue } from '../documents/index.js';

/** What is kept of a value: how surely it was read, and what it looks like; never the value. */
export interface FieldMeasure {
  /** 0 to 1; null where nobody says. */
  confidence: number | null;
  form: FieldForm;
}

/** What a value looks like: what it is made of, and in three steps how long it is. */
export type FieldForm = string;

/** By field, those that have a value. */
export interface FieldMeasures {
  [field: string]: FieldMeasure;
}

/** Lengths up to which a text is short, and of middle length. */
const [SHORT, MIDDLE] = [6, 20];

/** Measures the values of a document. */
export const measureFields = ({
  extracted,
  field_confidences,
}: Pick<CaseDocument, 'extracted' | 'field_confidences'>): FieldMeasures =>
  Object.fromEntries(
    Object.entries(extracted).flatMap(([field, value]) =>
      isFilled(value) ? [[field, { confidence: field_confidences[field] ?? null, form: formOf(value) }]] : [],
    ),
  );

const isFilled = (value: FieldValue): value is NonNullable<FieldValue> => value !== null && value !== '';

/** What a value looks like. Few forms, so that a hundred documents are enough to see them move, and so that none tells what was read. */
function formOf(value: NonNullable<FieldValue>): FieldForm {
  if (typeof value === 'number') return `number of ${String(Math.trunc(Math.abs(value))).length} digits`;
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'string')
    return Array.isArray(value) ? `list of ${value.length > 3 ? 'many' : value.length}` : 'object';
  if (/^\d{4}-\d{2}-\d{2}/.test(value)) return 'date';
  const length = value.length <= SHORT ? 'short' : value.length <= MIDDLE ? 'middle' : 'long';
  const [letters, digits] = [/\p{L}/u.test(value), /\p{Nd}/u.test(value)];
  return `${length}, ${letters && digits ? 'letters and digits' : letters ? 'letters' : digits ? 'digits' : 'signs'}`;
}
