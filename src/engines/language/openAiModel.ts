import { createHash } from 'node:crypto';
import OpenAI, { APIConnectionError, APIError } from 'openai';
import { z } from 'zod';
import { modelQuestionDuration, modelQuestions, modelTokens } from '../../platform/metrics.js';
import type { ModelConfig } from '../../platform/modelConfig.js';
import type { TokenBudget } from '../../platform/tokenBudget.js';
import { TookTooLong, within } from '../../platform/within.js';
import { bothTokens, type LanguageModel, type ModelQuestion, ModelSilent, type ModelUse } from './languageModel.js';
import { createModelTurns } from './modelTurns.js';
import { parseAnswer } from './parseAnswer.js';
import { retried } from './retried.js';

/** How an answer is asked to be JSON, the surest first: servers refuse with 400 what they do not know. */
const FORMATS = ['json_schema', 'json_object', 'text'] as const;

/** An answer that is none is asked for once more. */
const TRIES = 2;

/** About so many characters make a token of Latin text: what is counted where the endpoint counts nothing, or its answer did not come. */
const CHARACTERS_PER_TOKEN = 4;

/** How long is waited for a list of models at start, in milliseconds. */
const LOOK_MS = 10_000;

/** What a model that is asked stands on. */
export interface OpenAiModelDeps {
  config: ModelConfig;
  budget: TokenBudget;
}

type Request = OpenAI.ChatCompletionCreateParamsNonStreaming;

/** How far a question has come. */
interface Progress {
  signal: AbortSignal;
  /** What was sent; undefined as long as nothing was. */
  left?: Pick<ModelUse, 'sent' | 'prompt_hash'>;
  /** Tokens, estimated, of a request whose own count has not come. */
  owed: number;
}

/**
 * A model behind an endpoint that speaks OpenAI's chat completions (https://platform.openai.com/docs/api-reference/chat), such as those of Ollama, vLLM, llama.cpp or a cloud. Requests that
 * are redirected fail: what was taken for local does not send documents elsewhere.
 */
export function createOpenAiModel({ config, budget }: OpenAiModelDeps): LanguageModel {
  const { name, where, sees, timeoutMs } = config;
  const complete = createCompletions(config);
  const turns = createModelTurns(config.concurrency);
  const ask = async <Answer>(question: ModelQuestion<Answer>, progress: Progress) => {
    const { tenant_id } = question;
    if (await budget.isSpent(tenant_id)) throw new ModelSilent('budget');
    const { messages, sent } = messagesOf(question, sees);
    progress.left = { sent, prompt_hash: hashOf(messages) };
    let tokens: ModelUse['tokens'] = { prompt: 0, answer: 0 };
    for (let tried = 0; tried < TRIES; tried++) {
      progress.owed = tokensIn(question.instructions + question.content);
      const { model, choices, usage } = await complete(messages, question, progress.signal);
      const text = choices[0]?.message.content ?? '';
      await budget.spend(
        tenant_id,
        usage ? usage.prompt_tokens + usage.completion_tokens : progress.owed + tokensIn(text),
      );
      progress.owed = 0;
      tokens = bothTokens(tokens, usage ? { prompt: usage.prompt_tokens, answer: usage.completion_tokens } : null);
      const answer = parseAnswer(text, question.answer);
      if (answer !== undefined) return { answer, use: { model: model || name, where, ...progress.left, tokens } };
    }
    throw new ModelSilent('nonsense');
  };

  return {
    facts: { name, where, sees },
    async ask(question) {
      const progress: Progress = { signal: AbortSignal.timeout(timeoutMs), owed: 0 };
      const end = modelQuestionDuration.startTimer();
      try {
        // The client's own limit ends with the head of an answer.
        const asked = turns.take(question.tenant_id, progress.signal, () => ask(question, progress));
        const answered = await within(timeoutMs, asked);
        modelQuestions.inc({ outcome: 'answered' });
        for (const [kind, count] of Object.entries(answered.use.tokens ?? {})) modelTokens.inc({ kind }, count);
        return answered;
      } catch (error) {
        const why = silenceOf(error, progress.signal);
        modelQuestions.inc({ outcome: why });
        // What was asked for costs, though nobody waits for the answer any more.
        if (why === 'late' && progress.owed > 0) await budget.spend(question.tenant_id, progress.owed);
        throw new ModelSilent(why, progress.left);
      } finally {
        end();
      }
    },
  };
}

/** Asks with the surest form of answers that the server takes, and goes by that from then on. What no form helps with is no matter of forms. */
function createCompletions(config: ModelConfig) {
  const client = clientOf(config);
  let known = 0;
  return async (messages: Request['messages'], question: ModelQuestion<unknown>, signal: AbortSignal) => {
    for (let format = known; ; format++) {
      const request = { model: config.name, messages, temperature: 0, ...formatted(FORMATS[format]!, question) };
      try {
        const completion = await retried(() => client.chat.completions.create(request, { signal }), signal);
        known = format;
        return completion;
      } catch (error) {
        if (!isRefusedForm(error) || format === FORMATS.length - 1) throw error;
      }
    }
  };
}

const tokensIn = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN);

const clientOf = ({ url, key, timeoutMs }: ModelConfig): OpenAI =>
  new OpenAI({
    ...{ baseURL: url, apiKey: key ?? 'none', organization: null, project: null, logLevel: 'off' },
    // Its own pauses between tries heed neither signal nor limit: see `retried`.
    ...{ timeout: timeoutMs, maxRetries: 0, fetchOptions: { redirect: 'error' } },
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

const hashOf = (messages: Request['messages']): string =>
  createHash('sha256').update(JSON.stringify(messages)).digest('hex');

const isRefusedForm = (error: unknown): boolean =>
  error instanceof APIError && [400, 422, 501].includes(Number(error.status));

/** Why there is no answer. What the other side said stays there: it may repeat the document. @throws what is a fault of ours */
function silenceOf(error: unknown, signal: AbortSignal): ModelSilent['why'] {
  if (error instanceof ModelSilent) return error.why;
  if (signal.aborted || error instanceof TookTooLong) return 'late';
  if (error instanceof APIConnectionError) return 'unreachable';
  if (error instanceof APIError) return Number(error.status) >= 500 ? 'failing' : 'refused';
  // What was answered is none of the protocol.
  if (error instanceof SyntaxError || error instanceof TypeError) return 'nonsense';
  throw error;
}
