/** What the address of governance says of it. */
export interface GovernanceSearch {
  /** The set whose runs are shown. */
  set?: string;
  /** The run whose results are shown. */
  run?: string;
}

/** Reads it from an address: what is not understood is left out. */
export const readGovernanceSearch = ({ set, run }: Record<string, unknown>): GovernanceSearch => ({
  ...(typeof set === 'string' && { set }),
  ...(typeof run === 'string' && { run }),
});
