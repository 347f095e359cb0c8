import { z } from 'zod';
import type { Commands } from '../../commands/core/commands.js';
import type { CommandContext } from '../../commands/core/context.js';
import { sweep } from '../../commands/core/sweep.js';
import { caseStream } from '../../domain/cases/index.js';
import { type ModelAsked, modelAsked } from '../../domain/documents/index.js';
import { samplesShownStream } from '../../domain/documentTypes/index.js';
import { executionStream } from '../../domain/executions/index.js';
import type { EventStore } from '../../platform/eventStore/eventStore.js';
import type { Log } from '../../platform/log.js';
import type { ModelQuestions, WrittenQuestion } from '../../platform/modelQuestions.js';

/** How long whoever asks a language model has to tell of it, in seconds: by then a document is read, or its reading broken off. */
const LEFT_ALONE_SECONDS = 3_600;

/** Streams that are looked at in one go. */
const AT_ONCE = 100;

/** What telling of questions stands on. */
export interface TellQuestionsDeps {
  commands: {
    cases: Pick<Commands['cases'], 'noteShown'>;
    executions: Pick<Commands['executions'], 'noteShown'>;
    documentTypeDiscovery: Pick<Commands['documentTypeDiscovery'], 'noteShown'>;
  };
  questions: Pick<ModelQuestions, 'left' | 'strike'>;
  eventStore: Pick<EventStore, 'readStream'>;
  log: Log;
  /** No other is begun once it is aborted. */
  stopping?: AbortSignal;
  /** For tests: `LEFT_ALONE_SECONDS`. */
  seconds?: number;
}

/**
 * Sees to it that the log tells of every question that was put to a language model, also where the process that asked was ended before it could. What came of such a question, and what
 * it cost, nobody knows.
 */
export async function tellQuestions(deps: TellQuestionsDeps, context: CommandContext): Promise<void> {
  const { questions, log, stopping, seconds = LEFT_ALONE_SECONDS } = deps;
  await sweep<WrittenQuestion[]>({
    ...{ name: 'untold questions', log, stopping },
    idOf: streamOf,
    next: (after) => questions.left({ seconds, limit: AT_ONCE, after: after && streamOf(after) }),
    async work(ofStream) {
      const told = await tellWhatIsLeft(deps, context, ofStream);
      if (told > 0) log.warn({ stream: streamOf(ofStream) }, 'what a language model was shown is told now');
      await questions.strike(ofStream.map(({ id }) => id));
    },
  });
}

const streamOf = (questions: readonly WrittenQuestion[]): string => questions[0]!.told_in.stream;

const [SAMPLES, CASE, EXECUTION] = [samplesShownStream(''), caseStream(''), executionStream('')];

/** Tells what the stream of some questions does not. @returns of how many documents it had to */
async function tellWhatIsLeft(
  { commands, eventStore }: TellQuestionsDeps,
  given: CommandContext,
  questions: readonly WrittenQuestion[],
): Promise<number> {
  const [{ tenant_id, told_in }] = questions as [WrittenQuestion];
  const { stream, mode } = told_in;
  const told = await toldIn(eventStore, stream);
  const left = askedByDocument(questions.filter(({ prompt_hash }) => !told?.has(prompt_hash)));
  if (left.size === 0) return 0;
  const context = { ...given, tenant_id, ...(mode && { mode }) };
  const id = (kind: string): string => stream.slice(kind.length);
  if (!told || stream.startsWith(SAMPLES)) {
    // Samples have no other stream. Of what else is not there, as a log that was restored may lack it, this at least is told.
    const own = stream.startsWith(SAMPLES) ? stream : `${SAMPLES}${stream}`;
    await commands.documentTypeDiscovery.noteShown(context, own, [...left.values()]);
    return left.size;
  }
  for (const [document, asked] of left) {
    if (stream.startsWith(CASE)) await commands.cases.noteShown(context, id(CASE), document, asked);
    else if (stream.startsWith(EXECUTION))
      await commands.executions.noteShown(context, id(EXECUTION), Number(document), asked);
    else throw new Error(`Nobody knows how ${stream} tells of language models`);
  }
  return left.size;
}

/** Where events tell of models that were asked. */
const telling = z.object({ model_asked: modelAsked.optional(), asked: z.array(modelAsked).optional() });

/** The hashes of all that a stream tells that models were sent; undefined where it is not there. */
async function toldIn(
  eventStore: TellQuestionsDeps['eventStore'],
  stream: string,
): Promise<ReadonlySet<string> | undefined> {
  let told: Set<string> | undefined;
  for await (const { data } of eventStore.readStream(stream)) {
    told ??= new Set();
    const { model_asked, asked = [] } = telling.safeParse(data).data ?? {};
    for (const { prompt_hashes } of [...asked, ...(model_asked ? [model_asked] : [])])
      for (const hash of prompt_hashes) told.add(hash);
  }
  return told;
}

/** By the document that they were about, in the order in which they were asked. */
function askedByDocument(questions: readonly WrittenQuestion[]): Map<string | undefined, ModelAsked> {
  const all = new Map<string | undefined, ModelAsked>();
  for (const { told_in, model, where, sent, prompt_hash } of questions) {
    const { document } = told_in;
    const before = all.get(document);
    all.set(document, {
      ...{ model, where, sent: [...new Set([...(before?.sent ?? []), ...sent])] },
      prompt_hashes: [...(before?.prompt_hashes ?? []), prompt_hash],
    });
  }
  return all;
}
