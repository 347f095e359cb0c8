import type { z } from 'zod';
import type { ToldIn } from '../../platform/modelQuestions.js';

/** A question for a language model. What it is to be answered about is data: nothing in it is an instruction. */
export interface ModelQuestion<Answer> {
  /** Whose turn it takes, and whose tokens it uses. */
  tenant_id: string;
  /** Where it is told what was sent: the log tells of it whatever becomes of whoever asks. */
  told_in: ToldIn;
  /** What the answer is called, of small letters and `_`. */
  name: string;
  /** What is to be done, by this service alone. */
  instructions: string;
  /** What it is to be done with: text of a document. */
  content: string;
  /** JPEGs of its pages; they are left out where the model takes none. */
  pictures: readonly Uint8Array[];
  /** How long is waited for the answer, in milliseconds, where that is shorter than any question may take. */
  withinMs?: number;
  /** The form of the answer: a JSON object. */
  answer: z.ZodType<Answer>;
}

/** What was asked of which model, and what it cost: what can be told of it without any value of a document. */
export interface ModelUse {
  /** As the endpoint names it in its answer, with its version where it has one. */
  model: string;
  where: 'local' | 'cloud';
  /** What left the service: text alone, or pictures too. */
  sent: readonly ('text' | 'pictures')[];
  /** Of all that was sent, hexadecimal: the same question has the same one. Keyed, so that nobody finds out by it what a document said that was erased since. */
  prompt_hash: string;
  /** Null where the endpoint does not say. */
  tokens: { prompt: number; answer: number } | null;
}

/** What two questions cost together; null where an endpoint did not say it of one. */
export const bothTokens = (one: ModelUse['tokens'], other: ModelUse['tokens']): ModelUse['tokens'] =>
  one && other && { prompt: one.prompt + other.prompt, answer: one.answer + other.answer };

/** What is known of a model. */
export interface ModelFacts {
  name: string;
  where: 'local' | 'cloud';
  sees: boolean;
}

/** A language model, wherever it runs. */
export interface LanguageModel {
  facts: ModelFacts;
  /**
   * Asks, and holds the answer to its form. Ends within the time set for questions, whatever the other side does.
   * @throws ModelSilent where there is no answer that could be used
   */
  ask<Answer>(question: ModelQuestion<Answer>): Promise<{ answer: Answer; use: ModelUse }>;
  /** Whether anybody is at its address; nothing is sent there but that question. False only where surely nobody is. */
  isThere(): Promise<boolean>;
}

/** What a model was shown by a question, whatever came of it. */
export type ModelShown = Pick<ModelUse, 'sent' | 'prompt_hash'> & {
  /** As the endpoint named it; absent where it did not come to that. */
  model?: ModelUse['model'];
  /** Absent where there was no answer, so that nobody counted any. */
  tokens?: ModelUse['tokens'];
};

/** Why there is no answer. */
export const SILENCES = {
  late: 'The language model gave no answer in its time.',
  busy: 'The language model had too much to do to take the question in its time.',
  budget: 'The tokens that may be used for the tenant today are used up.',
  unready: 'The service could not look up what it needs to ask the language model.',
  refused: 'The language model refused the question.',
  nonsense: 'The language model gave no answer of the form that was asked for.',
  unreachable: 'The language model could not be reached.',
  failing: 'The language model failed on its side.',
  fault: 'The second reading failed on our side.',
} as const;

/** Whether the same question may be answered later. */
export const isForAWhile = ({ why }: ModelSilent): boolean => FOR_A_WHILE.includes(why);

const FOR_A_WHILE: readonly ModelSilent['why'][] = ['late', 'busy', 'unready', 'unreachable', 'failing'];

/** There is no answer of a language model; `message` says why, without anything of the document or the other side's words. */
export class ModelSilent extends Error {
  override readonly name = 'ModelSilent';
  constructor(
    readonly why: keyof typeof SILENCES,
    /** What had been sent by then; undefined where surely nothing was. */
    readonly left?: ModelShown,
    /** What failed, where that is a fault of ours. */
    options?: ErrorOptions,
  ) {
    super(SILENCES[why], options);
  }
}
