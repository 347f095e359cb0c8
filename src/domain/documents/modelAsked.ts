import { z } from 'zod';
import type { StepResult } from './pipeline.js';

/** Which language model was asked about a document, what was sent to it and what that cost: nothing that a document says, so that it stands in the clear and outlasts the reading. */
export const modelAsked = z.object({
  model: z.string(),
  where: z.enum(['local', 'cloud']),
  /** What left the service; empty where nothing did. */
  sent: z.array(z.enum(['text', 'pictures'])),
  /** Of what was sent, for each question: HMAC-SHA-256 with the key of the installation. */
  prompt_hashes: z.array(z.string()),
  /** As the endpoint counts them. Absent where it gave no answer, null where the endpoint does not say. */
  tokens: z.object({ prompt: z.number(), answer: z.number() }).nullable().optional(),
});

/** Which language model was asked about a document. */
export type ModelAsked = z.output<typeof modelAsked>;

/** Whether anything was sent to the model: one that nobody was at, or that had no time, was shown nothing. */
export const wasShown = ({ prompt_hashes }: ModelAsked): boolean => prompt_hashes.length > 0;

/**
 * How often it is noted of a case, and of a run, that a model was shown a document that was not read then. Work that waits is tried again for as long
 * as it takes, and what is noted each time is the same question.
 */
const MOST_SHOWN = 100;

/** Whether that is to be noted of a case or a run, of which it was noted so often before. */
export const isToNote = (asked: ModelAsked, before = 0): boolean => wasShown(asked) && before < MOST_SHOWN;

/** What the step of a model tells of it; undefined where none was asked. @param outputs of the steps of a reading, by their tool */
export const modelAskedIn = (outputs: { readonly [tool: string]: unknown }): ModelAsked | undefined =>
  modelAsked.safeParse(outputs['model']).data;

/** Which model was asked in a step of a run: the model's own, that of a document, or that of a member of a composite type. */
export function modelAskedBy({ tool, output }: Pick<StepResult, 'tool' | 'output'>): ModelAsked | undefined {
  if (tool === 'model') return modelAskedIn({ model: output });
  const { step_outputs, steps } = output as { step_outputs?: { [tool: string]: unknown }; steps?: StepResult[] };
  const ofMember = steps?.find((step) => step.tool === 'model');
  return modelAskedIn(step_outputs ?? { model: ofMember?.output });
}
