import { v7 as newId } from 'uuid';
import { type ModelAsked, modelAskedIn, type StepResult, wasShown } from '../../domain/documents/index.js';
import { samplesShown, samplesShownStream } from '../../domain/documentTypes/index.js';
import type { ToldIn } from '../../platform/modelQuestions.js';
import { committed, type CommandHandler } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';

/** What noting stands on. */
export interface NoteShownDeps {
  handler: Pick<CommandHandler, 'handle'>;
}

/** What a reading says of a language model that was shown something; none where none was. */
export const shownIn = (steps: readonly StepResult[]): ModelAsked[] => {
  const step = steps.find(({ tool }) => tool === 'model');
  const asked = modelAskedIn({ model: step?.output });
  return asked && wasShown(asked) ? [asked] : [];
};

/** What language models are asked about the samples of one request, which are no run's and no case's. */
export interface SamplesNote {
  told_in: ToldIn;
  asked: ModelAsked[];
}

/** A note with nothing on it yet. */
export const noteOfSamples = ({ mode }: CommandContext): SamplesNote => ({
  told_in: { stream: samplesShownStream(newId()), mode },
  asked: [],
});

/** Writes down which language models were asked, where any was. */
export async function noteShown(
  { handler }: NoteShownDeps,
  context: CommandContext,
  { told_in: { stream }, asked }: SamplesNote,
): Promise<Committed<undefined>> {
  if (asked.length === 0) return { value: undefined, event_types: [] };
  return committed(undefined, await handler.handle({ stream, decider: samplesShown, command: { asked }, context }));
}

/** Does work that adds to a note which models are asked about samples, and writes that down, whatever comes of the work: its own error is the one that is thrown. */
export async function notingShown<Value>(
  deps: NoteShownDeps,
  context: CommandContext,
  work: (note: SamplesNote) => Promise<Value>,
): Promise<Value> {
  const note = noteOfSamples(context);
  const [done] = await Promise.allSettled([work(note)]);
  const [noted] = await Promise.allSettled([noteShown(deps, context, note)]);
  if (done.status === 'rejected') throw done.reason;
  if (noted.status === 'rejected') throw noted.reason;
  return done.value;
}
