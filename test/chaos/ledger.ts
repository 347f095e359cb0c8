/** What a caller knows of a run that it asked for. */
export interface RunNote {
  number: number;
  tenant: string;
  sync: boolean;
  webhook: boolean;
  /** Sent with an idempotency key, and again until it was answered. */
  keyed: boolean;
  /** From a 2xx answer. */
  execution_id?: string;
}

/** What a caller knows of a document type that it made. */
export interface TypeNote {
  context_id: string;
  tenant: string;
  /** Names that it may have: the one that was answered last, and those that were sent since. */
  names: Set<string>;
  there: boolean | 'maybe';
}

/** What a caller knows of a key that was issued to it. */
export interface KeyNote {
  id: string;
  raw_key: string;
  revoked: boolean | 'maybe';
}

/** Everything that callers were told, to be held against what is there in the end. */
export interface Ledger {
  runs: RunNote[];
  types: TypeNote[];
  keys: KeyNote[];
  /** Answers that may not be, as sentences. */
  complaints: string[];
  /** How often each status was answered; `none` where the connection broke. */
  answers: Map<string, number>;
}

/** Nothing was said yet. */
export const emptyLedger = (): Ledger => ({ runs: [], types: [], keys: [], complaints: [], answers: new Map() });
