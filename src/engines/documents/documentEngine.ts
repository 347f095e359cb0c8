import type { DocumentTypeConfig } from '../../domain/documentTypes/index.js';
import type { ToldIn } from '../../platform/modelQuestions.js';
import type { Isolation } from './isolated.js';
import type { Coordinates, PipelineResult, StepResult, TypeProposal } from '../../domain/documents/index.js';

/** A document type as the engine needs it. */
export interface EngineDocumentType extends DocumentTypeConfig {
  context_id: string;
}

/** One document to be put through the steps of one document type. */
export interface DocumentJob {
  /** Whose turn it takes. */
  tenant_id: string;
  /** The file as it was received. */
  bytes: Uint8Array;
  filename: string;
  /** The type asked for; its `pipeline_steps` are the steps to run (never `type:…`: composites are split above). */
  documentType: EngineDocumentType;
  /** The types `classify` chooses from; holds `documentType` too when that is enabled. */
  candidates: readonly EngineDocumentType[];
  /** Today, ISO date: what expiry and birth are judged against. */
  today: string;
  /** Extra input fields of the caller, passed through to each step. */
  extra: { [key: string]: unknown };
  /** Proposes a document type for the document, by what is known of `candidates`, in the place of putting it through one. */
  proposes?: true;
  /** Whether a language model of the cloud may be asked about it (`allow_cloud` of its agent). */
  allows_cloud?: boolean;
  /** Where it is told what a language model was shown of it; where that is left out no model is asked about it, whatever runs where. */
  told_in?: ToldIn | undefined;
  /** For how long it has been accepted, in milliseconds, where it can be read later; absent where somebody waits for the answer. */
  waited_ms?: number;
  /** Tells the text of its pages beside the result. */
  tells_text?: true;
  /** Lets classification choose, instead of `documentType`, which type the document is put through; `documentType` is used where it is none. */
  choice?: TypeChoice;
}

/** How a type is chosen by what a document is found to be. `classify` is then always the first step. */
export interface TypeChoice {
  /** What classification says to the `context_id` that is used for it; what is not named is used itself. */
  used_for: { [classified: string]: string };
  /** Steps by `context_id`; a type that is not named has its own. */
  steps: { [context_id: string]: string[] };
  /** The `context_id` that the sender takes the document for; counts where classification is in doubt. */
  expected?: string;
  /** What a language model says that classification should have said; counts as `expected` does, where that is not said. */
  advised?: string;
}

/** The text of a page: its lines from top to bottom, with where they stand. */
export interface PageText {
  /** From 1. */
  page: number;
  source: 'text_layer' | 'ocr';
  lines: readonly TextLine[];
}

/** A line of text. */
export interface TextLine {
  text: string;
  /** `[x, y, width, height]` in fractions of the upright page. */
  box: Coordinates['box'];
}

/** What came of a job. A document that cannot be read is an outcome, never an exception. */
export interface EngineOutcome {
  status: 'completed' | 'failed';
  steps: StepResult[];
  /** `null` when the document could not be read, and where a type was to be proposed. */
  result: PipelineResult | null;
  /** Where it was to be told: the text of its pages, as far as a language model is shown. */
  text?: readonly PageText[];
  /** Where one was asked for, and the document could be read. */
  proposal?: TypeProposal;
  /** A sentence a user understands, when failed. */
  error?: string;
  /** Where it is to be read later, as no engine or no model could be had: `steps` then say what a model was shown all the same, and `onStep` was not told of that. */
  unavailable?: EngineUnavailable;
}

/** The embedded document engine: reads, classifies, extracts and validates, off the event loop. */
export interface DocumentEngine {
  /**
   * Runs a job; calls back as each step finishes.
   * @throws EngineUnavailable when no engine process can be had (the document is not to blame)
   */
  process(job: DocumentJob, onStep?: (step: StepResult) => void): Promise<EngineOutcome>;
  /**
   * Whether it says what scenes show, which a model that sees does alone; absent where it has none.
   * @param allows_cloud whether one of the cloud may be asked
   */
  understandsScenes?(allows_cloud: boolean): boolean;
  /** What the engine reads with, and what its processes are kept from: for the banner and `/healthz`. */
  describe(): Promise<EngineFacts>;
  close(): Promise<void>;
}

/** Whether an engine says what scenes show. @param allows_cloud whether a model of the cloud may be asked */
export const understandsScenes = (engine: Pick<DocumentEngine, 'understandsScenes'>, allows_cloud = false): boolean =>
  engine.understandsScenes?.(allows_cloud) ?? false;

/** What is told of an engine. */
export interface EngineFacts {
  /** Names of the networks. */
  models: string;
  processes: number;
  isolation: Isolation;
}

/** The engine cannot take the job now. */
export class EngineUnavailable extends Error {
  override readonly name: string = 'EngineUnavailable';
}

/** What was asked for cannot be done now; what others ask for can. */
export class NotNow extends EngineUnavailable {
  override readonly name: string = 'NotNow';
  constructor(
    message: string,
    /** Milliseconds for which it is no use to try it again, where that is known. */
    readonly forMs?: number,
  ) {
    super(message);
  }
}

/** The engine takes no more of one tenant now, of whom more waits than of any other. */
export class TooMuchWaiting extends NotNow {
  override readonly name = 'TooMuchWaiting';
  constructor(readonly tenant_id: string) {
    super('Too many documents are waiting to be read; try again later.');
  }
}
