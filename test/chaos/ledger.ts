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

/** What a caller knows of a document that it uploaded to a case. */
export interface UploadNote {
  /** Finds it again; no other document of the load is called so. */
  filename: string;
  /** Of what was sent, in hex. */
  sha256: string;
  /** The type of what was sent. */
  document_type: string;
  /** From a 2xx answer. */
  doc_id?: string;
}

/** What a caller knows of a case that it opened. */
export interface CaseNote {
  number: number;
  tenant: string;
  /** Null where an idempotency key alone made sure that it was opened once. */
  reference: string | null;
  /** From a 2xx answer. */
  session_id?: string;
  uploads: UploadNote[];
  /** What came of completing it, from a 2xx answer. */
  completed?: string;
  /** What was decided, from 2xx answers. */
  decided: ('approve' | 'deny')[];
  /** Whether it was asked to be decided. */
  decisionAsked: boolean;
  /** The case that replays it, from a 2xx answer. */
  replay_id?: string;
  /** Whether it was answered that it was erased, and its replay with it. */
  erased: boolean;
}

/** What a caller knows of a governance set that it keeps. */
export interface SetNote {
  governance_id: string;
  tenant: string;
  /** The type of the documents that it looks at. */
  context_id: string;
  /** Run every minute; else by hand alone. */
  scheduled: boolean;
}

/** What a caller knows of a governance run that it asked for. */
export interface TriggerNote {
  number: number;
  governance_id: string;
  /** From a 2xx answer. */
  run_id?: string;
}

/** What a caller knows of a search for many faces that it asked for. */
export interface FaceSearchNote {
  number: number;
  tenant: string;
  /** Its pictures, in their order. */
  probes: readonly ProbeNote[];
  /** From a 2xx answer. */
  job_id: string;
}

/** A picture that is looked for. */
export interface ProbeNote {
  id: string;
  /** Who is registered, nobody, or nothing that can be read. */
  shows: 'the visitor' | 'nobody' | 'nothing';
}

/** Everything that callers were told, to be held against what is there in the end. */
export interface Ledger {
  runs: RunNote[];
  types: TypeNote[];
  keys: KeyNote[];
  cases: CaseNote[];
  sets: SetNote[];
  triggers: TriggerNote[];
  faceSearches: FaceSearchNote[];
  /** Answers that may not be, as sentences. */
  complaints: string[];
  /** How often each status was answered; `none` where no whole answer came. */
  answers: Map<string, number>;
  /** What became of the first of those without an answer, as sentences. */
  unanswered: string[];
}

/** Nothing was said yet. */
export const emptyLedger = (): Ledger => ({
  ...{ runs: [], types: [], keys: [], cases: [], sets: [], triggers: [], faceSearches: [] },
  ...{ complaints: [], unanswered: [] },
  answers: new Map(),
});
