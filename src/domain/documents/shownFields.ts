// What was read, in the form that the description of the API can be made from: it has no tuples.

import type { FieldSource } from './fieldReadings.js';

/**
 * `[x, y, width, height]` in fractions of the page, origin top left.
 * @minItems 4
 * @maxItems 4
 * @example [0.31, 0.28, 0.2, 0.04]
 */
export type BoxView = number[];

/** Nothing: an object without members. */
export type NothingView = Record<string, never>;

/** Where on the page a value stands. */
export interface CoordinatesView {
  /**
   * From 1.
   * @isInt
   * @minimum 1
   * @example 1
   */
  page: number;
  box: BoxView;
}

/** A value, normalised by its type hint: a text, a number, yes or no, a list such as the rows of a table, `null` where nothing was found. */
export type FieldValueView = string | number | boolean | unknown[] | { [name: string]: unknown } | null;

/**
 * Values by field, `null` where nothing was found. Masked values are masked.
 * @example { "surname": "LINDQVIST", "document_number": "*****3967", "expiry_date": "2033-05-08" }
 */
export interface FieldValuesView {
  [field: string]: FieldValueView;
}

/**
 * How likely each value is right, 0 to 1; 0 for what was not found.
 * @example { "surname": 0.97, "document_number": 0.99, "expiry_date": 0.99 }
 */
export interface FieldConfidencesView {
  [field: string]: number;
}

/**
 * Where each value stands.
 * @example { "surname": { "page": 1, "box": [0.31, 0.28, 0.2, 0.04] } }
 */
export interface FieldCoordinatesView {
  [field: string]: CoordinatesView;
}

/**
 * Text as printed, or as it stands in the zone or the barcode that it was read from. Masked values are masked.
 * @example { "surname": "LINDQVIST", "document_number": "*****3967", "expiry_date": "330508" }
 */
export interface RawFieldsView {
  [field: string]: string;
}

/**
 * What each value was read from.
 * @example { "surname": "ocr", "document_number": "mrz", "expiry_date": "mrz" }
 */
export interface FieldSourcesView {
  [field: string]: FieldSource;
}

/** What was read of the fields of a document, each map by field. Empty where they were not looked for. */
export interface FoundFieldsView {
  extracted: FieldValuesView;
  coordinates: FieldCoordinatesView;
  raw: RawFieldsView;
  sources: FieldSourcesView;
}
