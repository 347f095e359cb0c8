import OpenAI, { APIConnectionError, APIError } from 'openai';
import { z } from 'zod';
import { modelQuestionDuration, modelQuestions, modelTokens } from '../../platform/metrics.js';
import type { ModelConfig } from '../../platform/modelConfig.js';
import type { ModelQuestions, SentQuestion } from '../../platform/modelQuestions.js';
import type { KeyedHash } from '../../platform/sealing/keyedHash.js';
import type { TokenBudget } from '../../platform/tokenBudget.js';
import { TookTooLong, within } from '../../platform/within.js';
import { AnswerTooLong, boundedFetch } from './boundedFetch.js';
import { completion } from './completion.js';
import { bothTokens, type LanguageModel, type ModelQuestion, type ModelShown, ModelSilent, type ModelUse } from './languageModel.js'; // prettier-ignore
import { createModelTurns } from './modelTurns.js';
import { parseAnswer } from './parseAnswer.js';
import { retried } from './retried.js';

/** How an answer is asked to be JSON, the surest first: servers refuse with 400 what they do not know. */
const FORMATS = ['json_schema', 'json_object', 'text'] as const;

/** An answer that is none is asked for once more. */
const TRIES = 2;

/** About so many characters make a token of Latin text: what is counted where the endpoint counts nothing, or its answer did not come. */
const CHARACTERS_PER_TOKEN = 4;

/** What a picture is counted for then: about what models take for one of this size. */
const TOKENS_PER_PICTURE = 1_000;

/** Longest answer that is taken in, in bytes, with all that a model thinks aloud. */
const LONGEST_ANSWER = 2 * 1024 ** 2;

/** How long is waited for a list of models at start, in milliseconds. */
const LOOK_MS = 10_000;

/** What a model that is asked stands on. */
export interface OpenAiModelDeps {
  config: ModelConfig;
  budget: TokenBudget;
  keyedHash: KeyedHash;
  questions: Pick<ModelQuestions, 'write' | 'strike'>;
}

type Request = OpenAI.ChatCompletionCreateParamsNonStreaming;

/** How far a question has come. */
interface Progress {
  signal: AbortSignal;
  /** What was sent; undefined as long as surely nothing was. */
  left?: ModelShown | undefined;
  /** Of what was written down before it was sent. */
  written?: string;
  /** Tokens, estimated, of a request whose own count has not come. */
  owed: number;
}

/**
 * A model behind an endpoint that speaks OpenAI's chat completions (https://platform.openai.com/docs/api-reference/chat), such as those of Ollama, vLLM, llama.cpp or a cloud. Requests that
 * are redirected fail: what was taken for local does not send documents elsewhere.
 */
export function createOpenAiModel({ config, budget, keyedHash, questions }: OpenAiModelDeps): LanguageModel {
  const { name, where, sees, timeoutMs } = config;
  const complete = createCompletions(config);
  const turns = createModelTurns(config.concurrency);
  // An answer that cannot be counted now is an answer all the same.
  const spend = (tenant_id: string, tokens: number): Promise<void> =>
    budget.spend(tenant_id, tokens).catch(() => undefined);
  const ask = async <Answer>(question: ModelQuestion<Answer>, progress: Progress) => {
    const { tenant_id, told_in } = question;
    const { messages, sent } = messagesOf(question, sees);
    const looking = Promise.all([budget.isSpent(tenant_id), keyedHash('prompt', JSON.stringify(messages))]);
    const [isSpent, hash] = await looking.catch(unready);
    if (isSpent) throw new ModelSilent('budget');
    const shown = { sent, prompt_hash: hash.toString('hex') };
    await writeDown(questions, { tenant_id, told_in, model: name, where, ...shown }, progress);
    let tokens: ModelUse['tokens'] = { prompt: 0, answer: 0 };
    for (let tried = 0; tried < TRIES; tried++) {
      progress.owed = tokensIn(question.instructions + question.content) + TOKENS_PER_PICTURE * picturesIn(messages);
      const { model = name, choices, usage } = await complete({ messages, question, shown }, progress);
      const text = choices[0]?.message.content ?? '';
      tokens = bothTokens(tokens, usage ? { prompt: usage.prompt_tokens, answer: usage.completion_tokens } : null);
      progress.left = { ...shown, model, tokens };
      const used = usage ? usage.prompt_tokens + usage.completion_tokens : progress.owed + tokensIn(text);
      progress.owed = 0;
      await spend(tenant_id, used);
      if (usage) modelTokens.inc({ kind: 'prompt' }, usage.prompt_tokens);
      if (usage) modelTokens.inc({ kind: 'answer' }, usage.completion_tokens);
      const answer = parseAnswer(text, question.answer);
      if (answer !== undefined) return { answer, use: { model, where, ...shown, tokens } };
    }
    throw new ModelSilent('nonsense');
  };

  return {
    facts: { name, where, sees },
    isThere: () => isThere(config),
    async ask(question) {
      const longestMs = Math.min(timeoutMs, question.withinMs ?? timeoutMs);
      const progress: Progress = { signal: AbortSignal.timeout(longestMs), owed: 0 };
      const end = modelQuestionDuration.startTimer();
      try {
        // The client's own limit ends with the head of an answer.
        const asked = turns.take(question.tenant_id, progress.signal, () => ask(question, progress));
        const answered = await within(longestMs, asked);
        modelQuestions.inc({ outcome: 'answered' });
        return answered;
      } catch (error) {
        const why = silenceOf(error, progress.signal);
        modelQuestions.inc({ outcome: why });
        // What surely was not sent is not to be told. Where that cannot be noted now it will be told that it may have been.
        const { written, left } = progress;
        if (written !== undefined && !left) await questions.strike([written]).catch(() => undefined);
        // What was asked for costs, though nobody waits for the answer any more, or it is none.
        const { owed } = progress;
        if (COSTS.includes(why) && owed > 0) await spend(question.tenant_id, owed);
        throw new ModelSilent(why, progress.left, why === 'fault' ? { cause: error } : {});
      } finally {
        end();
      }
    },
  };
}

/** Writes down what is about to be sent. @throws ModelSilent where that cannot be, or nobody waits for an answer any more */
async function writeDown(
  questions: OpenAiModelDeps['questions'],
  question: SentQuestion,
  progress: Progress,
): Promise<void> {
  progress.written = await questions.write(question).catch(unready);
  if (!progress.signal.aborted) return;
  await questions.strike([progress.written]).catch(() => undefined);
  throw new ModelSilent('late');
}

function unready(): never {
  throw new ModelSilent('unready');
}

/** Silences of a model that was at work on a question whose cost nobody has counted. */
const COSTS: readonly ModelSilent['why'][] = ['late', 'nonsense'];

/** A question as it goes over the wire, and what is told of it. */
interface Sent {
  messages: Request['messages'];
  question: ModelQuestion<unknown>;
  shown: ModelShown;
}

/** Asks with the surest form of answers that the server takes, and goes by that from then on. What no form helps with is no matter of forms. */
function createCompletions(config: ModelConfig) {
  const client = clientOf(config);
  let known = 0;
  return async ({ messages, question, shown }: Sent, progress: Progress) => {
    const { signal } = progress;
    for (let format = known; ; format++) {
      const request = { model: config.name, messages, temperature: 0, ...formatted(FORMATS[format]!, question) };
      const send = async () => {
        const { left } = progress;
        progress.left = left ?? shown;
        try {
          return await client.chat.completions.create(request, { signal });
        } catch (error) {
          if (isOfNobody(error)) progress.left = left;
          throw error;
        }
      };
      try {
        const came = completion.parse(await retried(send, signal));
        known = format;
        return came;
      } catch (error) {
        if (!isRefusedForm(error) || format === FORMATS.length - 1) throw error;
      }
    }
  };
}

/** Codes of connections that were never made, so that nothing was sent on them. */
const NEVER_MADE = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

/** Codes of such connections that one that was made can end with, too (ip(7), connect(2)). */
const NOT_REACHED = ['EHOSTUNREACH', 'ENETUNREACH'];

/** Whether surely nobody was there to take a request. */
function isOfNobody(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall, cause } = error as Error & { code?: unknown; syscall?: unknown };
  const isNever =
    typeof code === 'string' && [...NEVER_MADE, ...(syscall === 'connect' ? NOT_REACHED : [])].includes(code);
  return isNever || isOfNobody(cause);
}

/** See `LanguageModel`. Whatever answers is somebody, whether it lists models or not. */
async function isThere(config: ModelConfig): Promise<boolean> {
  try {
    await clientOf(config, 'manual').models.list({ signal: AbortSignal.timeout(LOOK_MS) });
    return true;
  } catch (error) {
    return !isOfNobody(error);
  }
}

const picturesIn = (messages: Request['messages']): number =>
  messages.reduce((all, { content }) => all + (Array.isArray(content) ? content.length - 1 : 0), 0);

const tokensIn = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN);

const clientOf = ({ url, key, timeoutMs }: ModelConfig, redirect: 'error' | 'manual' = 'error'): OpenAI =>
  new OpenAI({
    ...{ baseURL: url, apiKey: key ?? 'none', organization: null, project: null, logLevel: 'off' },
    // Its own pauses between tries heed neither signal nor limit: see `retried`.
    ...{ timeout: timeoutMs, maxRetries: 0, fetchOptions: { redirect } },
    fetch: boundedFetch(LONGEST_ANSWER),
  });

/**
 * What of the settings of a model will not do, as far as its endpoint tells before anything is asked: that nobody answers there, that it refuses the key, or that it
 * lists other models alone.
 * @returns a sentence; undefined where nothing is known to be wrong
 */
export async function faultOfModel(config: ModelConfig): Promise<string | undefined> {
  const { host } = new URL(config.url);
  try {
    const listed = clientOf(config).models.list({ signal: AbortSignal.timeout(LOOK_MS) });
    const { data } = await within(LOOK_MS, listed);
    const names = data.map(({ id }) => id);
    if (names.length === 0 || names.includes(config.name)) return undefined;
    return `MODEL_NAME is ${config.name}, but ${host} has ${names.slice(0, 5).join(', ')}`;
  } catch (error) {
    const status = error instanceof APIError ? Number(error.status) : Number.NaN;
    if (status === 401 || status === 403) return `${host} refuses MODEL_KEY`;
    // Not every endpoint lists its models.
    if (error instanceof APIConnectionError || error instanceof TookTooLong)
      return `nobody answers at ${host}, which MODEL_URL names`;
    return undefined;
  }
}

function messagesOf(
  { instructions, content, pictures }: ModelQuestion<unknown>,
  sees: boolean,
): { messages: Request['messages']; sent: ModelUse['sent'] } {
  const shown = sees ? pictures : [];
  const parts = shown.map((jpeg) => ({
    type: 'image_url' as const,
    image_url: { url: `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}` },
  }));
  return {
    messages: [
      { role: 'system', content: instructions },
      { role: 'user', content: parts.length > 0 ? [{ type: 'text', text: content }, ...parts] : content },
    ],
    sent: parts.length > 0 ? ['text', 'pictures'] : ['text'],
  };
}

function formatted(
  format: (typeof FORMATS)[number],
  { name, answer }: ModelQuestion<unknown>,
): Pick<Request, 'response_format'> {
  if (format === 'text') return {};
  if (format === 'json_object') return { response_format: { type: 'json_object' } };
  return {
    response_format: { type: 'json_schema', json_schema: { name, strict: true, schema: z.toJSONSchema(answer) } },
  };
}

const isRefusedForm = (error: unknown): boolean =>
  error instanceof APIError && [400, 422, 501].includes(Number(error.status));

/** Why there is no answer. What the other side said stays there: it may repeat the document. */
function silenceOf(error: unknown, signal: AbortSignal): ModelSilent['why'] {
  if (error instanceof ModelSilent) return error.why;
  if (signal.aborted || error instanceof TookTooLong) return 'late';
  if (error instanceof APIConnectionError) return 'unreachable';
  if (error instanceof APIError) return Number(error.status) >= 500 ? 'failing' : 'refused';
  // What was answered is none of the protocol.
  if ([SyntaxError, TypeError, AnswerTooLong].some((kind) => error instanceof kind)) return 'nonsense';
  return 'fault';
}
