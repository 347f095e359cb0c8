import { z } from 'zod';
import { fieldValue, type FieldValue } from './fieldReadings.js';

/**
 * Who found a field where a language model looked, too: `both` alike, one of them, or `differing`, where both found it and read its value differently. The value is then
 * the engine's.
 */
export type FoundBy = 'engine' | 'model' | 'both' | 'differing';

/** A field that a document seems to have. */
export interface ProposedField {
  /** In snake_case, at most 64 characters. */
  name: string;
  /** A type hint as in `output_schema`, without `or null`. */
  hint: string;
  /** Labels that announce it on the document, as they are known or, of those that nothing is known of, as they are printed. */
  labels: string[];
  /** What the document says of it. */
  value: FieldValue;
  /** Set where a language model answered. */
  found_by?: FoundBy | undefined;
}

/** A field that a document may have: whether it has a value is not known yet. */
export type SoughtField = Omit<ProposedField, 'value' | 'found_by'>;

/** What a document type for a document could be. */
export interface TypeProposal {
  /** The candidate that the document is of; null where it is none of them. */
  known: { context_id: string; confidence: number } | null;
  /** In the order of their first values on the pages; none has no value on the document. */
  fields: ProposedField[];
  /** Headings of the first page that are no values, most prominent first; at most `MOST_TITLES`. */
  titles: string[];
}

/** Most headings that are told. */
export const MOST_TITLES = 3;
/** Most fields that are proposed: a form of hundreds of boxes is told as far as that. */
export const MOST_FIELDS = 80;

/** The form of a proposal, as an engine process is held to it. */
export const typeProposal = z.object({
  known: z.object({ context_id: z.string(), confidence: z.number() }).nullable(),
  fields: z
    .array(z.object({ name: z.string(), hint: z.string(), labels: z.array(z.string()), value: fieldValue }))
    .max(MOST_FIELDS),
  titles: z.array(z.string()).max(MOST_TITLES),
}) satisfies z.ZodType<TypeProposal>;
