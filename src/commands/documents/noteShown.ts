import { v7 as newId } from 'uuid';
import { type ModelAsked, modelAskedIn, type StepResult, wasShown } from '../../domain/documents/index.js';
import { samplesShown, samplesShownStream } from '../../domain/documentTypes/index.js';
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

/** Writes down which language models were asked about samples that are no run's and no case's, where any was. */
export async function noteShown(
  { handler }: NoteShownDeps,
  context: CommandContext,
  asked: ModelAsked[],
): Promise<Committed<undefined>> {
  if (asked.length === 0) return { value: undefined, event_types: [] };
  const stream = samplesShownStream(newId());
  return committed(undefined, await handler.handle({ stream, decider: samplesShown, command: { asked }, context }));
}

/** Does work that adds to `shown` which models are asked about samples, and writes that down, whatever comes of the work: its own error is the one that is thrown. */
export async function notingShown<Value>(
  deps: NoteShownDeps,
  context: CommandContext,
  work: (shown: ModelAsked[]) => Promise<Value>,
): Promise<Value> {
  const shown: ModelAsked[] = [];
  const [done] = await Promise.allSettled([work(shown)]);
  const [noted] = await Promise.allSettled([noteShown(deps, context, shown)]);
  if (done.status === 'rejected') throw done.reason;
  if (noted.status === 'rejected') throw noted.reason;
  return done.value;
}
