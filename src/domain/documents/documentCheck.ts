import { z } from 'zod';

/** What came of a check: `warned` is worth a look, `failed` is what the code says; `not_run` says nothing about the document. */
export const CHECK_STATUSES = ['passed', 'warned', 'failed', 'not_run'] as const;

/** How much a failed check says, least first: genuine documents often show what is `weak`, and hardly ever what is `strong`. */
export const CHECK_WEIGHTS = ['info', 'weak', 'moderate', 'strong'] as const;

/** What came of a check. */
export type CheckStatus = (typeof CHECK_STATUSES)[number];

/** How much a failed check says. */
export type CheckWeight = (typeof CHECK_WEIGHTS)[number];

/** One check of a document: what was looked for, what came of it, and what it was seen by. */
export interface DocumentCheck {
  /** A code of `CHECKS`, which says what would be wrong; of a later version it may be one that is not known here. */
  code: string;
  status: CheckStatus;
  /** That of its code, or a lesser one where less was seen. */
  weight: CheckWeight;
  /** One sentence or two for people; it holds no value of the document. */
  detail: string;
  /** The field it is about; null where it is about no one field. */
  field: string | null;
  /** Where it was seen, page from 1; null where it is nowhere in particular. */
  page: number | null;
  /** `[x, y, width, height]` in fractions of the page, origin top left. */
  box: [number, number, number, number] | null;
  /**
   * What was compared, such as the value in the zone and the one in print, as text and unmasked; of a file its own words, such as the
   * names of programs. Empty where nothing was compared, or both are the value that was read.
   */
  values: string[];
}

/** Shape of a check in an event. Loose where a later version may say more. */
export const documentCheck = z.looseObject({
  code: z.string(),
  status: z.enum(CHECK_STATUSES),
  weight: z.enum(CHECK_WEIGHTS),
  detail: z.string(),
  field: z.string().nullable(),
  page: z.number().nullable(),
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
  values: z.array(z.string()),
}) satisfies z.ZodType<DocumentCheck>;
