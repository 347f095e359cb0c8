import type { ModelAsked } from '../../domain/documents/index.js';
import { execution, executionStream } from '../../domain/executions/execution.js';
import type { Clock } from '../../platform/clock.js';
import type { CommandHandler } from '../core/commandHandler.js';
import type { CommandContext } from '../core/context.js';

/** What is noted of runs from outside, which they do not end by. */
export interface RunNotes {
  /**
   * Notes that a language model was shown a document of a run, where nobody told of it, whatever has become of the run.
   * @throws DomainError `not_found`
   */
  noteShown(context: CommandContext, execution_id: string, doc_index: number, model_asked: ModelAsked): Promise<void>;
}

/** Creates what notes it. */
export const createRunNotes = ({ handler, clock }: { handler: CommandHandler; clock: Clock }): RunNotes => ({
  async noteShown(context, execution_id, doc_index, model_asked) {
    const command = {
      type: 'note_shown',
      doc_index,
      model_asked,
      found_untold: true,
      at: clock().toISOString(),
    } as const;
    // Nothing of it is sealed: what is lost of the run is no matter.
    const stream = executionStream(execution_id);
    await handler.handle({ stream, decider: execution, command, context, lostAsErased: true });
  },
});
