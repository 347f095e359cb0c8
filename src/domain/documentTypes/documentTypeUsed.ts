import { z } from 'zod';

/** A document type as it was when a document was read with it: the revision of its stream tells which configuration that is. */
export interface DocumentTypeUsed {
  tenant_id: string;
  context_id: string;
  revision: number;
}

/** Shape of it in an event. */
export const documentTypeUsed = z.object({
  tenant_id: z.string(),
  context_id: z.string(),
  revision: z.number(),
}) satisfies z.ZodType<DocumentTypeUsed>;

/** The reference to a document type that is known with the revision of its stream. */
export const usedOf = ({ tenant_id, context_id, revision }: DocumentTypeUsed): DocumentTypeUsed => ({
  ...{ tenant_id, context_id, revision },
});
