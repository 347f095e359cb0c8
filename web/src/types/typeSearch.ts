/** What the address of a document type says of it. */
export interface TypeSearch {
  /** Whether an example is being kept. */
  keep?: true;
  /** The document of a case that is to be kept as one: `<session_id>/<doc_id>`. */
  past?: string;
}

const PAST = /^[\da-f-]{36}\/[\da-f-]{36}$/;

/** Reads it from an address: what is not understood is left out. */
export function readTypeSearch({ keep, past }: Record<string, unknown>): TypeSearch {
  const isPast = typeof past === 'string' && PAST.test(past);
  return { ...((keep === true || isPast) && { keep: true as const }), ...(isPast && { past }) };
}
