import type { FieldValue } from '../../../../domain/documents/index.js';

/** A value that a text states for a field. */
export interface ReadValue {
  value: FieldValue;
  raw: string;
  /** `[start, end)` in the text. */
  start: number;
  end: number;
  /** 0 to 1: how well the text has the form of such a value. */
  form: number;
}
