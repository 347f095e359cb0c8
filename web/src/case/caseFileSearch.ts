/** What the address of a case file says of it. */
export interface CaseFileSearch {
  /** The moment that is shown, ISO 8601; now where it is left out. */
  at?: string;
}

/** Reads it from an address: what is not understood is left out. */
export const readCaseFileSearch = ({ at }: Record<string, unknown>): CaseFileSearch =>
  typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? { at } : {};
