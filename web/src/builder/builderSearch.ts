/** What the address of the wizard says of it. */
export interface BuilderSearch {
  /** The session that goes on. */
  session?: string;
}

/** Reads it from an address: what is not understood is left out. */
export const readBuilderSearch = ({ session }: Record<string, unknown>): BuilderSearch =>
  typeof session === 'string' ? { session } : {};
