import { z } from 'zod';

/** A value as it was read and normalised by its type hint. */
export type FieldValue = string | number | boolean | null | FieldValue[] | { [key: string]: FieldValue };

/** Where a value can come from; `model` is what a language model saw in a picture, where no print says it. */
const FIELD_SOURCES = ['mrz', 'barcode', 'text_layer', 'ocr', 'person', 'model'] as const;

/** Where a value came from. */
export type FieldSource = (typeof FIELD_SOURCES)[number];

/** Whether a value was written by machines for machines, in a zone or a barcode. */
export const isOfMachine = (source: FieldSource | undefined): boolean => source === 'mrz' || source === 'barcode';

/** Whether a value was read of what is printed for people. */
export const isOfPrint = (source: FieldSource | undefined): boolean => source === 'text_layer' || source === 'ocr';

/** Where on the page a value stands: page from 1, box `[x, y, width, height]` in fractions of the page, origin top left. */
export interface Coordinates {
  page: number;
  box: [number, number, number, number];
}

/** A broken rule, never a failed execution. */
export interface Violation {
  field: string;
  rule: string;
  message: string;
}

/** How a document stands to the rules of its type. */
export interface Validity {
  valid: boolean;
  violations: Violation[];
}

/** What was found of the fields of a document, each map by field. Empty where they were not looked for. */
export interface FoundFields {
  extracted: { [field: string]: FieldValue };
  coordinates: { [field: string]: Coordinates };
  /** Text as printed. */
  raw: { [field: string]: string };
  sources: { [field: string]: FieldSource };
}

/** What was read of a document: its fields, and whether they keep the rules. */
export interface FieldReadings extends FoundFields, Validity {}

/** How much of a document was read, where it was not all of it. */
export interface PagesRead {
  pages_read: number;
  pages_total: number;
}

/** A document of which nothing was read. */
export const NO_FIELD_READINGS: Readonly<FieldReadings> = {
  extracted: {},
  coordinates: {},
  raw: {},
  sources: {},
  valid: false,
  violations: [],
};

type ShapeOf<Value> = { [Key in keyof Value]-?: z.ZodType<Value[Key]> };

/** Shape of a value in an event. */
export const fieldValue = z.custom<FieldValue>((value) => value !== undefined);

/** Shape of values by field in an event. */
export const fieldValues = z.record(z.string(), fieldValue);

/** Shape of a document's standing in an event. Loose where a later engine may say more. */
export const validity = {
  valid: z.boolean(),
  violations: z.array(z.looseObject({ field: z.string(), rule: z.string(), message: z.string() })),
} satisfies ShapeOf<Validity>;

/** Shape of confidences by field, 0 to 1. */
export const fieldConfidences = z.record(z.string(), z.number());

/** Shape of where values stand, by field, in an event. */
export const fieldCoordinates = z.record(
  z.string(),
  z.object({ page: z.number(), box: z.tuple([z.number(), z.number(), z.number(), z.number()]) }),
);

/** Shape of what was read of the fields in an event. */
export const fieldReadings = {
  extracted: fieldValues,
  coordinates: fieldCoordinates,
  raw: z.record(z.string(), z.string()),
  sources: z.record(z.string(), z.enum(FIELD_SOURCES)),
  ...validity,
} satisfies ShapeOf<FieldReadings>;

/** Shape of how much was read in an event. */
export const pagesRead = z.object({
  pages_read: z.number(),
  pages_total: z.number(),
}) satisfies z.ZodType<PagesRead>;
