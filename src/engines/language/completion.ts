import { z } from 'zod';

/** What models are called: what else stands there is the other side's words, which the log is not to hold. */
const NAME = /^[\w./\\:@+-]{1,200}$/;

/** More tokens than any model takes: such a count is none. */
const MOST_TOKENS = 100_000_000;

const count = z.int().min(0).max(MOST_TOKENS);

/** What is taken of an answer. What of it has another form counts as not said: it is kept in the clear, and what was sent must not go untold for it. */
export const completion = z
  .object({
    model: z.string().regex(NAME).optional().catch(undefined),
    choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })).catch([]),
    usage: z.object({ prompt_tokens: count, completion_tokens: count }).nullish().catch(null),
  })
  .catch({ choices: [] });
