// What was asked of a language model beside the engine, for the description of the API. It holds no value of a document.

/** Which model was asked, and where it runs. */
export interface AskedModelView {
  /**
   * As the endpoint names it.
   * @example "qwen3:8b"
   */
  model: string;
  /** `cloud` is only asked for agents with `allow_cloud`. */
  where: 'local' | 'cloud';
  /** What of the document was sent to it. */
  sent: ('text' | 'pictures')[];
  /** HMAC-SHA-256 of what was sent with the key of the installation, hexadecimal, for each question: the same question has the same one. */
  prompt_hashes: string[];
  /**
   * What it took the document for, where it was asked: a `context_id`, or `unknown`.
   * @example "passport"
   */
  taken_for?: string;
}

/** A model that gave no answer to a question, and what it had answered before. */
export interface UnansweredModelView extends AskedModelView {
  /** What that cost. */
  tokens?: ModelTokensView | null;
}

/** What a language model read beside the engine. */
export interface ModelOutputView extends AskedModelView {
  /** What it cost; null where the endpoint does not say. */
  tokens: ModelTokensView | null;
  /**
   * Fields that it was asked for.
   * @isInt
   */
  asked: number;
  /** Fields that both read alike. */
  agreed: string[];
  /** Fields that it reads differently; the check `model_differs` has both values. */
  differing: string[];
  /** Fields that it alone found on the page. */
  added: string[];
}

/** Tokens, as the endpoint counts them. */
export interface ModelTokensView {
  /** @isInt */
  prompt: number;
  /** @isInt */
  answer: number;
}

/** A model that was asked and gave no answer. */
export interface SilentModelView extends UnansweredModelView {
  /** Why, in a sentence. */
  error: string;
}
