import { z } from 'zod';
import type { FieldKind } from './fieldMeaning.js';
import type { FieldValue } from './fieldReadings.js';

/** What cross-matching takes of a document. */
export interface MatchedDocument {
  doc_id: string;
  document_type: string;
  extracted: { [field: string]: FieldValue };
}

/** What one document says. */
export interface MatchedValue {
  doc_id: string;
  document_type: string;
  /** The document's own name of the field; `given_names+surname` where two fields were read as one. */
  field: string;
  /** As text; unmasked. */
  value: string;
}

/** Two values side by side. */
export interface Comparison {
  /** Their `doc_id`s. */
  documents: [string, string];
  values: [string, string];
  /** 0 to 1: how alike they are, by the rules of their kind. */
  score: number;
  agreed: boolean;
}

/** One field over all documents that state it. */
export interface FieldMatch {
  kind: FieldKind;
  /** True where at least two documents state it and every two of them agree. */
  agreed: boolean;
  /** The lowest score of its comparisons; 0 where there is none. */
  score: number;
  values: MatchedValue[];
  /** Every two values, once; of very many those that are least alike. Empty where fewer than two documents state the field. */
  comparisons: Comparison[];
}

/** A field that two documents of one type state differently. */
export interface TypeDifference {
  document_type: string;
  field: string;
  kind: FieldKind;
  /** The lowest score between any two of the values, 0 to 1. */
  score: number;
  values: MatchedValue[];
}

/** What came of comparing documents with each other. Values are unmasked. */
export interface CrossMatchOutcome {
  /** Whether fields were named and there were documents enough to compare. */
  judged: boolean;
  /** True where it was judged, something was compared, and all that was compared agrees. */
  agreed: boolean;
  /** By the names under which they were asked for, in that order; of several names for one meaning the first. */
  fields: { [field: string]: FieldMatch };
  /** The `doc_id`s of documents that have a field to match but state none that was compared: nothing ties them to the others. */
  unmatched: string[];
  /** What documents of one type say differently, whether or not the field is one of those to match. */
  differences: TypeDifference[];
}

/** The outcome where documents are not to be compared. */
export const NOT_CROSS_MATCHED: Readonly<CrossMatchOutcome> = {
  judged: false,
  agreed: false,
  fields: {},
  unmatched: [],
  differences: [],
};

const kind = z.enum(['name', 'date', 'number', 'address', 'text']) satisfies z.ZodType<FieldKind>;

const values = z.array(
  z.looseObject({ doc_id: z.string(), document_type: z.string(), field: z.string(), value: z.string() }),
) satisfies z.ZodType<MatchedValue[]>;

/** Shape of an outcome in an event. Loose where a later version may say more. */
export const crossMatchOutcome = z.looseObject({
  judged: z.boolean(),
  agreed: z.boolean(),
  fields: z.record(
    z.string(),
    z.looseObject({
      kind,
      agreed: z.boolean(),
      score: z.number(),
      values,
      comparisons: z.array(
        z.looseObject({
          documents: z.tuple([z.string(), z.string()]),
          values: z.tuple([z.string(), z.string()]),
          score: z.number(),
          agreed: z.boolean(),
        }),
      ),
    }),
  ),
  unmatched: z.array(z.string()),
  differences: z.array(
    z.looseObject({ document_type: z.string(), field: z.string(), kind, score: z.number(), values }),
  ),
}) satisfies z.ZodType<CrossMatchOutcome>;
