import { within } from './within.js';

/**
 * What `ask` answered, for `ms` milliseconds; after that it is asked again, once for all who want to know. None waits longer
 * than that for an answer. @throws TookTooLong, and what `ask` throws
 */
export function knownFor<Answer>(ms: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let known: { answer: Promise<Answer>; at: number } | undefined;
  return () => {
    if (known && performance.now() - known.at < ms) return known.answer;
    known = { answer: within(ms, ask()), at: performance.now() };
    return known.answer;
  };
}
