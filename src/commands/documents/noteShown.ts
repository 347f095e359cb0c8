import { v7 as newId } from 'uuid';
import { type ModelAsked, modelAskedIn, type StepResult } from '../../domain/documents/index.js';
import { samplesShown, samplesShownStream } from '../../domain/documentTypes/index.js';
import { committed, type CommandHandler } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';

/** What noting stands on. */
export interface NoteShownDeps {
  handler: Pick<CommandHandler, 'handle'>;
}

/** What a reading says of a language model that was asked; none where none was. */
export const shownIn = (steps: readonly StepResult[]): ModelAsked[] => {
  const step = steps.find(({ tool }) => tool === 'model');
  return [modelAskedIn({ model: step?.output })].filter((asked) => asked !== undefined);
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

/** Does work that adds to `shown` which models are asked about samples, and writes that down, whatever comes of the work. */
export async function notingShown<Value>(
  deps: NoteShownDeps,
  context: CommandContext,
  work: (shown: ModelAsked[]) => Promise<Value>,
): Promise<Value> {
  const shown: ModelAsked[] = [];
  try {
    return await work(shown);
  } finally {
    await noteShown(deps, context, shown);
  }
}
